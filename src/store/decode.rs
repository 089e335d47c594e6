//! Decoding of column values.

use serde::Deserialize;

use super::error::StoreError;

/// Parses a JSON column.
pub(super) fn json<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(StoreError::corrupt)
}

/// Parses a nullable JSON column.
pub(super) fn nullable_json<'de, T: Deserialize<'de>>(
    text: Option<&'de str>,
) -> Result<Option<T>, StoreError> {
    text.map(json).transpose()
}

/// Parses a column that holds an enum variant by its serde name.
pub(super) fn word<T: for<'de> Deserialize<'de>>(word: &str) -> Result<T, StoreError> {
    let word: serde::de::value::StrDeserializer<'_, serde::de::value::Error> =
        serde::de::IntoDeserializer::into_deserializer(word);
    T::deserialize(word).map_err(StoreError::corrupt)
}

/// Checks the length of a `bytea` column.
pub(super) fn bytes<const N: usize>(bytes: &[u8]) -> Result<[u8; N], StoreError> {
    bytes
        .try_into()
        .map_err(|_| StoreError::corrupt(format_args!("{} bytes, not {N}", bytes.len())))
}
