"""Verification of a product, whose figures have to be such that a store takes them."""

from typing import Any

from pydantic import TypeAdapter

from aesculus.design import Design
from aesculus.records import StageOutcome
from aesculus.stages import simulation
from aesculus.store.values import Metrics

_METRICS: TypeAdapter[dict[str, Any]] = TypeAdapter(Metrics)


def verify_rtl(design: Design, **options: Any) -> StageOutcome:
    """Return what `simulation.verify_rtl` does, after its figures were checked."""
    found = simulation.verify_rtl(design, **options)
    _METRICS.validate_python(found.metrics)
    return found
