"""The measurements that are committed: one JSON file a paper, as `aesculus reproduce` writes it."""

import json
from pathlib import Path

from aesculus.papers import ids
from aesculus.papers.measured import Measured

FOLDER = Path("benchmarks/results/papers")
"""Where they are, from the root of the project."""


VERDICTS = "verdicts.json"
"""What the campaign for open verdicts measured, in the folder above."""


def committed(folder: Path) -> dict[str, list[Measured]]:
    """Return the measured rows of each paper; a paper without a file has none.

    Where the campaign for open verdicts has measured the same point on the same device later, its
    row stands.

    Raises:
        ValueError: a file is no such JSON; the message names it.
    """
    later, when = _read(folder.parent / VERDICTS)
    found = {}
    for paper_id in ids():
        rows, made = _read(folder / f"{paper_id}.json")
        found[paper_id] = _joined(rows, later, newer=when > made)
    return found


def _joined(rows: list[Measured], others: list[Measured], *, newer: bool) -> list[Measured]:
    """Return rows of a paper, with those of the campaign in their place or beside them."""
    kept = {(row.label, row.device): row for row in rows}
    own = {row.device for row in rows}
    for row in (each for each in others if each.device in own):
        where = (row.label, row.device)
        if newer or where not in kept or kept[where].lut_count is None:
            kept[where] = row
    return list(kept.values())


def _read(path: Path) -> tuple[list[Measured], str]:
    """Return the rows of a file, and when it was made, in ISO 8601."""
    if not path.exists():
        return [], ""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return [Measured.read(row) for row in content["measured"]], content.get("made", "")
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: no results of a paper: {error}") from error
