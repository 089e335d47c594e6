//! Positions that a match starts from: checking that a match could be in them.

use super::{
    GroupRules, Length, Options, Phase, Player, Rummy, Status, View,
    declaration::judge,
    melds::melding::{Grouping, HAND, MOST_POINTS},
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
    let rules = GroupRules {
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
    // Only now is it certain that every hand is one.
    for player in &mut rummy.players {
        if player.status == Status::Playing {
            player.grouping = Some(Grouping::best(rules, &player.hand));
        }
    }
    Ok(rummy)
}

/// A player with their cards, which are grouped only if they were laid out.
fn player(hand: view::Hand, rules: GroupRules) -> Result<Player, ImpossiblePosition> {
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
        grouping: None,
    };
    match (player.status, hand.cards, hand.laid_out) {
        (Status::Declared, _, _) => {
            return Err(ImpossiblePosition(
                "nobody is to move after a declaration that holds".into(),
            ));
        }
        (Status::DeclaredWrongly, None, Some(laid_out)) => {
            let groups = laid_out.groups.into_iter().map(|group| group.cards);
            let groups: Vec<Vec<Card>> = groups.collect();
            check(
                groups.iter().all(|group| !group.is_empty())
                    && groups.iter().map(Vec::len).sum::<usize>() == HAND,
                "a wrong declaration has thirteen cards in its groups",
            )?;
            let (groups, fault) = judge(rules, &Groups::from(groups));
            check(
                fault.is_some(),
                "a declaration holds, and its player is still said to have declared wrongly",
            )?;
            player.lay_out(&groups, false);
        }
        (Status::Playing | Status::Dropped | Status::Out, Some(cards), None) => {
            player.hand = cards;
        }
        _ => {
            return Err(ImpossiblePosition(
                "a hand must be named, and laid out if its player declared wrongly".into(),
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
    /// Whether the scores are those of the deals before this one.
    fn check_scores(&self) -> Result<(), ImpossiblePosition> {
        let deals = match self.options.length {
            Length::Deals { deals } => u32::try_from(deals).unwrap_or_default(),
            Length::Pool { .. } => u32::MAX,
        };
        check(
            (1..=deals).contains(&self.deal),
            "the deal on the table is none of the match",
        )?;
        let before = self.deal as usize - 1;
        for deals in &self.scores {
            check(
                // A card counts two points at least.
                deals
                    .iter()
                    .all(|&score| score != 1 && (0..=MOST_POINTS).contains(&score)),
                "a deal scores 0 to 80 points, and never 1",
            )?;
            let total: i32 = deals.iter().sum();
            let total_before: i32 = deals.iter().rev().skip(1).sum();
            check(
                deals.len() == before && !self.puts_out(total)
                    || deals.len() <= before
                        && self.puts_out(total)
                        && !self.puts_out(total_before),
                "a seat has a score for each deal before this one, up to the one that put it out",
            )?;
        }
        check(
            (0..before).all(|deal| {
                let mut scores = self.scores.iter().filter_map(|deals| deals.get(deal));
                scores.any(|&score| score == 0)
            }),
            "somebody scores 0 in every deal",
        )?;
        check(
            self.order_of(self.deal).count() >= 2,
            "a deal has two players at least",
        )
    }

    /// Whether each hand has the cards that it has at this point of a turn.
    fn check_hands(&self) -> Result<(), ImpossiblePosition> {
        for (seat, player) in Seat::all(self.seats()).zip(&self.players) {
            let cards = player.hand.len();
            let is_to_discard = self.mover == seat && self.phase == Phase::Discard;
            let fits = match player.status {
                Status::Playing if is_to_discard => cards == HAND + 1 && player.has_drawn,
                Status::Playing | Status::Declared => cards == HAND,
                Status::Dropped => cards == HAND || cards == HAND + 1 && player.has_drawn,
                Status::DeclaredWrongly => cards == HAND && player.has_drawn,
                Status::Out => cards == 0 && !player.has_drawn,
            };
            check(
                fits,
                "a hand has thirteen cards, and one more if its player has just drawn or dropped after drawing",
            )?;
            check(
                self.is_in(seat, self.deal) == (player.status != Status::Out),
                "a seat has no cards exactly if it is out of the pool",
            )?;
        }
        check(
            self.players_in_play() >= 2 && self.player(self.mover).status == Status::Playing,
            "the player to move is in the deal, and not alone",
        )
    }

    fn players_in_play(&self) -> usize {
        let players = self.players.iter();
        players
            .filter(|player| player.status == Status::Playing)
            .count()
    }

    /// Whether every card of the deck lies somewhere exactly once.
    fn check_cards(&self) -> Result<(), ImpossiblePosition> {
        let mut cards: Vec<Card> = self.indicator.into_iter().collect();
        cards.extend(self.players.iter().flat_map(|player| &player.hand));
        cards.extend(self.closed.bottom_first());
        cards.extend(self.open.bottom_first());
        let deck = Self::fresh_deck(self.order_of(self.deal).count());
        check(
            deck::same_cards(&cards, &deck),
            "every card of the deck lies somewhere exactly once",
        )
    }

    /// Whether those who have drawn are those who have had a turn, and the open pile is what their turns left.
    fn check_turns(&self) -> Result<(), ImpossiblePosition> {
        let order: Vec<&Player> = self
            .order_of(self.deal)
            .map(|seat| self.player(seat))
            .collect();
        let place = self
            .order_of(self.deal)
            .take_while(|&seat| seat != self.mover)
            .count();
        let drew = |player: &&&Player| player.has_drawn;
        let waits = |player: &&Player| player.status == Status::Playing && !player.has_drawn;
        let mover_has_drawn = self.phase == Phase::Discard;
        let is_first_turn = order[place].has_drawn == mover_has_drawn
            && order[..place].iter().all(|player| !waits(player))
            && order[place + 1..].iter().all(waits);
        let is_later_turn = order.iter().all(|player| !waits(player));
        check(
            is_first_turn || is_later_turn,
            "those who are in play have drawn if they have had a turn",
        )?;
        check(
            self.turned_up || order.iter().any(|player| player.has_drawn),
            "the card that was turned up lies on the open pile until someone draws",
        )?;
        check(
            !self.turned_up || !self.open.is_empty(),
            "the card that was turned up lies on the open pile, which has no card",
        )?;
        // A pile of which only its one card was taken is filled again at the end of the turn, unless that is a drop.
        let dropped_holding_it = order.iter().any(|player| player.hand.len() > HAND);
        check(
            !self.open.is_empty() || dropped_holding_it,
            "the open pile has a card, unless it was taken",
        )?;
        let discards = order[..place].iter().filter(drew).count();
        check(
            is_later_turn || self.open.len() <= 1 + discards,
            "the open pile has more cards than were discarded",
        )
    }
}
