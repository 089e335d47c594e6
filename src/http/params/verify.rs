//! The parameters of the check of a record.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    engine::chance::{Commitment, Entropy},
    game::chain::Hash,
    http::problem::Problem,
    record::verify::KeptValues,
};

/// Values that a player kept during a game, to compare with its record.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct KeptQuery {
    /// The hash of an entry, in hexadecimal: the `head` of the game at any time.
    head: Option<String>,
    /// The commitment, in hexadecimal.
    commitment: Option<String>,
    /// The entropy that the player contributed to the deal, in hexadecimal.
    entropy: Option<String>,
}

impl KeptQuery {
    /// Returns the values to compare.
    pub fn kept(self) -> Result<KeptValues, Problem> {
        let entropy = self.entropy.map(|text| {
            Entropy::try_from(text)
                .map_err(|error| Problem::invalid("/entropy", format_args!("{error}.")))
        });
        Ok(KeptValues {
            head: bytes("/head", self.head)?.map(Hash::from),
            commitment: bytes("/commitment", self.commitment)?.map(Commitment),
            entropy: entropy.transpose()?,
        })
    }
}

fn bytes(pointer: &str, text: Option<String>) -> Result<Option<[u8; 32]>, Problem> {
    text.map(|text| {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes)
            .map(|()| bytes)
            .map_err(|_| Problem::invalid(pointer, "This must be 64 hexadecimal digits."))
    })
    .transpose()
}
