//! The refusal of a position.

use crate::engine::rules::ImpossiblePosition;

/// Refuses the position for this reason unless `holds`.
pub(in crate::engine::ju) fn require(holds: bool, reason: &str) -> Result<(), ImpossiblePosition> {
    ImpossiblePosition::unless(holds, || reason.into())
}
