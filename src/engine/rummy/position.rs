//! Starting positions: checks that a match could reach the position that a view shows.

use super::{
    Length, MeldRules, Options, Phase, Player, Rummy, Status, View,
    declaration::judge,
    hand::{HAND_SIZE, MAX_POINTS},
    melds::melding::Melding,
    moves::Groups,
    view::{self, HandStatus},
    wild::Wild,
};
use crate::engine::{
    card::Card,
    deck::{self, Pile},
    rules::ImpossiblePosition,
    seat::Seat,
};

/// Refuses the position for this reason unless `holds`.
fn check(holds: bool, reason: &str) -> Result<(), ImpossiblePosition> {
    ImpossiblePosition::unless(holds, || reason.into())
}

pub(super) fn from_view(
    options: &Options,
    seats: u8,
    view: View,
    turn: &[Seat],
) -> Result<Rummy, ImpossiblePosition> {
    let &[mover] = turn else {
        return Err(ImpossiblePosition("one player moves at a time".into()));
    };
    let Some(indicator) = view.indicator else {
        return Err(ImpossiblePosition("there is no indicator".into()));
    };
    let rules = MeldRules {
        wild: Wild::of_indicator(indicator),
        jokers_in_sets: options.jokers_in_sets,
    };
    let hands = view.hands.into_iter();
    let players: Result<Vec<Player>, _> = hands.map(|hand| player(hand, rules)).collect();
    let closed = Pile::from_top(view.closed.cards.unwrap_or_default());
    let open = view.open.top.into_iter();
    let mut rummy = Rummy {
        options: options.clone(),
        deal: view.deal,
        indicator: Some(indicator),
        players: players?,
        phase: phase(view.phase, &closed)?,
        closed,
        open: Pile::from_top(open.chain(view.open.under.unwrap_or_default()).collect()),
        turned_up: view.open.turned_up,
        mover,
        scores: view.scores,
    };
    check(
        rummy.players.len() == usize::from(seats) && rummy.scores.len() == usize::from(seats),
        "every seat has a hand and a list of scores",
    )?;
    rummy.check_scores()?;
    rummy.check_hands()?;
    rummy.check_cards()?;
    rummy.check_turns()?;
    // The best melding is found only after the checks, because until then a hand may have any number of cards.
    for player in &mut rummy.players {
        if player.status == Status::Playing {
            player.melding = Some(Melding::best(rules, &player.hand));
        }
    }
    Ok(rummy)
}

/// Returns a player with their cards. The melding is set only for a hand that was laid out.
fn player(hand: view::Hand, rules: MeldRules) -> Result<Player, ImpossiblePosition> {
    let mut player = Player {
        status: match hand.status {
            HandStatus::Playing => Status::Playing,
            HandStatus::Dropped => Status::Dropped,
            HandStatus::DeclaredWrongly => Status::DeclaredWrongly,
            HandStatus::Declared => Status::Declared,
            HandStatus::Out => Status::Out,
        },
        has_drawn: hand.has_drawn,
        hand: Vec::new(),
        melding: None,
    };
    match (player.status, hand.cards, hand.laid_out) {
        (Status::Declared, _, _) => {
            return Err(ImpossiblePosition(
                "nobody is to move after a valid declaration".into(),
            ));
        }
        (Status::DeclaredWrongly, None, Some(laid_out)) => {
            let groups = laid_out.groups.into_iter().map(|group| group.cards);
            let groups: Vec<Vec<Card>> = groups.collect();
            check(
                groups.iter().all(|group| !group.is_empty())
                    && groups.iter().map(Vec::len).sum::<usize>() == HAND_SIZE,
                "a wrong declaration has thirteen cards in its groups",
            )?;
            let (groups, fault) = judge(rules, &Groups::from(groups));
            check(
                fault.is_some(),
                "a declaration is valid although its player is marked as having declared wrongly",
            )?;
            player.lay_out(&groups, false);
        }
        (Status::Playing | Status::Dropped | Status::Out, Some(cards), None) => {
            player.hand = cards;
        }
        _ => {
            return Err(ImpossiblePosition(
                "a hand must be named, and must be laid out if its player declared wrongly".into(),
            ));
        }
    }
    Ok(player)
}

fn phase(phase: view::Phase, closed: &Pile) -> Result<Phase, ImpossiblePosition> {
    match phase {
        view::Phase::Draw if closed.is_empty() => Ok(Phase::Rebuild),
        view::Phase::Draw => Ok(Phase::Draw),
        view::Phase::Discard => Ok(Phase::Discard),
        view::Phase::Deal | view::Phase::Over => {
            Err(ImpossiblePosition("nobody is to move in this phase".into()))
        }
    }
}

impl Rummy {
    /// Checks that the scores could be those of the deals before this one.
    fn check_scores(&self) -> Result<(), ImpossiblePosition> {
        let deals = match self.options.length {
            Length::Deals { deals } => u32::try_from(deals).unwrap_or_default(),
            Length::Pool { .. } => u32::MAX,
        };
        check(
            (1..=deals).contains(&self.deal),
            "the number of the deal is not one of the match",
        )?;
        let deals_before = self.deal as usize - 1;
        for deals in &self.scores {
            check(
                // A card that counts at all counts at least two points.
                deals
                    .iter()
                    .all(|&score| score != 1 && (0..=MAX_POINTS).contains(&score)),
                "a deal scores 0 to 80 points, and never 1",
            )?;
            let total: i32 = deals.iter().sum();
            let total_before: i32 = deals.iter().rev().skip(1).sum();
            check(
                deals.len() == deals_before && !self.puts_out(total)
                    || deals.len() <= deals_before
                        && self.puts_out(total)
                        && !self.puts_out(total_before),
                "a seat has a score for each deal before this one, up to the one that put it out",
            )?;
        }
        check(
            (0..deals_before).all(|deal| {
                let mut scores = self.scores.iter().filter_map(|deals| deals.get(deal));
                scores.any(|&score| score == 0)
            }),
            "a player scores 0 in every deal",
        )?;
        check(
            self.order_of(self.deal).count() >= 2,
            "a deal has at least two players",
        )
    }

    /// Checks that each hand has the right number of cards for this point of a turn.
    fn check_hands(&self) -> Result<(), ImpossiblePosition> {
        for (seat, player) in Seat::all(self.seats()).zip(&self.players) {
            let cards = player.hand.len();
            let is_to_discard = self.mover == seat && self.phase == Phase::Discard;
            let is_possible = match player.status {
                Status::Playing if is_to_discard => cards == HAND_SIZE + 1 && player.has_drawn,
                Status::Playing | Status::Declared => cards == HAND_SIZE,
                Status::Dropped => cards == HAND_SIZE || cards == HAND_SIZE + 1 && player.has_drawn,
                Status::DeclaredWrongly => cards == HAND_SIZE && player.has_drawn,
                Status::Out => cards == 0 && !player.has_drawn,
            };
            check(
                is_possible,
                "a hand has thirteen cards, and one more if its player has just drawn or dropped after drawing",
            )?;
            check(
                self.is_in(seat, self.deal) == (player.status != Status::Out),
                "a seat has no cards if it is out of the pool, and only then",
            )?;
        }
        check(
            self.players_in_play() >= 2 && self.player(self.mover).status == Status::Playing,
            "the player to move is in the deal, and is not alone in it",
        )
    }

    fn players_in_play(&self) -> usize {
        let players = self.players.iter();
        players
            .filter(|player| player.status == Status::Playing)
            .count()
    }

    /// Checks that every card of the deck is in the position exactly once.
    fn check_cards(&self) -> Result<(), ImpossiblePosition> {
        let mut cards: Vec<Card> = self.indicator.into_iter().collect();
        cards.extend(self.players.iter().flat_map(|player| &player.hand));
        cards.extend(self.closed.bottom_first());
        cards.extend(self.open.bottom_first());
        let deck = Self::fresh_deck(self.order_of(self.deal).count());
        check(
            deck::same_cards(&cards, &deck),
            "every card of the deck is in the position exactly once",
        )
    }

    /// Checks that exactly the players who have had a turn have drawn, and that the open pile fits their turns.
    fn check_turns(&self) -> Result<(), ImpossiblePosition> {
        let order: Vec<&Player> = self
            .order_of(self.deal)
            .map(|seat| self.player(seat))
            .collect();
        let turns_before = self
            .order_of(self.deal)
            .take_while(|&seat| seat != self.mover)
            .count();
        let has_drawn = |player: &&&Player| player.has_drawn;
        let is_waiting = |player: &&Player| player.status == Status::Playing && !player.has_drawn;
        let mover_has_drawn = self.phase == Phase::Discard;
        let is_first_turn = order[turns_before].has_drawn == mover_has_drawn
            && order[..turns_before]
                .iter()
                .all(|player| !is_waiting(player))
            && order[turns_before + 1..].iter().all(is_waiting);
        let is_later_turn = order.iter().all(|player| !is_waiting(player));
        check(
            is_first_turn || is_later_turn,
            "the players in the deal have drawn if they have had a turn",
        )?;
        check(
            self.turned_up || order.iter().any(|player| player.has_drawn),
            "the card that was turned up stays in the open pile until someone draws",
        )?;
        check(
            !self.turned_up || !self.open.is_empty(),
            "the card that was turned up is in the open pile, which has no cards",
        )?;
        // If the only card of the pile is taken, the discard refills it, unless the player drops.
        let dropped_holding_it = order.iter().any(|player| player.hand.len() > HAND_SIZE);
        check(
            !self.open.is_empty() || dropped_holding_it,
            "the open pile has a card unless the last one was taken",
        )?;
        let discards = order[..turns_before].iter().filter(has_drawn).count();
        check(
            is_later_turn || self.open.len() <= 1 + discards,
            "the open pile has more cards than were discarded",
        )
    }
}
