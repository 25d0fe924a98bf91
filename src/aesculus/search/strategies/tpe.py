"""The tree-structured Parzen estimator, of Optuna."""

from typing import ClassVar

from optuna.samplers import BaseSampler, TPESampler

from aesculus.search.strategies._optuna import OptunaStrategy


class Tpe(OptunaStrategy):
    """Densities of good and bad points over all axes together, for several objectives.

    Sources: Ozaki, Tanigaki, Watanabe, Nomura and Onishi, "Multiobjective tree-structured Parzen
    estimator" (Journal of Artificial Intelligence Research 73, 2022); densities of whole points as
    in Falkner, Klein and Hutter, "BOHB" (International Conference on Machine Learning, 2018).
    """

    name: ClassVar[str] = "tpe"
    summary: ClassVar[str] = "tree-structured Parzen estimator (Optuna)"

    def _sampler(self) -> BaseSampler:
        # One density of all axes: it sees what they do together, and takes a fraction of the time
        # of one an axis.
        return TPESampler(n_startup_trials=10, seed=self.seed, multivariate=True)
