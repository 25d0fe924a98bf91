"""`nsga2` with cheap netlists and the model: a rival on equal terms."""

from typing import ClassVar

from aesculus.search.strategies._informed import Informed
from aesculus.search.strategies._optuna import OptunaStrategy
from aesculus.search.strategies.nsga2 import NsgaII


class InformedNsgaII(Informed):
    """See `Informed`."""

    name: ClassVar[str] = "nsga2-informed"
    summary: ClassVar[str] = "`nsga2`, given netlists before routes and the analytic model"
    sampler: ClassVar[type[OptunaStrategy]] = NsgaII
