"""The measurements that are committed: one JSON file a paper, as `aesculus reproduce` writes it."""

import json
from dataclasses import dataclass
from pathlib import Path

from aesculus.papers import ids
from aesculus.papers.measured import Measured

FOLDER = Path("benchmarks/results/papers")
"""Where they are, from the root of the project."""


VERDICTS = "verdicts.json"
"""What the campaign for open verdicts measured, in the folder above."""


@dataclass(frozen=True)
class _File:
    """What a file of measurements holds.

    Attributes:
        rows: the measured rows.
        made: when, in ISO 8601.
        sources: SHA-256 of the RTL that they are of; empty if the file does not say.
    """

    rows: list[Measured]
    made: str = ""
    sources: str = ""


def committed(folder: Path) -> dict[str, list[Measured]]:
    """Return the measured rows of each paper; a paper without a file has none.

    Where the campaign for open verdicts has measured the same point on the same device, the row of
    more seeds stands, of as many the later one. Rows of different RTL are never compared: of two
    files only the newer counts then.

    Raises:
        ValueError: a file is no such JSON; the message names it.
    """
    campaign = _read(folder.parent / VERDICTS)
    return {paper_id: _joined(_read(folder / f"{paper_id}.json"), campaign) for paper_id in ids()}


def _joined(paper: _File, campaign: _File) -> list[Measured]:
    """Return rows of a paper, with those of the campaign in their place or beside them."""
    own = {row.device for row in paper.rows}
    newer = campaign.made > paper.made
    others = [row for row in campaign.rows if row.device in own]
    rows = paper.rows
    if paper.sources and campaign.sources and paper.sources != campaign.sources:
        rows, others = ([], others) if newer else (rows, [])
    kept = {(row.label, row.device): row for row in rows}
    for row in others:
        where = (row.label, row.device)
        there = kept.get(where)
        if there is None or _weight(row, newer=newer) > _weight(there, newer=not newer):
            kept[where] = row
    return list(kept.values())


def _weight(row: Measured, *, newer: bool) -> tuple[bool, int, bool]:
    """Return what decides between two rows of a point: that it has figures, its seeds, its age."""
    return row.lut_count is not None, len(row.fmax_routed_seeds), newer


def _read(path: Path) -> _File:
    """Return what a file holds, nothing if there is none."""
    if not path.exists():
        return _File([])
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        rows = [Measured.read(row) for row in content["measured"]]
        return _File(rows, content.get("made", ""), content.get("rtl_digest", ""))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: no results of a paper: {error}") from error
