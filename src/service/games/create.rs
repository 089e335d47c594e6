//! Creating games.

use super::{seats, view::ViewedGame};
use crate::{
    auth::token::Token,
    engine::{
        any::{AnyOptions, Kind},
        chance::{Entropy, Seed},
    },
    game::{
        clock::Clock,
        entry::{Created, Seating, Visibility},
        player::Player,
        schedule::schedule,
        stored::StoredGame,
        writer::{EntryStamp, GameWriter, NewEntry},
    },
    service::{
        Service,
        error::{Field, FieldError, ServiceError},
        idempotency::{KeyedRequest, Scope},
    },
    store::{games::load::Loaded, idempotency::PreviousRequest, outcome::WriteOutcome},
    types::id::{GameId, PlayerId},
};

pub use crate::bot::Bot;

/// The settings of a new game.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// The kind of game.
    pub kind: Kind,
    /// The options of the kind.
    pub options: AnyOptions,
    /// The number of seats.
    pub seats: u8,
    /// The visibility of the game.
    pub visibility: Visibility,
    /// How the players are assigned to seats.
    pub seating: Seating,
    /// The time limits for turns.
    pub clock: Option<Clock>,
    /// The bots that take seats.
    pub bots: Vec<Bot>,
    /// The creator's contribution to the shuffles.
    pub entropy: Option<Entropy>,
}

impl NewGame {
    fn check(&self) -> Result<(), ServiceError> {
        let about = self.kind.about();
        let mut errors = Vec::new();
        if !about.players.contains(&self.seats) {
            let (least, most) = (about.players.start(), about.players.end());
            let players = if least == most {
                format!("{least}")
            } else {
                format!("{least} to {most}")
            };
            let detail = format_args!("{} is for {players} players.", about.name);
            errors.push(FieldError::new(Field::Seats, detail));
        }
        if let Err(invalid) = self.options.check() {
            let field = Field::Options(invalid.pointer);
            errors.push(FieldError::new(field, invalid.detail));
        }
        if self.bots.len() >= usize::from(self.seats.max(1)) && !self.bots.is_empty() {
            let detail = "There must be a seat for each bot, and one for the creator.";
            errors.push(FieldError::new(Field::Bots, detail));
        }
        if let Some(Err(invalid)) = self.clock.map(|clock| clock.check()) {
            let field = Field::Clock(invalid.pointer);
            errors.push(FieldError::new(field, invalid.detail));
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(ServiceError::Invalid(errors))
        }
    }
}

impl Service {
    /// Creates a game, in which the caller takes a seat.
    pub async fn create_game(
        &self,
        token: Option<&Token>,
        new: NewGame,
        keyed: Option<KeyedRequest<'_>>,
    ) -> Result<ViewedGame, ServiceError> {
        let creator = self.identify(token).await?;
        self.idempotent(
            Scope::Player(creator.id),
            "games",
            keyed.as_ref(),
            async |request| {
                new.check()?;
                self.check_open_games(creator.id).await?;
                let (stored, written) = self.new_game(&new, &creator)?;
                let (now, abandoned_after) = (self.env.now(), self.limits.abandoned_after);
                let schedule = schedule(&stored.game, &[], now, abandoned_after);
                let notices = self.notices(None, &stored.game, &[]);
                let outcome = self
                    .store
                    .create_game(&stored, &written, schedule, &notices, None, request)
                    .await?;
                Ok((outcome == WriteOutcome::Yes).then(|| {
                    self.schedule_wakeup(schedule);
                    ViewedGame::new(stored, Some(creator.id), None)
                }))
            },
            async |previous| self.game_as_created(&previous, creator.id).await,
        )
        .await
    }

    /// Checks that a player may create one more game.
    pub(in crate::service) async fn check_open_games(
        &self,
        creator: PlayerId,
    ) -> Result<(), ServiceError> {
        let limit = self.limits.open_games;
        if self.store.open_games_of(creator).await? >= limit {
            return Err(ServiceError::quota(format!(
                "You already have the maximum of {limit} open games. Start or cancel one, then create another."
            )));
        }
        Ok(())
    }

    /// A new game, in which the creator and the bots have seats. It starts if it is full.
    pub(in crate::service) fn new_game(
        &self,
        new: &NewGame,
        creator: &Player,
    ) -> Result<(StoredGame, Vec<NewEntry>), ServiceError> {
        let id = GameId::new(self.env.id());
        let seed = Seed::new(self.env.bytes());
        let created = Created {
            game: id,
            kind: new.kind,
            rules: new.kind.about().rules,
            options: new.options.clone(),
            seats: new.seats,
            visibility: new.visibility,
            seating: new.seating,
            commitment: seed.commitment(id.as_bytes()),
            clock: new.clock,
        };
        let mut salt = || self.env.salt();
        let stamp = EntryStamp {
            at: self.env.now(),
            salt: &mut salt,
        };
        let mut writer = GameWriter::create(created, creator.id, new.entropy.clone(), stamp)?;
        let mut names = vec![(creator.id, creator.name.clone())];
        for bot in &new.bots {
            let id = PlayerId::new(self.env.id());
            writer.join_bot(id, bot.name().to_owned())?;
            names.push((id, bot.name().to_owned()));
        }
        seats::start_if_full(&mut writer, &seed)?;
        let (game, written) = writer.finish();
        let join_code = (new.visibility == Visibility::Private).then(|| self.env.join_code());
        Ok((StoredGame::new(game, seed, join_code, names), written))
    }

    /// The game that an earlier request created, as it was right after its creation.
    pub(in crate::service) async fn game_as_created(
        &self,
        previous: &PreviousRequest,
        creator: PlayerId,
    ) -> Result<ViewedGame, ServiceError> {
        let Loaded { stored, .. } = self
            .store
            .game(GameId::new(previous.created), None)
            .await?
            .ok_or(ServiceError::NotFound("game"))?;
        // Keys that an older version of the server stored have no version, for a day after the update.
        let version = previous.version().unwrap_or(stored.game.version);
        let stored = self.stored_at_version(stored, version).await?;
        Ok(ViewedGame::new(stored, Some(creator), None))
    }
}
