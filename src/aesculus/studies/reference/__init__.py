"""The reference store of the package, made of what campaigns committed, and what a store adds."""
