//! What is wrong, where, and how to mend it: the diagnostic, the catalogue of codes and the sink that sorts.

mod catalogue;
mod diagnostic;
mod fix;
mod quote;
mod sink;

pub use catalogue::{Code, Origin, Severity};
pub use diagnostic::{Diagnostic, Related};
pub use fix::{Edit, Fix};
pub(crate) use quote::is_deceptive;
pub use quote::quoted;
pub use sink::{LIMIT, Report, Sink, Summary};
