//! The fairness report of a game, on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    engine::{
        card::Card,
        chance::{Commitment, Entropy, Seed},
    },
    game::{Member, Status, chain::Hash, entry::Seating},
    service::games::fairness::{Fairness, Revealed},
    types::id::{GameId, PlayerId},
};

/// The data for checking the deals of a game, with instructions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FairnessReport)]
pub struct FairnessReportBody {
    /// The game.
    id: GameId,
    /// The status of the game.
    status: Status,
    /// The position of the last entry in the log.
    #[schema(example = 12)]
    version: u32,
    /// The hash of that entry, in hexadecimal. A player who keeps it can later prove that no earlier entry was changed.
    #[schema(value_type = String)]
    head: Hash,
    /// The server's commitment to the seed, made before any player joined, in hexadecimal.
    #[schema(value_type = String)]
    commitment: Commitment,
    /// How players are assigned to seats.
    seating: Seating,
    /// The entropy that each player contributed to the deal, in the order of joining.
    players: Vec<AddedBody>,
    /// The secret seed, in hexadecimal; `null` until the game is over.
    #[schema(value_type = Option<String>)]
    seed: Option<Seed>,
    /// The key from which all shuffles are derived, in hexadecimal; `null` until the game is over.
    deal_key: Option<String>,
    /// The order of the cards after each shuffle, top card first; `null` until the game is over.
    shuffles: Option<Vec<Vec<Card>>>,
    /// The steps of the check, in order, as sentences.
    how_to_check: Vec<String>,
}

/// The entropy that a player contributed to the deal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AddedEntropy)]
pub struct AddedBody {
    /// The player.
    player: PlayerId,
    /// Whether this player is the caller.
    you: bool,
    /// The entropy, in hexadecimal; `null` if the player contributed none and, until the game is over, for every player
    /// except the caller.
    #[schema(value_type = Option<String>)]
    entropy: Option<Entropy>,
}

impl From<Fairness> for FairnessReportBody {
    fn from(fairness: Fairness) -> Self {
        let how_to_check = match &fairness.revealed {
            None => steps_during_game(&fairness),
            Some(revealed) => steps_after_game(&fairness, revealed),
        };
        let Fairness {
            game,
            members,
            caller,
            revealed,
        } = fairness;
        let (seed, key, shuffles) = match revealed {
            None => (None, None, None),
            Some(Revealed {
                seed,
                key,
                shuffles,
            }) => (
                Some(seed),
                Some(hex::encode(key.as_bytes())),
                Some(shuffles),
            ),
        };
        let players = members.into_iter().map(|member| AddedBody {
            you: caller == Some(member.player),
            player: member.player,
            entropy: member.entropy,
        });
        Self {
            id: game.id(),
            status: game.status,
            version: game.version,
            head: game.head,
            commitment: game.created.commitment,
            seating: game.created.seating,
            players: players.collect(),
            seed,
            deal_key: key,
            shuffles,
            how_to_check,
        }
    }
}

/// Returns the caller's membership, if the caller is a player of the game.
fn caller_member(fairness: &Fairness) -> Option<&Member> {
    let mut members = fairness.members.iter();
    members.find(|member| fairness.caller == Some(member.player))
}

fn steps_during_game(fairness: &Fairness) -> Vec<String> {
    let game = &fairness.game;
    let commitment = hex::encode(game.created.commitment.0);
    let mut steps = vec![format!(
        "Keep the commitment, {commitment}. The server published it before any player joined. When the game is over, \
         the server reveals the seed, and SHA-256(\"cardpost/commit/1\", then the game's id as 16 bytes, then the \
         seed) must equal the commitment."
    )];
    steps.extend(caller_member(fairness).map(|member| match &member.entropy {
        Some(entropy) => format!(
            "Keep the entropy that you contributed to the deal, {}. It must appear in the record of the game. The \
             cards depend on it, and the server did not know it when it chose the seed, unless you created the game.",
            String::from(entropy.clone())
        ),
        None => "You contributed no entropy to the deal. Unless a player that you trust did, the server could have \
                 chosen a seed that it prefers. Next time, send `entropy` when you join."
            .to_owned(),
    }));
    steps.push(format!(
        "Keep the hash of the last entry, {}. With it you can prove later that no entry up to entry {} was changed.",
        game.head, game.version
    ));
    steps.push(
        "When the game is over, request this report again, or download the record and check it with `cardpost \
         verify` or clients/verify/verify.py and the options --head, --commitment and --entropy."
            .to_owned(),
    );
    steps
}

fn steps_after_game(fairness: &Fairness, revealed: &Revealed) -> Vec<String> {
    let game = &fairness.game;
    let commitment = hex::encode(game.created.commitment.0);
    let mut steps = vec![format!(
        "SHA-256(\"cardpost/commit/1\", then the game's id as 16 bytes, then the seed) must be the commitment, \
         {commitment}, which must be the one that you saw before the game."
    )];
    if let Some(entropy) = caller_member(fairness).and_then(|member| member.entropy.as_ref()) {
        steps.push(format!(
            "The entropy of your player id must be the one that you contributed: {}.",
            String::from(entropy.clone())
        ));
    }
    steps.push(format!(
        "HMAC-SHA-256 with the seed as the key, of \"cardpost/deal/1\", the game's id and, for each player in the \
         order of joining, one byte with the length of their entropy and the entropy itself, must be the deal key, \
         {}.",
        hex::encode(revealed.key.as_bytes())
    ));
    steps.push(format!(
        "Each of the {} shuffles must follow from the deal key, as described in docs/RECORDS.md under \"Fair \
         deals\".",
        revealed.shuffles.len()
    ));
    steps.push(
        "To check all of this automatically, together with the hashes of the log and the moves, download the record \
         and run `cardpost verify` or clients/verify/verify.py on it, or send it to POST /v1/records/verify. If you \
         kept a hash during the game, provide it as well."
            .to_owned(),
    );
    steps
}
