"""The right core of a point, and what is wrong of mutants beside it."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from aesculus.studies.mutation import mutants
from aesculus.studies.mutation import proof as mutant_proof
from aesculus.studies.mutation.aiger import Aiger


class Right:
    """The right core of a point, as proofs take it: what none asks for is not made.

    Args:
        rtlil: its elaborated netlist, in the folder where `mutants.draw` drew its mutants.
        timeout_s: wall time limit in seconds of its mapping.
    """

    def __init__(self, rtlil: Path, timeout_s: float) -> None:
        self._rtlil = rtlil
        self._timeout_s = timeout_s

    @cached_property
    def graph(self) -> Aiger:
        """The core as a graph."""
        return mutant_proof.graph(self._rtlil, self._timeout_s)

    @cached_property
    def _cycles(self) -> tuple[int, int]:
        return mutant_proof.counted(self.graph)

    @cached_property
    def _leaves_nothing(self) -> bool:
        return mutant_proof.leaves_nothing(self.graph, self._rtlil.parent)

    def refuted(self, mutant: Aiger) -> str:
        """Return what a reset, a clear or a waiting consumer does wrong, in words; else nothing."""
        if told := mutant_proof.miscounted(mutant, self._cycles):
            return told
        folder = self._rtlil.parent
        for wrong in (mutant_proof.loud, mutant_proof.listens):
            if told := wrong(mutant, self.graph, folder):
                return told
        return mutant_proof.refuted(mutant, folder) if self._leaves_nothing else ""

    def refuted_of(self, mutated: Aiger, numbers: Sequence[int]) -> dict[int, str]:
        """Return the same of drawn mutants, by number, of those of which something is wrong."""
        told = {n: self.refuted(mutated.chosen(mutants.CONTROL, n)) for n in numbers}
        return {number: text for number, text in told.items() if text}
