//! The options of a solo performance: it has none.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A solo performance has no options.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloOptions)]
pub struct Options {}
