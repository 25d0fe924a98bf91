"""What the study writes: figures and verdicts as JSON, the same for people, pictures.

`python -m aesculus.studies.reproduce.files FOLDER` judges anew what is committed, after a rule of a
claim has changed.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from aesculus import pages, papers
from aesculus.families import devices
from aesculus.outputs import write_whole
from aesculus.papers import page
from aesculus.papers.beside import beside
from aesculus.papers.judge import Judgement, judge
from aesculus.papers.measured import Measured
from aesculus.papers.results import committed
from aesculus.studies.made import head

_PICTURES = ("throughput-over-area", "latency-over-area", "efficiency")


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
        "devices": devices_of(rows),
        "measured": [row.model_dump(mode="json") for row in rows],
        "rows": [each.model_dump(mode="json") for each in beside(paper, rows)],
        "claims": verdicts(paper, rows),
    }


def devices_of(rows: Iterable[Measured]) -> dict[str, Any]:
    """Return what is said of the devices of rows, by name."""
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
    folder.mkdir(parents=True, exist_ok=True)
    pictures = drawn(paper, rows)
    texts = {
        f"{paper}.json": json.dumps(found, indent=2) + "\n",
        f"{paper}.md": as_page(found, list(pictures)),
    }
    paths = {folder / name: text for name, text in texts.items()}
    paths |= {picture(folder, paper, name): svg for name, svg in pictures.items()}
    for path, text in paths.items():
        write_whole(path, text)
    return list(paths)


def drawn(paper: str, rows: Sequence[Measured]) -> dict[str, str]:
    """Return the pictures of a paper: name to the content of its file."""
    # The room of reports loads the drawing library, which no other command needs at its start.
    from aesculus.report.paperplots import paper_pictures  # noqa: PLC0415

    return {each.name: f"{each.svg}\n" for each in paper_pictures(paper, beside(paper, rows))}


def as_page(found: Mapping[str, Any], pictures: Sequence[str]) -> str:
    """Return the page of a paper.

    Args:
        found: as `content` gives it, or as it was written.
        pictures: names of the pictures.
    """
    paper = found["paper"]
    rows = [Measured.read(row) for row in found["measured"]]
    values = {
        **found,
        "citation": page.citation(papers.load(paper)),
        "rows_table": page.rows_table(beside(paper, rows)),
        "claims_table": page.claims_table(map(Judgement.model_validate, found["claims"])),
        "pictures": pictures,
        "evidence": _figures,
        "limit": _limit,
    }
    return pages.render(__package__, "page.md.j2", values)


def _limit(about: Mapping[str, Any]) -> str:
    limit = about["clock_limit_mhz"]
    if limit is None:
        return f"{about['figures']}; no clock limit known"
    checked = "checked" if about["clock_limit_checked"] else "not checked against the data sheet"
    return f"{about['figures']}; clock limit {limit:g} MHz, {checked}"


def _figures(found: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_value(value)}" for name, value in found.items())


def _value(value: float | int | str) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def verdicts(paper: str, rows: Sequence[Measured]) -> list[dict[str, Any]]:
    """Return what is said of each claim of a paper by what is measured, as files have it."""
    return [each.model_dump(mode="json") for each in judge(paper, rows)]


def again(folder: Path) -> list[Path]:
    """Judge anew what is committed of each paper, and write its figures and page; return the paths.

    Verdicts are those of the page on papers, by the campaign for open ones besides. The pictures
    stay: they show measurements, not verdicts.

    Raises:
        ValueError: there is nothing, or a file has no results of a paper; then nothing is written.
        OSError: the folder cannot be read or written.
    """
    known = committed(folder)
    texts: dict[Path, str] = {}
    for paper in papers.ids():
        path = folder / f"{paper}.json"
        if not path.exists():
            continue
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            rows = [Measured.model_validate(row) for row in found["measured"]]
            found |= {
                "rows": [each.model_dump(mode="json") for each in beside(paper, rows)],
                "claims": verdicts(paper, known[paper]),
            }
            page_text = as_page(found, pictures_of(folder, paper))
        except (KeyError, TypeError) as error:
            raise ValueError(f"{path}: no results of a paper: {error}") from error
        texts |= {path: json.dumps(found, indent=2) + "\n", path.with_suffix(".md"): page_text}
    if not texts:
        raise ValueError(f"{folder}: no figures of papers")
    for path, text in texts.items():
        write_whole(path, text)
    return list(texts)


def picture(folder: Path, paper: str, name: str) -> Path:
    """Return where a picture of a paper is."""
    return folder / f"{paper}-{name}.svg"


def pictures_of(folder: Path, paper: str) -> list[str]:
    """Return the names of the pictures that a folder has of a paper, in their order."""
    return [name for name in _PICTURES if picture(folder, paper, name).exists()]


def main(given: Sequence[str]) -> str | None:
    """Run the command of this module; return what is wrong, one line."""
    if len(given) != 1:
        return "give the folder with the figures of papers"
    try:
        written = again(Path(given[0]))
    except (ValueError, OSError) as error:
        return str(error)
    sys.stdout.write("".join(f"{path}\n" for path in written))
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
