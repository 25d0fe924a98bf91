"""What `aesculus reproduce` writes: figures and verdicts as JSON, the same for people, pictures."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from aesculus import papers
from aesculus.cli.bench_common import head
from aesculus.families import devices
from aesculus.papers import page
from aesculus.papers.beside import beside
from aesculus.papers.judge import judge
from aesculus.papers.measured import Measured
from aesculus.papers.verdict import Evidence, Judgement


def content(
    paper: str, rows: Sequence[Measured], *, seeds: int, tools: Mapping[str, str], rtl: str
) -> dict[str, Any]:
    """Return all that is known of a paper, for machines.

    Args:
        paper: its id.
        rows: what is measured.
        seeds: routed seeds a point.
        tools: tool to version.
        rtl: SHA-256 of the RTL sources.
    """
    return {
        "paper": paper,
        **head(f"reproduce {paper}", papers.load(paper).title),
        "seeds": seeds,
        "rtl_digest": rtl,
        "tools": dict(sorted(tools.items())),
        "devices": _devices(rows),
        "measured": [row.model_dump(mode="json") for row in rows],
        "rows": [each.model_dump(mode="json") for each in beside(paper, rows)],
        "claims": [each.model_dump(mode="json") for each in judge(paper, rows)],
    }


def _devices(rows: Sequence[Measured]) -> dict[str, Any]:
    found = {}
    for name in dict.fromkeys(row.device for row in rows):
        device = devices.load(name)
        limit = device.clock_limit
        found[name] = {
            "figures": "area only, estimates of synthesis" if device.area_only else "routed",
            "clock_limit_mhz": None if limit is None else limit.mhz,
            "clock_limit_checked": None if limit is None else limit.checked,
        }
    return found


def write(
    folder: Path, paper: str, rows: Sequence[Measured], found: Mapping[str, Any]
) -> list[Path]:
    """Write `<paper>.json`, `<paper>.md` and the pictures; return the paths.

    Raises:
        OSError: the folder cannot be written.
    """
    # The room of reports loads the drawing library, which no other command needs at its start.
    from aesculus.report.paperplots import paper_pictures  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    pictures = paper_pictures(paper, beside(paper, rows))
    texts = {
        f"{paper}.json": json.dumps(found, indent=2) + "\n",
        f"{paper}.md": _markdown(paper, rows, found, [p.name for p in pictures]),
        **{f"{paper}-{picture.name}.svg": picture.svg + "\n" for picture in pictures},
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def _markdown(
    paper: str, rows: Sequence[Measured], found: Mapping[str, Any], pictures: Sequence[str]
) -> str:
    verdicts = judge(paper, rows)
    parts = [
        f"# {paper}",
        page.citation(papers.load(paper)),
        f"Made {found['made']} with `{found['command']}`; {found['seeds']} routed seed(s) a point. "
        "Slices are estimates of synthesis on the paper's family; clock, throughput, latency "
        "and efficiency are of the routed device. A circle marks figures whose netlist is not "
        "verified.",
        "## Published beside measured",
        page.rows_table(beside(paper, rows)),
        "## Claims",
        page.claims_table(verdicts),
        "### Evidence",
        *(_evidence(item) for item in verdicts),
        *(f"![{name}]({paper}-{name}.svg)" for name in pictures),
        "## How it was made",
        "\n".join(
            [
                f"- RTL (SHA-256): `{found['rtl_digest']}`",
                *(f"- {tool}: {version}" for tool, version in found["tools"].items()),
                *(f"- {name}: {_told(about)}" for name, about in found["devices"].items()),
            ]
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _told(about: Mapping[str, Any]) -> str:
    limit = about["clock_limit_mhz"]
    if limit is None:
        return f"{about['figures']}; no clock limit known"
    checked = "checked" if about["clock_limit_checked"] else "not checked against the data sheet"
    return f"{about['figures']}; clock limit {limit:g} MHz, {checked}"


def _evidence(item: Judgement) -> str:
    lines = [f"**{item.statement}** {item.verdict.value}."]
    lines += [f"- {_row(row)}" for row in item.evidence]
    return "\n".join([lines[0], "", *lines[1:]]) if item.evidence else lines[0]


def _row(row: Evidence) -> str:
    figures = ", ".join(f"{name} {_value(value)}" for name, value in row.figures.items())
    where = f" on {row.device}" if row.device else ""
    note = f" ({row.note})" if row.note else ""
    return f"{row.source}: {row.row}{where}: {figures}{note}"


def _value(value: float | int | str) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
