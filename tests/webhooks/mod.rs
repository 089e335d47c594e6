//! What players are told while they are away: which notices a change causes, that each arrives, and that nobody is sent
//! where they must not go.

pub mod causes;
pub mod client;
pub mod delivering;
pub mod egress;
pub mod failing;
pub mod instances;
pub mod managing;
pub mod notices;
