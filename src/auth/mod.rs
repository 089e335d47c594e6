//! Who someone is, and what they may see and do. Pure: whose token it is, the store knows.

pub mod policy;
pub mod token;
