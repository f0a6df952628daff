//! JavaScript of ours that lowered code calls. Only bundles that need it carry it.

/// What the functions are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Support {
    Decorators,
    Disposal,
    Iteration,
}

impl Support {
    pub const ALL: [Self; 3] = [Self::Decorators, Self::Disposal, Self::Iteration];

    pub fn source(self) -> &'static str {
        match self {
            Self::Decorators => include_str!("runtime/decorators.js"),
            Self::Disposal => include_str!("runtime/disposal.js"),
            Self::Iteration => include_str!("runtime/iteration.js"),
        }
    }

    /// What the source declares.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.source().lines().filter_map(|line| {
            let rest = line.strip_prefix("function ").or_else(|| line.strip_prefix("const "))?;
            rest.split(['(', ' ']).next()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_declarations() {
        let names: Vec<_> = Support::Disposal.names().collect();
        assert_eq!(names, ["__SuppressedError", "__scope", "__use", "__fail", "__dispose", "__wait"]);
        assert!(Support::ALL.iter().flat_map(|support| support.names()).all(|name| name.starts_with("__")));
    }
}
