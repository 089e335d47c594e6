//! Places in JSON documents, as RFC 6901 writes them.

use serde_path_to_error::{Path, Segment};

/// The JSON pointer of a path: the empty one for the whole document.
pub fn of(path: &Path) -> String {
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Segment::Enum { variant } => format!("/{variant}"),
            Segment::Unknown => String::new(),
        })
        .collect()
}
