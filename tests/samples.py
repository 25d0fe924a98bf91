"""What a test takes by default, and what only `make test-long` does."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def sampled(values: Iterable[Any], long: Collection[Any]) -> list[ParameterSet]:
    """Return the values of a parameter; those in `long` cost much and show little more.

    Raises:
        ValueError: one of those is no value.
    """
    found = list(values)
    strange = [value for value in long if value not in found]
    if strange:
        raise ValueError(f"no values: {strange}")
    marks = pytest.mark.long
    return [pytest.param(value, marks=[marks] if value in long else []) for value in found]
