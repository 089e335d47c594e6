//! What players are told while they are away: which notices a change causes, that each arrives, and that nobody is sent
//! where they must not go.

mod causes;
mod delivering;
mod failing;
mod instances;
mod outbound;
mod reach;
mod stage;
mod told;
