//! Names that people choose.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::service::limits::Limits;

/// The name of a player: 1 to 40 characters, on one line, without spaces around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(String);

/// What a player calls one of their tokens: up to 60 characters, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label(String);

/// A text that is no name or label, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidName {
    /// There is nothing to see.
    #[error("it must have at least one visible character")]
    Blank,
    /// It is too long.
    #[error("it must have at most {0} characters")]
    TooLong(usize),
    /// It has characters that steer the display of a text.
    #[error("it must have no line breaks and no control characters")]
    Control,
}

impl Name {
    /// A name, without the spaces around it.
    ///
    /// # Errors
    /// When it is blank, too long, or has control characters.
    pub fn new(text: &str) -> Result<Self, InvalidName> {
        let name = one_line(text, Limits::NAME)?;
        if name.chars().any(is_visible) {
            Ok(Self(name))
        } else {
            Err(InvalidName::Blank)
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl Label {
    /// A label, without the spaces around it. It may be empty.
    ///
    /// # Errors
    /// When it is too long, or has control characters.
    pub fn new(text: &str) -> Result<Self, InvalidName> {
        one_line(text, Limits::LABEL).map(Self)
    }

    /// The text.
    pub fn into_string(self) -> String {
        self.0
    }
}

fn one_line(text: &str, most: usize) -> Result<String, InvalidName> {
    let text = text.trim();
    if text.chars().count() > most {
        return Err(InvalidName::TooLong(most));
    }
    if text.chars().any(steers) {
        return Err(InvalidName::Control);
    }
    Ok(text.to_owned())
}

/// Whether a character breaks the line or steers how the text around it is shown. The joiners inside emoji and
/// some scripts do neither.
fn steers(character: char) -> bool {
    const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
    match character.general_category() {
        GeneralCategory::Control
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => true,
        GeneralCategory::Format => !JOINERS.contains(&character),
        _ => false,
    }
}

fn is_visible(character: char) -> bool {
    !matches!(
        character.general_category(),
        GeneralCategory::Format
            | GeneralCategory::SpaceSeparator
            | GeneralCategory::NonspacingMark
            | GeneralCategory::Unassigned
    ) && !matches!(
        character,
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}'
    )
}
