"""Optuna's Gaussian processes."""

from importlib.util import find_spec
from typing import ClassVar

from optuna.samplers import BaseSampler, GPSampler

from aesculus.search.strategies._optuna import OptunaStrategy

if find_spec("torch") is None:
    # Optuna itself misses it only after the first ten evaluations.
    raise ModuleNotFoundError("no module torch", name="torch")


class Gp(OptunaStrategy):
    """Expected hypervolume improvement over Gaussian processes, as Optuna has it; needs PyTorch."""

    name: ClassVar[str] = "gp"
    summary: ClassVar[str] = "Gaussian processes (Optuna; needs PyTorch)"

    def _sampler(self) -> BaseSampler:
        return GPSampler(n_startup_trials=10, seed=self.seed)
