//! JSON pointers (RFC 6901).

use serde_path_to_error::{Path, Segment};

/// Returns the JSON pointer of a path. The pointer to the whole document is empty.
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
