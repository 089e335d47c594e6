//! Names and labels that players choose.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::service::limits::Limits;

/// The name of a player: 1 to 40 characters on one line, at least one of them visible, without surrounding spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(String);

/// The label of a token: up to 60 characters on one line, without surrounding spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label(String);

/// Why a text is not accepted as a name or label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidName {
    /// It has no visible character.
    #[error("it must have at least one visible character")]
    Blank,
    /// It has more characters than this.
    #[error("it must have at most {0} characters")]
    TooLong(usize),
    /// It has characters that break the line or change how the text around them is displayed.
    #[error("it must have no line breaks and no control characters")]
    Control,
}

impl Name {
    /// Trims and checks a name.
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
    /// Trims and checks a label, which may be empty.
    pub fn new(text: &str) -> Result<Self, InvalidName> {
        one_line(text, Limits::LABEL).map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn one_line(text: &str, limit: usize) -> Result<String, InvalidName> {
    let text = text.trim();
    if text.chars().count() > limit {
        return Err(InvalidName::TooLong(limit));
    }
    if text.chars().any(is_control) {
        return Err(InvalidName::Control);
    }
    Ok(text.to_owned())
}

/// Whether a character breaks the line or changes how the text around it is displayed. The joiners, which emoji and
/// some scripts need, are format characters that do neither.
fn is_control(character: char) -> bool {
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
