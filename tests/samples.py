"""What a test takes by default, and what only `make test-long` does."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def sampled(values: Iterable[Any], long: Collection[Any]) -> list[ParameterSet]:
    """Return the values of a parameter, tuples for several; those in `long` show little more.

    Raises:
        ValueError: one of those is no value.
    """
    found = list(values)
    strange = [value for value in long if value not in found]
    if strange:
        raise ValueError(f"no values: {strange}")
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=[pytest.mark.long] if value in long else [],
        )
        for value in found
    ]


def first(count: int, values: Iterable[Any]) -> list[ParameterSet]:
    """Return the values of a parameter; those behind the first ones are `long`."""
    found = list(values)
    return sampled(found, found[count:])
