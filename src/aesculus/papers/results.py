"""The measurements that are committed: one JSON file a paper, as `aesculus reproduce` writes it."""

import json
from pathlib import Path

from aesculus.papers import ids
from aesculus.papers.measured import Measured

FOLDER = Path("benchmarks/results/papers")
"""Where they are, from the root of the project."""


def committed(folder: Path) -> dict[str, list[Measured]]:
    """Return the measured rows of each paper; a paper without a file has none.

    Raises:
        ValueError: a file is no such JSON; the message names it.
    """
    return {paper_id: _rows(folder / f"{paper_id}.json") for paper_id in ids()}


def _rows(path: Path) -> list[Measured]:
    if not path.exists():
        return []
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return [Measured.read(row) for row in content["measured"]]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: no results of a paper: {error}") from error
