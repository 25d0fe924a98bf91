"""Sentences of the documents whose figures are recomputed from what is committed.

`sentences.toml` has each with its page, its data files and the command that makes these; here are
the functions that give the figures. A comment before it in the page names the same:

    <!-- figures: FILE, FILE; COMMAND -->

`python -m project.sentences`, in `tests/`, writes the figures into the pages again.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from aesculus import papers
from aesculus.papers.judge import Judgement, judge, observe
from aesculus.papers.measured import Measured, Measurements, canonical_label
from aesculus.papers.results import FOLDER, committed
from project.sources import ROOT

RESULTS = "benchmarks/results"
ROUTED = "LFE5U-85F-8"
FAMILY = {"zambreno2004": "XC2V4000", "jarvinen2003": "XC2V4000", "farooq2016": "XC6SLX150"}

Figures = Callable[[], dict[str, str]]


@dataclass(frozen=True)
class Sentence:
    """A sentence, or a few of one source.

    Attributes:
        page: path from the root of the project.
        text: with `{name}` for each figure.
        data: files that the figures come from.
        command: what makes these.
        figures: name to figure, as it is printed.
    """

    page: str
    text: str
    data: tuple[str, ...]
    command: str
    figures: Figures

    @property
    def rendered(self) -> str:
        """The sentence with its figures, in one line."""
        return flat(self.text.format(**self.figures()))

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds it in a page, whatever its figures are."""
        parts = re.split(r"\{\w+\}", flat(self.text))
        gaps = (r"\s+".join(map(re.escape, part.split(" "))) for part in parts)
        return re.compile(r"(\S[^|\n]{0,200}?)".join(gaps))


def flat(text: str) -> str:
    """Return a text with single blanks."""
    return " ".join(text.split())


def page(name: str) -> str:
    """Return the text of a page."""
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def body(name: str) -> dict[str, Any]:
    """Return a committed JSON file of `benchmarks/results`."""
    found: dict[str, Any] = json.loads(page(f"{RESULTS}/{name}.json"))
    return found


@cache
def rows(paper: str) -> tuple[Measured, ...]:
    """Return what is measured for a paper."""
    return tuple(committed(ROOT / FOLDER)[paper])


@cache
def judged(paper: str) -> tuple[Judgement, ...]:
    """Return the judgements of a paper."""
    return tuple(judge(paper, rows(paper)))


def claim(paper: str, name: str) -> Judgement:
    """Return one judgement, or an observation."""
    found = [*judged(paper), *observe(paper, rows(paper))]
    return next(item for item in found if item.claim == name)


def at(paper: str, label: str, device: str) -> Measured:
    """Return a measured row."""
    wanted = canonical_label(label)
    return next(r for r in Measurements(rows(paper)).of(wanted) if r.device == device)


def slices(paper: str, label: str) -> float:
    """Return the slices of a point on its paper's family."""
    found = at(paper, label, FAMILY[paper]).slice_estimate
    assert found is not None
    return found


def _tally() -> dict[str, str]:
    items = [item for paper in papers.ids() for item in judged(paper)]
    counts = Counter(item.verdict.name.lower() for item in items)
    names = ("holds", "other_figures", "does_not_follow", "not_reproduced", "undecided", "open")
    return {"all": str(len(items)), **{name: str(counts[name]) for name in names}}


def _zambreno() -> dict[str, str]:
    published = papers.load("zambreno2004")
    pareto = re.match(r"(\d+) of the (\d+) rows", claim("zambreno2004", "pareto-optimal").reason)
    assert pareto is not None
    return {
        "small": f"{slices('zambreno2004', 'UF1-PP0B'):,.0f}",
        "printed": str(published.row("UF1-PP0B").raw["slices"]),
        "dominated": pareto[1],
        "count": pareto[2],
    }


def _latency() -> dict[str, str]:
    found = claim("zambreno2004", "lowest-latency")
    best = re.search(r"(UF\S+) is lowest at ([\d.]+) ns", found.reason)
    assert best is not None
    printed = papers.load("zambreno2004").row("UF5-PP0B").figure("latency_ns")
    return {"best": best[1], "ns": best[2], "printed": str(printed), "verdict": found.verdict.value}


def _key() -> dict[str, str]:
    found = {}
    for name, label in (("small", "UF1-PP0B"), ("large", "UF10-PP2B")):
        plain, fixed = (at("zambreno2004", each, ROUTED) for each in (label, f"{label}-FIXED"))
        assert plain.lut_count is not None
        assert fixed.lut_count is not None
        assert plain.bram_count is not None
        assert fixed.bram_count is not None
        found[name] = f"{100 * (1 - fixed.lut_count / plain.lut_count):.0f}"
        found[f"{name}_rams"] = f"{plain.bram_count - fixed.bram_count:g}"
    share = slices("zambreno2004", "UF10-PP3D-FIXED") / slices("zambreno2004", "UF10-PP3D")
    return {**found, "slices": f"{100 * (1 - share):.0f}"}


_SIG = "UF10-C911F-IN2"


def _sig() -> dict[str, str]:
    own = at("jarvinen2003", _SIG, ROUTED)
    one = slices("jarvinen2003", _SIG)

    def more(label: str) -> str:
        return f"{100 * (slices('jarvinen2003', label) / one - 1):.1f}"

    return {
        "cycles": f"{own.latency_cycles:g}",
        "luts": f"{own.lut_count:,}",
        "both": more(f"AES128ED-{_SIG}"),
        "last": more(f"AES128ED-{_SIG}-LAST"),
        "stated": str(papers.load("jarvinen2003").stated_figure("both-directions-area").value),
        "decrypt": f"{slices('jarvinen2003', f'AES128D-{_SIG}'):,.0f}",
    }


def _circuits() -> dict[str, str]:
    logic, found = "UF1-PP0L-STORED", {}
    for name, label in (("one", "UF1-PP0B-KL"), ("ten", "UF10-PP1B-KL")):
        found[name] = f"{slices('farooq2016', logic) / slices('farooq2016', label):.2f}"
    pair = [at("farooq2016", label, FAMILY["farooq2016"]) for label in (logic, "UF1-PP0B-KL")]
    assert pair[0].ff_count is not None
    assert pair[1].ff_count is not None
    return {**found, "registers": f"{pair[0].ff_count / pair[1].ff_count:.1f}"}


def _goal(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in body("goals")["goals"] if each["name"] == name)
    return found


def _asu() -> dict[str, str]:
    row = _goal("asu")["pick"]
    return {
        "label": row["label"],
        "rate": f"{row['throughput_gbps']:.1f}",
        "mhz": f"{row['fmax_mhz']:.1f}",
        "luts": f"{row['lut_count']:,}",
        "both": f"{row['lut_count'] + row['ff_count']:,}",
    }


def _asu_claims() -> dict[str, str]:
    reason = claim("asu", "unrolling-raises-efficiency").reason
    falls = re.findall(r": (0\.\d+) times", reason)
    return {"plain": falls[0], "piped": falls[1]}


def _goals() -> dict[str, str]:
    found = body("goals")
    answered = [goal for goal in found["goals"] if goal["complete"]]
    waiting = len(found["open"])
    return {
        "all": str(len(answered) + waiting),
        "answered": str(len(answered)),
        "open": str(waiting),
    }


def _limits() -> dict[str, str]:
    fast = _goal("small-and-quick")["binding"][1]
    large = _goal("no-memory")["binding"][0]
    rate = _goal("5-gbps")["binding"][0]
    return {
        "fast": fast["without"]["label"],
        "ns": f"{fast['without']['latency_ns']:.1f}",
        "large": large["without"]["label"],
        "rate": f"{large['without']['throughput_gbps']:.2f}",
        "small": rate["without"]["label"],
        "luts": f"{rate['without']['lut_count']:,}",
        "measured": str(_goal("5-gbps")["measured"]),
    }


def _lines(space: str) -> dict[tuple[str, int], float]:
    found = body("scaling")["spaces"][space]["lines"]
    return {(each["strategy"], each["workers"]): each["seconds"] for each in found}


def _workers() -> dict[str, str]:
    first = {}
    for space in ("ecp5-iterative", "area-small"):
        times = _lines(space)
        counts = sorted({workers for _, workers in times})
        ahead = [n for n in counts if times["exhaustive", n] < times["guided", n]]
        first[space] = str(ahead[0]) if ahead else "no number of"
    times = _lines("ecp5-iterative")
    at_once = int(first["ecp5-iterative"])
    return {
        "from": first["ecp5-iterative"],
        "small": first["area-small"],
        "guided": f"{times['guided', at_once]:.0f}",
        "exhaustive": f"{times['exhaustive', at_once]:.0f}",
    }


def _killed() -> dict[str, str]:
    found = body("killed-workers")
    return {"killed": str(found["killed"]), "jobs": str(found["jobs"])}


def _steps() -> dict[str, str]:
    from aesculus.studies.energy.study import STEPS, ratio  # noqa: PLC0415

    found = {row["label"]: row for row in body("energy")["rows"]}
    told = {step.technique: ratio(found, step) for step in STEPS}
    return {
        "rom": told["S-boxes in distributed ROM, not block RAM"],
        "logic": told["S-boxes in logic, not distributed ROM"],
        "tower": told["S-boxes in a tower field, not table logic"],
        "whole": told["the whole cipher in the tower field"],
        "unrolled": told["unrolled twice without registers"],
        "round": told["unrolled twice with a register a round"],
        "cut": told["a register behind SubBytes"],
        "three": told["three registers a round, tower field"],
        "copies": told["two copies"],
        "stored": told["keys expanded first and stored"],
    }


_FIGURES: dict[str, Figures] = {
    each.__name__.lstrip("_"): each
    for each in (
        _tally,
        _zambreno,
        _latency,
        _key,
        _sig,
        _circuits,
        _asu,
        _asu_claims,
        _goals,
        _limits,
        _workers,
        _killed,
        _steps,
    )
}


def _read() -> tuple[Sentence, ...]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return tuple(
        Sentence(
            each["page"],
            flat(each["text"]),
            tuple(each["data"]),
            each["command"],
            _FIGURES[each["figures"]],
        )
        for each in tomllib.loads(text)["sentence"]
    )


SENTENCES = _read()
"""All sentences, by page."""


def update() -> None:
    """Write the figures into the pages again.

    Raises:
        ValueError: a sentence is not in its page.
    """
    for each in SENTENCES:
        text = page(each.page)
        found = each.pattern.search(text)
        if found is None:
            raise ValueError(f"{each.page}: not there: {flat(each.text)}")
        if flat(found[0]) != each.rendered:
            new = text[: found.start()] + each.rendered + text[found.end() :]
            (ROOT / each.page).write_text(new, encoding="utf-8")


if __name__ == "__main__":
    update()
