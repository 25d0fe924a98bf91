"""Optuna's Gaussian processes."""

from typing import ClassVar

from optuna.samplers import BaseSampler, GPSampler

from aesculus.search.strategies._optuna import OptunaStrategy


class Gp(OptunaStrategy):
    """Expected hypervolume improvement over Gaussian processes, as Optuna has it; needs PyTorch."""

    name: ClassVar[str] = "gp"
    summary: ClassVar[str] = "Gaussian processes (Optuna; needs PyTorch)"

    def _sampler(self) -> BaseSampler:
        return GPSampler(n_startup_trials=10, seed=self.seed)
