//! Before a game starts: creating, joining, leaving, starting, calling off; finding games.

use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::view::ViewedGame;
use crate::{
    auth::{policy, token::Token},
    engine::{
        any::{AnyOptions, Kind},
        chance::{Entropy, Seed},
    },
    game::{
        Game, Status,
        clock::Clock,
        entry::{self, Body, CancelReason, Created, Seating, Visibility},
        player::Player,
        schedule::schedule,
        stored::StoredGame,
        writer::{EntryStamp, GameWriter, NewEntry},
    },
    service::{
        Service,
        error::{FieldError, ServiceError},
        idempotency::{Key, Scope},
    },
    store::{
        games::{inbox::InboxRow, load::Loaded},
        outcome::WriteOutcome,
    },
    types::id::{GameId, PlayerId},
};

pub use crate::{
    bot::Bot,
    store::games::{
        inbox::{InboxFilter, InboxPlace, Part},
        lobby::LobbyFilter,
    },
};

/// What somebody wants to play.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// The kind.
    pub kind: Kind,
    /// What it is varied by.
    pub options: AnyOptions,
    /// How many can join.
    pub seats: u8,
    /// Who may see it.
    pub visibility: Visibility,
    /// How the players come to their seats.
    pub seating: Seating,
    /// How long the players may take for their turns.
    pub clock: Option<Clock>,
    /// The bots that take seats.
    pub bots: Vec<Bot>,
    /// What the creator adds to the deal.
    pub entropy: Option<Entropy>,
}

/// A page of games, and where the next one begins.
#[derive(Debug, Clone)]
pub struct Page<C> {
    /// The games.
    pub games: Vec<ViewedGame>,
    /// The place of the last one, where there are more.
    pub next: Option<C>,
}

/// A page of a player's games.
#[derive(Debug, Clone)]
pub struct Inbox {
    /// Another one whenever another game stands on the page, or one of them changed.
    pub tag: String,
    /// The page; `None` where the caller has it already.
    pub page: Option<Page<InboxPlace>>,
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
            errors.push(FieldError::new(
                "/seats",
                format_args!("{} is for {players} players.", about.name),
            ));
        }
        if let Err(invalid) = self.options.check() {
            errors.push(FieldError::new(
                format!("/options{}", invalid.pointer),
                invalid.detail,
            ));
        }
        if self.bots.len() >= usize::from(self.seats.max(1)) && !self.bots.is_empty() {
            let detail = "There must be a seat for every bot, and one for the creator.";
            errors.push(FieldError::new("/bots", detail));
        }
        if let Some(Err(invalid)) = self.clock.map(|clock| clock.check()) {
            errors.push(FieldError::new(
                format!("/clock{}", invalid.pointer),
                invalid.detail,
            ));
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
    ///
    /// # Errors
    /// When the token is nobody's, there is no such game, the caller has too many open games, a key was used for
    /// another request, or the database fails.
    pub async fn create_game(
        &self,
        token: Option<&Token>,
        new: NewGame,
        key: Option<Key<'_>>,
    ) -> Result<ViewedGame, ServiceError> {
        let creator = self.identify(token).await?;
        let once = key
            .as_ref()
            .map(|key| self.once(Scope::Player(creator.id), "games", key));
        if let Some(before) = self.before(once.as_ref()).await? {
            return self
                .created_before(GameId::new(before.created), creator.id, new.bots.len())
                .await;
        }
        new.check()?;
        let bots = new.bots.len();
        self.must_have_room(creator.id).await?;
        let (stored, written) = self.new_game(new, &creator)?;
        let schedule = schedule(
            &stored.game,
            &[],
            self.env.now(),
            self.limits.abandoned_after,
        );
        let told = self.notices(None, &stored.game, &[]);
        match self
            .store
            .create_game(&stored, &written, schedule, &told, None, once.as_ref())
            .await?
        {
            WriteOutcome::Yes => {
                self.schedule_wakeup(schedule);
                Ok(ViewedGame::new(stored, Some(creator.id), None))
            }
            WriteOutcome::Repeated | WriteOutcome::TooLate => {
                let before = self.before(once.as_ref()).await?;
                let before =
                    before.ok_or_else(|| ServiceError::Internal("a key was forgotten".into()))?;
                self.created_before(GameId::new(before.created), creator.id, bots)
                    .await
            }
        }
    }

    /// Whether a player may create one more game.
    pub(in crate::service) async fn must_have_room(
        &self,
        creator: PlayerId,
    ) -> Result<(), ServiceError> {
        if self.store.open_games_of(creator).await? >= self.limits.open_games {
            return Err(ServiceError::QuotaExceeded {
                reason: format!(
                    "You have {} open games: more can be created once some have started or been called off.",
                    self.limits.open_games
                ),
                retry_after: Duration::from_mins(1),
            });
        }
        Ok(())
    }

    /// A new game, in which its creator and the bots have their seats.
    pub(in crate::service) fn new_game(
        &self,
        new: NewGame,
        creator: &Player,
    ) -> Result<(StoredGame, Vec<NewEntry>), ServiceError> {
        let id = GameId::new(self.env.id());
        let seed = Seed::new(self.env.bytes());
        let created = Created {
            game: id,
            kind: new.kind,
            rules: new.kind.about().rules,
            options: new.options,
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
        let mut writer = GameWriter::create(created, creator.id, new.entropy, stamp)?;
        let mut names = vec![(creator.id, creator.name.clone())];
        for bot in &new.bots {
            let id = PlayerId::new(self.env.id());
            writer.join_bot(id, bot.name().to_owned())?;
            names.push((id, bot.name().to_owned()));
        }
        start_if_full(&mut writer, &seed)?;
        let (game, written) = writer.finish();
        let join_code = (new.visibility == Visibility::Private).then(|| self.env.join_code());
        Ok((StoredGame::new(game, seed, join_code, names), written))
    }

    /// A bot takes a seat, for the creator of the game. A full table starts by itself.
    ///
    /// # Errors
    /// When there is no such game for the caller, it is not theirs, is not open, or the database fails.
    pub async fn seat_bot(
        &self,
        id: GameId,
        token: Option<&Token>,
        bot: Bot,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, seed, player| {
            must_be_host(writer.game(), player)?;
            must_be_open(writer.game())?;
            let seated = PlayerId::new(self.env.id());
            writer.join_bot(seated, bot.name().to_owned())?;
            start_if_full(writer, seed)
        })
        .await
    }

    /// The game that a request created with so many bots when it came first, as it stood then.
    pub(in crate::service) async fn created_before(
        &self,
        id: GameId,
        creator: PlayerId,
        bots: usize,
    ) -> Result<ViewedGame, ServiceError> {
        let Loaded { stored, .. } = self
            .store
            .game(id, None)
            .await?
            .ok_or(ServiceError::NotFound("game"))?;
        let game = &stored.game;
        // Behind the creation itself: the joining of the creator and the bots, and what followed from the last of it
        // at a table that was full then.
        let log = self.store.log(id, game.kind(), 1, game.version).await?;
        let last = log.get(bots..).unwrap_or_default();
        let at = entry::end_of_change(last).unwrap_or(game.version);
        let stored = self.stored_at(stored, at).await?;
        Ok(ViewedGame::new(stored, Some(creator), None))
    }

    /// The caller takes a seat. A full table starts by itself.
    ///
    /// # Errors
    /// When there is no such game for the caller, it is not open, the caller has a seat already, or the database
    /// fails.
    pub async fn join(
        &self,
        id: GameId,
        token: Option<&Token>,
        join_code: Option<&str>,
        entropy: Option<Entropy>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, join_code, &|writer, seed, player| {
            if writer
                .game()
                .members
                .iter()
                .any(|member| member.player == player)
            {
                return Err(ServiceError::AlreadySeated);
            }
            must_be_open(writer.game())?;
            writer.join(player, entropy.clone())?;
            start_if_full(writer, seed)
        })
        .await
    }

    /// The caller gives up their seat before the start. When nobody is left, the game is called off.
    ///
    /// # Errors
    /// When there is no such game for the caller, it is not open, they have no seat, or the database fails.
    pub async fn leave(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, _, player| {
            writer.game().seat_of(player).ok_or(NO_SEAT)?;
            must_be_open(writer.game())?;
            writer.write(Body::Left { player })?;
            // Bots don't wait for people.
            if writer.game().host().is_none() {
                writer.write(Body::Cancelled {
                    reason: CancelReason::Deserted,
                })?;
            }
            Ok(())
        })
        .await
    }

    /// Starts a game with those who have joined.
    ///
    /// # Errors
    /// When there is no such game for the caller, it is not theirs, is not open, has too few players, or the
    /// database fails.
    pub async fn start(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, seed, player| {
            must_be_host(writer.game(), player)?;
            must_be_open(writer.game())?;
            let about = writer.game().kind().about();
            let (seated, least) = (writer.game().members.len(), *about.players.start());
            if seated < usize::from(least) {
                let detail = format!("{} needs {least} players, and {seated} joined.", about.name);
                return Err(ServiceError::invalid("", detail));
            }
            Ok(writer.start(seed)?)
        })
        .await
    }

    /// Calls off a game that has not started.
    ///
    /// # Errors
    /// When there is no such game for the caller, it is not theirs, is not open, or the database fails.
    pub async fn cancel(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, _, player| {
            must_be_host(writer.game(), player)?;
            must_be_open(writer.game())?;
            Ok(writer.write(Body::Cancelled {
                reason: CancelReason::ByCreator,
            })?)
        })
        .await
    }

    /// The caller leaves the running game for good.
    ///
    /// # Errors
    /// When there is no such game for the caller, they have no seat, it is not being played, or the database
    /// fails.
    pub async fn resign(
        &self,
        id: GameId,
        token: Option<&Token>,
    ) -> Result<ViewedGame, ServiceError> {
        self.change(id, token, None, &|writer, seed, player| {
            let game = writer.game();
            let seat = game.seat_of(player).ok_or(NO_SEAT)?;
            match game.status {
                Status::Playing => {}
                Status::Open => {
                    return Err(ServiceError::NotYourTurn(
                        "The game has not started: leave it instead of resigning.",
                    ));
                }
                Status::Finished | Status::Cancelled => return Err(ServiceError::GameOver),
            }
            Ok(writer.resign(seat, seed)?)
        })
        .await
    }

    /// Public games, the newest first.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn lobby(
        &self,
        token: Option<&Token>,
        filter: LobbyFilter,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Page<GameId>, ServiceError> {
        let caller = match token {
            Some(_) => Some(self.identify(token).await?.id),
            None => None,
        };
        let ids = self
            .store
            .lobby(filter, after, most.saturating_add(1))
            .await?;
        let (ids, next) = page(ids, most);
        Ok(Page {
            games: self.seen(&ids, caller).await?,
            next,
        })
    }

    /// The caller's games, and those that they are invited to, in the order of urgency. The games themselves are only
    /// loaded where the caller does not know the tag of the page: else this costs two small reads.
    ///
    /// # Errors
    /// When the token is nobody's, or the database fails.
    pub async fn inbox(
        &self,
        token: Option<&Token>,
        filter: InboxFilter,
        after: Option<InboxPlace>,
        most: u32,
        knows: impl FnOnce(&str) -> bool,
    ) -> Result<Inbox, ServiceError> {
        let player = self.identify(token).await?.id;
        let rows = self
            .store
            .games_of(player, filter, after, most.saturating_add(1))
            .await?;
        let tag = inbox_tag(&rows);
        if knows(&tag) {
            return Ok(Inbox { tag, page: None });
        }
        let (rows, next) = page(rows, most);
        let ids: Vec<GameId> = rows.iter().map(|row| row.place.game).collect();
        let page = Page {
            games: self.seen(&ids, Some(player)).await?,
            next: next.map(|row| row.place),
        };
        Ok(Inbox {
            tag,
            page: Some(page),
        })
    }

    async fn seen(
        &self,
        ids: &[GameId],
        caller: Option<PlayerId>,
    ) -> Result<Vec<ViewedGame>, ServiceError> {
        let games = self.store.games(ids).await?;
        Ok(games
            .into_iter()
            .map(|game| ViewedGame::new(game, caller, None))
            .collect())
    }
}

/// A short name for what these rows say.
fn inbox_tag(rows: &[InboxRow]) -> String {
    let mut hash = Sha256::new();
    for InboxRow { place, version } in rows {
        let deadline = place
            .deadline
            .map_or(0, |at| at.moment().timestamp_millis());
        hash.update(deadline.to_be_bytes());
        hash.update(place.since.moment().timestamp_millis().to_be_bytes());
        hash.update(place.game.uuid());
        hash.update(version.to_be_bytes());
    }
    hex::encode(&hash.finalize()[..16])
}

/// The first `most` of a list that was asked for one more, and the last of them if there is one more.
fn page<C: Copy>(mut all: Vec<C>, most: u32) -> (Vec<C>, Option<C>) {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let more = all.len() > most;
    all.truncate(most);
    let next = if more { all.last().copied() } else { None };
    (all, next)
}

pub(in crate::service) const NO_SEAT: ServiceError =
    ServiceError::Forbidden("You have no seat in this game.");

pub(in crate::service) fn must_be_open(game: &Game) -> Result<(), ServiceError> {
    match game.status {
        Status::Open => Ok(()),
        Status::Playing | Status::Finished | Status::Cancelled => Err(ServiceError::GameNotOpen),
    }
}

fn must_be_host(game: &Game, player: PlayerId) -> Result<(), ServiceError> {
    if policy::is_host(game, player) {
        Ok(())
    } else {
        Err(ServiceError::Forbidden(
            "Only the player who created the game can do this.",
        ))
    }
}

fn start_if_full(writer: &mut GameWriter<'_>, seed: &Seed) -> Result<(), ServiceError> {
    if writer.game().members.len() == usize::from(writer.game().created.seats) {
        writer.start(seed)?;
    }
    Ok(())
}
