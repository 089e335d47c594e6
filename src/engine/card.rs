//! Playing cards and their two-character names.

use std::{borrow::Cow, fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// One of the four French suits, in the order of a fresh deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// `C`
    Clubs,
    /// `D`
    Diamonds,
    /// `H`
    Hearts,
    /// `S`
    Spades,
}

impl Suit {
    /// All suits, in the order of a fresh deck.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];
}

/// A rank by its number: 1 is the Ace, 11 the Jack, 12 the Queen, 13 the King.
///
/// Each game decides whether the Ace is low, high or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The Ace, number 1.
    pub const ACE: Self = Self(1);
    /// The Two.
    pub const TWO: Self = Self(2);
    /// The Ten.
    pub const TEN: Self = Self(10);
    /// The Jack, number 11.
    pub const JACK: Self = Self(11);
    /// The Queen, number 12.
    pub const QUEEN: Self = Self(12);
    /// The King, number 13.
    pub const KING: Self = Self(13);

    /// Returns all ranks, from the Ace to the King.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=13).map(Self)
    }

    /// Returns the rank with this number, or `None` if it is not from 1 to 13.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=13 => Some(Self(number)),
            _ => None,
        }
    }

    /// Returns the number of the rank, from 1 for the Ace to 13 for the King.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A card: a rank and a suit, or a printed joker.
///
/// On the wire a card is two characters, rank then suit: `"TD"`, `"AS"`; a printed joker is `"XX"`. Cards with the same
/// name are interchangeable: a game with several decks does not record which deck a card is from, so nothing can depend
/// on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"CDHS";
const CARDS_OF_A_SUIT: u8 = 13;
const JOKER: u8 = 52;

impl Card {
    /// A printed joker.
    pub const JOKER: Self = Self(JOKER);

    /// Creates the card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self(suit as u8 * CARDS_OF_A_SUIT + rank.0 - 1)
    }

    /// Returns the rank, or `None` for a printed joker.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_joker() {
            None
        } else {
            Some(Rank(self.0 % CARDS_OF_A_SUIT + 1))
        }
    }

    /// Returns the suit, or `None` for a printed joker.
    pub const fn suit(self) -> Option<Suit> {
        match self.0 / CARDS_OF_A_SUIT {
            0 => Some(Suit::Clubs),
            1 => Some(Suit::Diamonds),
            2 => Some(Suit::Hearts),
            3 => Some(Suit::Spades),
            _ => None,
        }
    }

    /// Returns whether this is a printed joker.
    pub const fn is_joker(self) -> bool {
        self.0 == JOKER
    }

    /// Returns the two characters of the name on the wire.
    const fn name(self) -> [u8; 2] {
        if self.is_joker() {
            *b"XX"
        } else {
            [
                RANKS[(self.0 % CARDS_OF_A_SUIT) as usize],
                SUITS[(self.0 / CARDS_OF_A_SUIT) as usize],
            ]
        }
    }

    /// Returns the name for people: `10♦`, `A♠`, `Joker`.
    pub fn for_people(self) -> String {
        let (Some(rank), Some(suit)) = (self.rank(), self.suit()) else {
            return "Joker".into();
        };
        let rank = match rank {
            Rank::TEN => "10".into(),
            rank => char::from(RANKS[usize::from(rank.0) - 1]).to_string(),
        };
        let suit = match suit {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        };
        format!("{rank}{suit}")
    }

    fn from_name(name: [u8; 2]) -> Option<Self> {
        if name == *b"XX" {
            return Some(Self::JOKER);
        }
        let position = |table: &[u8], wanted| table.iter().position(|&c| c == wanted);
        let rank = position(RANKS, name[0])?;
        let suit = position(SUITS, name[1])?;
        u8::try_from(suit * RANKS.len() + rank).ok().map(Self)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rank, suit] = self.name();
        write!(f, "{}{}", char::from(rank), char::from(suit))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not the name of a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a card: a card is a rank of A23456789TJQK and a suit of CDHS, as in \"TD\", or \"XX\" for a joker"
)]
pub struct ParseCardError(String);

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        <[u8; 2]>::try_from(text.as_bytes())
            .ok()
            .and_then(Self::from_name)
            // A client can send a text of any length, so the message quotes only the start.
            .ok_or_else(|| ParseCardError(text.chars().take(12).collect()))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = self.name();
        // A name is two ASCII characters, so the fallback is never used.
        serializer.serialize_str(str::from_utf8(&name).unwrap_or("XX"))
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

impl PartialSchema for Card {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^([A23456789TJQK][CDHS]|XX)$"))
            .description(Some(
                "A card: rank (A 2 … 9 T J Q K) and suit (C D H S); a printed joker is XX.",
            ))
            .examples(["TD"])
            .into()
    }
}

impl ToSchema for Card {
    fn name() -> Cow<'static, str> {
        "Card".into()
    }
}

/// Serializes a list of cards as one string of names (`"7HXXTD"`), to keep snapshots small: one is written at every
/// move.
pub mod compact {
    use std::borrow::Cow;

    use serde::{Deserialize, Deserializer, Serializer, de};

    use super::Card;

    /// Writes the cards as one string.
    pub fn serialize<S: Serializer>(cards: &[Card], serializer: S) -> Result<S::Ok, S::Error> {
        let mut names = String::with_capacity(cards.len() * 2);
        for card in cards {
            names.extend(card.name().map(char::from));
        }
        serializer.serialize_str(&names)
    }

    /// Reads a string that [`serialize`] wrote.
    ///
    /// # Errors
    /// If the text is not a list of card names.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Card>, D::Error> {
        let names = Cow::<'de, str>::deserialize(deserializer)?;
        let (pairs, rest) = names.as_bytes().as_chunks::<2>();
        let cards: Option<Vec<Card>> = pairs.iter().copied().map(Card::from_name).collect();
        match cards {
            Some(cards) if rest.is_empty() => Ok(cards),
            _ => Err(de::Error::custom(format_args!(
                "{names:?} is not a list of cards"
            ))),
        }
    }
}
