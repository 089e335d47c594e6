//! What the deals of a game can be checked by, on the wire.

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

/// What the deals of a game can be checked by, and how.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FairnessReport)]
pub struct FairnessReportBody {
    /// The game.
    id: GameId,
    /// How far it has come.
    status: Status,
    /// The position of the last entry in its log.
    #[schema(example = 12)]
    version: u32,
    /// The hash of that entry, in hexadecimal: whoever keeps it can prove later that nothing before was changed.
    #[schema(value_type = String)]
    head: Hash,
    /// What the server committed to before anyone joined, in hexadecimal.
    #[schema(value_type = String)]
    commitment: Commitment,
    /// How the players come to their seats.
    seating: Seating,
    /// What each player added to the deal, in the order of joining.
    players: Vec<AddedBody>,
    /// The secret that was committed to, in hexadecimal; `null` until the game is over.
    #[schema(value_type = Option<String>)]
    seed: Option<Seed>,
    /// What all shuffles follow from, in hexadecimal; `null` until the game is over.
    deal_key: Option<String>,
    /// The order of the cards after each shuffle, the top one first; `null` until the game is over.
    shuffles: Option<Vec<Vec<Card>>>,
    /// What to do now, in order, as sentences.
    how_to_check: Vec<String>,
}

/// What a player added to the deal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AddedEntropy)]
pub struct AddedBody {
    /// The player.
    player: PlayerId,
    /// Whether it is the caller.
    you: bool,
    /// What they added, in hexadecimal; `null` if nothing, and for everyone but the caller until the game is over.
    #[schema(value_type = Option<String>)]
    entropy: Option<Entropy>,
}

impl From<Fairness> for FairnessReportBody {
    fn from(fairness: Fairness) -> Self {
        let how_to_check = match &fairness.revealed {
            None => while_it_runs(&fairness),
            Some(revealed) => once_it_is_over(&fairness, revealed),
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

/// The caller's own part, if they have one.
fn own(fairness: &Fairness) -> Option<&Member> {
    let mut members = fairness.members.iter();
    members.find(|member| fairness.caller == Some(member.player))
}

fn while_it_runs(fairness: &Fairness) -> Vec<String> {
    let game = &fairness.game;
    let commitment = hex::encode(game.created.commitment.0);
    let mut steps = vec![format!(
        "Keep the commitment, {commitment}. The server published it before anyone joined. When the game is over it \
         shows its seed, and SHA-256(\"cardpost/commit/1\", then the game's id as 16 bytes, then the seed) must be \
         this."
    )];
    steps.extend(own(fairness).map(|own| match &own.entropy {
        Some(entropy) => format!(
            "Keep what you added to the deal, {}. It must stand in the record of the game: the cards depend on it, \
             and the server did not know it when it chose its seed, unless you created the game.",
            String::from(entropy.clone())
        ),
        None => "You added nothing to the deal. Unless another player did whom you trust, nothing keeps the server \
                 from having chosen a seed that it likes. Next time, send `entropy` when you join."
            .to_owned(),
    }));
    steps.push(format!(
        "Keep the hash of the last entry, {}. With it you can prove that nothing up to entry {} was changed \
         afterwards.",
        game.head, game.version
    ));
    steps.push(
        "When the game is over, come back here, or download the record and give it to `cardpost verify` or to \
         clients/verify/verify.py with --head, --commitment and --entropy."
            .to_owned(),
    );
    steps
}

fn once_it_is_over(fairness: &Fairness, revealed: &Revealed) -> Vec<String> {
    let game = &fairness.game;
    let commitment = hex::encode(game.created.commitment.0);
    let mut steps = vec![format!(
        "SHA-256(\"cardpost/commit/1\", then the game's id as 16 bytes, then the seed) must be the commitment, \
         {commitment}, and that the one which you saw before the game."
    )];
    if let Some(entropy) = own(fairness).and_then(|own| own.entropy.as_ref()) {
        steps.push(format!(
            "What you added to the deal must stand beside your id: {}.",
            String::from(entropy.clone())
        ));
    }
    steps.push(format!(
        "HMAC-SHA-256 with the seed as the key, of \"cardpost/deal/1\", the game's id, and for each player in the \
         order of joining a byte with the length of what they added and that itself, must be the deal key, {}.",
        hex::encode(revealed.key.as_bytes())
    ));
    steps.push(format!(
        "The deal key must lead to each of the {} shuffles: docs/RECORDS.md says how, under \"Fair deals\".",
        revealed.shuffles.len()
    ));
    steps.push(
        "All of this, the hashes of the log and the moves are checked for you: download the record and give it to \
         `cardpost verify` or to clients/verify/verify.py, or send it to POST /v1/records/verify. If you kept a hash \
         while the game ran, give it too."
            .to_owned(),
    );
    steps
}
