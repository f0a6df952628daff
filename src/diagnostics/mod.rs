//! What is wrong, where, and how to mend it: the diagnostic, the catalogue of codes and the sink that sorts.

mod apply;
mod catalogue;
mod diagnostic;
mod fix;
mod quote;
pub mod render;
mod secrets;
mod sink;

pub use apply::{Applied, Changes, Fixed, MAX_ROUNDS, Mending, Round, apply, apply_to_fixed_point};
pub use catalogue::{Code, Origin, Severity};
pub use diagnostic::{Diagnostic, Related};
pub use fix::{Edit, Fix};
pub(crate) use quote::is_deceptive;
pub use quote::quoted;
pub use secrets::MASK;
pub use sink::{LIMIT, Report, Sink, Summary};
