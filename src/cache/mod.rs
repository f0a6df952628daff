//! What is remembered between passes, in bounded space, and a count of what had to be done anew.

mod bounded;
mod work;

pub use bounded::Bounded;
pub use work::Work;
