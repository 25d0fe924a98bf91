"""The tree-structured Parzen estimator, of Optuna."""

from typing import ClassVar

from optuna.samplers import BaseSampler, TPESampler

from aesculus.search.strategies._optuna import OptunaStrategy


class Tpe(OptunaStrategy):
    """Densities of good and bad points, for several objectives.

    Source: Ozaki, Tanigaki, Watanabe, Nomura and Onishi, "Multiobjective tree-structured Parzen
    estimator" (Journal of Artificial Intelligence Research 73, 2022).
    """

    name: ClassVar[str] = "tpe"
    summary: ClassVar[str] = "tree-structured Parzen estimator (Optuna)"

    def _sampler(self) -> BaseSampler:
        return TPESampler(n_startup_trials=10, seed=self.seed)
