"""What became of mutants."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from aesculus.studies.mutation import mutants


class Fate(StrEnum):
    """What became of a mutant."""

    CAUGHT = "caught"
    REFUTED = "refuted"  # what the tests prove of the core is wrong of it: see `proof`
    EQUIVALENT = "equivalent"  # proved
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant and what became of it.

    Attributes:
        mutant: which.
        fate: the verdict.
        why: what caught or refutes it, what is proved of it, or why it lives where that is known.
    """

    mutant: mutants.Mutant
    fate: Fate
    why: str

    def as_row(self) -> dict[str, Any]:
        """Return it JSON-able."""
        mutant = self.mutant
        return {
            "number": mutant.number,
            "module": mutant.module,
            "line": mutant.line,
            "what": mutant.what,
            "fate": self.fate.value,
            "why": self.why,
        }
