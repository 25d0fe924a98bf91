"""NSGA-II, of Optuna."""

from typing import ClassVar

from optuna.samplers import BaseSampler, NSGAIISampler

from aesculus.search.strategies._optuna import OptunaStrategy


class NsgaII(OptunaStrategy):
    """Evolution with non-dominated sorting.

    Source: Deb, Pratap, Agarwal and Meyarivan, "A fast and elitist multiobjective genetic
    algorithm: NSGA-II" (IEEE Trans. Evolutionary Computation 6(2), 2002).
    """

    name: ClassVar[str] = "nsga2"
    summary: ClassVar[str] = "evolution with non-dominated sorting (Optuna)"

    def _sampler(self) -> BaseSampler:
        # Several generations have to fit into a tenth of the space.
        size = min(50, max(8, len(self.problem.points) // 40))
        return NSGAIISampler(population_size=size, seed=self.seed)
