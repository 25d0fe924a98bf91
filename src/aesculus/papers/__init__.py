"""The published tables as data, recomputed from their own raw figures, and judged."""

import tomllib
from decimal import Decimal
from functools import cache
from importlib.resources import files

from aesculus.papers.published import (
    Also,
    Architecture,
    Claim,
    Device,
    Figure,
    Paper,
    PublishedRow,
    Stated,
)

__all__ = [
    "Also",
    "Architecture",
    "Claim",
    "Device",
    "Figure",
    "Paper",
    "PublishedRow",
    "Stated",
    "ids",
    "load",
]

_ORDER = ("zambreno2004", "zambreno-short", "jarvinen2003", "farooq2016", "asu")


def ids() -> tuple[str, ...]:
    """Return the ids of the papers."""
    return _ORDER


@cache
def load(paper_id: str) -> Paper:
    """Return what a paper published.

    Args:
        paper_id: one of `ids()`.

    Raises:
        ValueError: there is no such paper; the message names those there are.
    """
    if paper_id not in _ORDER:
        raise ValueError(f"no paper {paper_id!r}; legal: {', '.join(_ORDER)}")
    text = (files("aesculus.papers") / "data" / f"{paper_id}.toml").read_text(encoding="utf-8")
    return Paper.model_validate(tomllib.loads(text, parse_float=Decimal))
