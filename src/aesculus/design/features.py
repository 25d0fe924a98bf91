"""Names of the features of designs that have a meaning to models, whatever the design is.

Any other name is that of a part, with its number in the design as the value: area is a sum over
parts, each with a cost that is fitted to what was measured. A design need not have any.
"""

WALK = "cycles of the way"
"""Registers that a block passes from its entry to its exit, up to a constant."""

RATE = "blocks per cycle"
"""Blocks that should leave in a cycle once the design is full."""

CORRECTED = "corrected:"
"""In front of `<reason>:<part>`: the number of a part whose cost differs for a reason."""


PATH = "path:"
"""In front of `<number>:<element>`: how much of an element lies on a path between registers."""
