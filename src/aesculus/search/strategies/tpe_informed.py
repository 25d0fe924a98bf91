"""`tpe` with cheap netlists and the model: a rival on equal terms."""

from typing import ClassVar

from aesculus.search.strategies._informed import Informed
from aesculus.search.strategies._optuna import OptunaStrategy
from aesculus.search.strategies.tpe import Tpe


class InformedTpe(Informed):
    """See `Informed`."""

    name: ClassVar[str] = "tpe-informed"
    summary: ClassVar[str] = "`tpe`, given netlists before routes and the analytic model"
    sampler: ClassVar[type[OptunaStrategy]] = Tpe
