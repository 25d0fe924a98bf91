"""Computed figures of the documents, by the names under which `sentences.toml` asks for them."""

import ast
import json
import math
import operator
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from statistics import median
from typing import Any

import numpy as np
from scipy.stats import binomtest

from aesculus import papers
from aesculus.ciphers.aes.fields.ones import scores
from aesculus.ciphers.aes.space import DEFAULT_BASIS, parse
from aesculus.ciphers.aes.space.estimate import (
    estimated_block_cycles,
    estimated_narrow_latency,
)
from aesculus.engine import reference
from aesculus.engine.jobs import Jobs
from aesculus.engine.reference.entries import read as read_entries
from aesculus.families import devices
from aesculus.frontier.pareto import optimal
from aesculus.papers import compare, derive, rules
from aesculus.papers.compare import ALPHA, LEAST_SEEDS, NOTICEABLE
from aesculus.papers.judge import Judgement, judge, observe
from aesculus.papers.measured import Measured, Measurements, canonical_label
from aesculus.papers.results import FOLDER, committed
from aesculus.papers.verdict import Verdict
from aesculus.products.common.nist import entries
from aesculus.products.modes.gcm.answers import FILES as GCM_FILES
from aesculus.records import Stage
from aesculus.search.designspace import DesignSpace
from aesculus.search.goaltext import read_goal
from aesculus.search.spacefile import load as load_space
from aesculus.store.opened import opened_packed
from aesculus.studies.doctables import BOARDS, BUDGETS, MADE_ON, OLDER, in_hours
from aesculus.studies.goals.cases import CASES
from aesculus.studies.goals.settings import LIMIT_S, is_small, regret
from aesculus.studies.held_out.log import FROZEN, newest, strategy_digest
from aesculus.studies.held_out.log import read as read_log
from aesculus.studies.measure.study import HELD_OUT
from aesculus.studies.measure.table import HOURS, ROUGH, with_memory
from aesculus.studies.measure.table import read as read_measured
from aesculus.units import seconds
from project.sources import ROOT

RESULTS = ROOT / "benchmarks/results"
ROUTED = "LFE5U-85F-8"
FAMILY_OF_ASU = "XC7V2000T"
FAMILY = {"zambreno2004": "XC2V4000", "jarvinen2003": "XC2V4000", "farooq2016": "XC6SLX150"}

Figures = Callable[[], dict[str, str]]


USED: set[str] = set()
"""Result files that figures were taken from; who wants to know empties it before."""


def body(name: str) -> dict[str, Any]:
    """Return a committed JSON file of `benchmarks/results`."""
    USED.add(f"benchmarks/results/{name}.json")
    return _body(name)


@cache
def _body(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def rows(paper: str) -> tuple[Measured, ...]:
    """Return what is measured for a paper."""
    USED.update({f"{FOLDER}/{paper}.json", "benchmarks/results/verdicts.json"})
    return _rows(paper)


@cache
def _rows(paper: str) -> tuple[Measured, ...]:
    return tuple(committed(ROOT / FOLDER)[paper])


def judged(paper: str) -> tuple[Judgement, ...]:
    """Return the judgements of a paper."""
    return _judged(paper, rows(paper))


@cache
def _judged(paper: str, found: tuple[Measured, ...]) -> tuple[Judgement, ...]:
    return tuple(judge(paper, found))


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


_DENIED = Verdict.DOES_NOT_FOLLOW


def told_as(verdict: Verdict) -> str:
    """Return what is said of a claim with a verdict: that it holds, or is open."""
    alone = {Verdict.HOLDS, Verdict.OTHER_FIGURES, Verdict.DOES_NOT_FOLLOW}
    return verdict.value if verdict in alone else f"is {verdict.value}"


def _tally() -> dict[str, str]:
    items = [item for paper in papers.ids() for item in judged(paper)]
    counts = Counter(item.verdict.name.lower() for item in items)
    names = ("holds", "other_figures", "does_not_follow", "not_reproduced", "undecided", "open")
    return {
        "all": str(len(items)),
        **{name: str(counts[name]) for name in names},
        "may": str(sum(bool(item.needs) for item in items if item.verdict == _DENIED)),
        "waiting": str(sum(bool(item.needs) for item in items if item.verdict == Verdict.OPEN)),
    }


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
    # By equation (2) of the paper, which counts no register of the result.
    ours = {
        label: 1000 * (row.latency_cycles - 1) / row.fmax_mhz
        for label in ("UF1-PP0D", "UF2-PP0D", "UF10-PP0D")
        for row in [at("zambreno2004", label, ROUTED)]
        if row.latency_cycles and row.fmax_mhz
    }
    assert min(ours.values()) == min(
        1000 * (row.latency_cycles - 1) / row.fmax_mhz
        for row in rows("zambreno2004")
        if row.fmax_mhz and row.latency_cycles and row.device == ROUTED
    )
    counts = re.search(r"by equation \(2\) ([^,;]+), as simulated ([^;.]+)", found.reason)
    assert counts is not None
    return {
        "by_equation": counts[1],
        "simulated": counts[2],
        "best": best[1],
        "ns": best[2],
        "printed": str(printed),
        **{label.partition("-")[0].lower(): f"{each:.1f}" for label, each in ours.items()},
        **{
            f"sim_{label.partition('-')[0].lower()}": f"{row.latency_ns:.1f}"
            for label in ours
            for row in [at("zambreno2004", label, ROUTED)]
        },
        "verdict": found.verdict.value,
        "first": told_as(found.verdict),
        "second": told_as(claim("zambreno2004", "unpipelined-may-be-quicker").verdict),
    }


def _pairs_told() -> dict[str, str]:
    apart = tuple(float(each) for each in range(10, 10 + LEAST_SEEDS))
    below = tuple(float(each) for each in range(1, 1 + LEAST_SEEDS))
    counts = {
        pairs: compare.in_pairs([(apart, below)] * pairs, highest=True, exact=False).count(
            compare.Outcome.YES
        )
        for pairs in range(1, 40)
    }
    told = max(pairs for pairs, count in counts.items() if count)
    assert all(count == (pairs if pairs <= told else 0) for pairs, count in counts.items())
    return {"told": str(told), "none": str(told + 1), "seeds": in_words(LEAST_SEEDS)}


def _about() -> dict[str, str]:
    return {"about": f"{rules.ABOUT:.0%}".replace("%", " %")}


def _wide_ctr() -> dict[str, str]:
    rates = {
        row["label"]: row["blocks_per_cycle_exact"]
        for row in body("modes")["rows"]
        if row["device"] == ROUTED
    }
    # What the page says in words.
    assert rates["CTR.UF1-PP2B"] == rates["CTR.AXIS32.UF1-PP2B"]
    return {}


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
        "verdict": claim("jarvinen2003", "both-directions-area").verdict.value,
        "decrypt": f"{slices('jarvinen2003', f'AES128D-{_SIG}'):,.0f}",
        "decrypt_last": f"{slices('jarvinen2003', f'AES128D-{_SIG}-LAST'):,.0f}",
    }


def _spread() -> dict[str, str]:
    # The rows by which verdicts are judged; papers have points in common.
    clocks = {
        (row.label, row.device): row.fmax_routed_seeds
        for paper in papers.ids()
        for row in rows(paper)
        if len(row.fmax_routed_seeds) >= LEAST_SEEDS
    }
    # What the page says in words.
    (seeds,) = {len(each) for each in clocks.values()}
    spread = [100 * (max(each) - min(each)) / median(each) for each in clocks.values()]
    return {
        "seeds": in_words(seeds),
        "points": str(len(spread)),
        "least": f"{min(spread):.3g}",
        "most": f"{max(spread):.3g}",
        # A bound is rounded outwards.
        "half": f"{math.floor(10 * median(spread)) / 10:.1f}",
    }


def _circuits() -> dict[str, str]:
    logic, found = "UF1-PP0L-STORED", {}
    for name, label in (("two", "UF2-PP1B-KL"), ("ten", "UF10-PP1B-KL")):
        found[name] = f"{slices('farooq2016', logic) / slices('farooq2016', label):.2f}"
    pair = [at("farooq2016", label, FAMILY["farooq2016"]) for label in (logic, "UF2-PP1B-KL")]
    assert pair[0].ff_count is not None
    assert pair[1].ff_count is not None
    return {**found, "registers": f"{pair[0].ff_count / pair[1].ff_count:.1f}"}


def _goal(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in body("goals")["goals"] if each["name"] == name)
    return found


def _asu() -> dict[str, str]:
    row = _goal("asu")["pick"]
    goal = papers.load("asu").goal
    both = [
        known.area_luts + known.ff_count
        for known in reference.results(devices.load(ROUTED))
        if known.throughput_gbps and known.area_luts and known.ff_count
        if known.throughput_gbps >= goal["throughput_gbps"]
    ]
    # What the README says in words.
    assert both
    assert min(both) > goal["area"]
    # One below is the fewest that there can be, as the slowest is.
    assert (
        row["throughput_gbps"] * row["fmax_routed_min"] / row["fmax_mhz"] < goal["throughput_gbps"]
    )
    seeds = row["n_seeds"]
    empty = body("goals")["settings"]["empty"]["asu"]
    # What the pages say in words.
    assert (empty["answer"], empty["label"]) == ("verified", row["label"])
    lanes = in_words(parse(row["label"]).lanes)
    chance = binomtest(seeds - 1, seeds, alternative="greater").pvalue
    return {
        "label": row["label"],
        "decide": "decide" if chance < ALPHA else "do not decide",
        "nothing": "that its median meets it" if chance < ALPHA else "nothing",
        "rate": f"{row['throughput_gbps']:.1f}",
        "high": f"{row['throughput_gbps'] * row['fmax_routed_max'] / row['fmax_mhz']:.1f}",
        "slow": f"{row['throughput_gbps'] * row['fmax_routed_min'] / row['fmax_mhz']:.1f}",
        "luts": f"{row['area_luts']:,}",
        "both": f"{row['area_luts'] + row['ff_count']:,}",
        "seeds": f"{_NUMBERS[row['n_seeds']]} seed{'s' * (row['n_seeds'] != 1)}",
        "goal": f"{papers.load('asu').goal['throughput_gbps']}",
        "area": f"{papers.load('asu').goal['area']:,}",
        "lanes": lanes,
        "within": _within(empty["seconds"]),
    }


_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_OTHERS = {
    16: "sixteen",
    20: "twenty",
    30: "thirty",
    100: "hundred",
    10**6: "million",
}
_PARTS = {
    2: "half",
    3: "a third",
    4: "a quarter",
    5: "a fifth",
    20: "a twentieth",
    50: "a fiftieth",
}


def in_words(number: int) -> str:
    """Return a number as the pages write small and round ones."""
    return _OTHERS[number] if number in _OTHERS else _NUMBERS[number]


def part(share: float) -> str:
    """Return the part that is nearest to a share, in words."""
    return _PARTS[min(_PARTS, key=lambda each: abs(1 / each - share))]


def _within(spent: float) -> str:
    """Return the time that a run of so many seconds kept, in words."""
    half_an_hour = 1800
    return "half an hour" if spent <= half_an_hour else f"{math.ceil(spent / 60)} minutes"


def _asu_now() -> dict[str, str]:
    label = "RF2-UF10-C5dfT-G5ac"
    known = read_entries(ROOT / "benchmarks/records/goals.csv.gz")
    entry = next(e for e in known if (e.label, e.device) == (label, ROUTED))
    mhz = entry.figures["fmax_routed_mhz"]
    assert entry.rate is not None
    rate = float(Fraction(entry.rate)) * 128 * mhz / 1000
    assert rate > papers.load("asu").goal["throughput_gbps"]
    return {
        "label": label,
        "now": f"{rate:.1f}",
        "seeds": _NUMBERS[len(entry.seeds)],
        "low": f"{entry.figures['fmax_routed_min']:.0f}",
        "high": f"{entry.figures['fmax_routed_max']:.0f}",
    }


def _asu_claims() -> dict[str, str]:
    found = claim("asu", "unrolling-raises-efficiency")
    reason = found.reason
    falls = re.findall(r": (0\.\d+) times", reason)
    ours = re.findall(r"in ours \S+ over \S+: (\d\.\d+) times", reason)
    # What the page says in words.
    assert all(float(each) > 1 for each in ours)
    return {
        "plain": falls[0],
        "piped": falls[1],
        "ours_plain": ours[0],
        "ours_piped": ours[1],
        "verdict": told_as(found.verdict),
    }


def _goals() -> dict[str, str]:
    answers = [goal["pick"] for goal in body("goals")["goals"] if goal["pick"]]
    asked = [each["asked"]["device"] for each in body("goals")["settings"]["empty"].values()]
    return {
        "goals": in_words(len(CASES)),
        "devices": in_words(len({*asked})),
        "all": str(len(CASES)),
        "answered": str(len(answers)),
        "five": str(sum(row["n_seeds"] >= LEAST_SEEDS for row in answers)),
    }


def _from_the_package() -> dict[str, str]:
    trials = body("goals")["settings"]["reference"].values()
    times, own = ([each[name] for each in trials] for name in ("seconds", "cpu_s"))
    target = constant("studies/goals/tables.py", "_SOON_S")
    missed = sum(each > target for each in times)
    # What the page says in words.
    assert all(each["answer"] == "verified" for each in trials)
    (slow,) = (each for each in trials if each["cpu_s"] == max(own))
    assert slow["asked"]["space"] == "pipelines"
    return {
        "goals": str(len(trials)),
        "median": f"{median(times):.1f}",
        "most": f"{max(times):.1f}",
        "target": f"{target:g}",
        "missed": f"is missed in {missed}" if missed else "is kept in all",
        "own": f"{median(own):.1f}",
        "own_most": f"{max(own):.1f}",
        "slow": next(n for n, e in body("goals")["settings"]["reference"].items() if e is slow),
    }


def _from_nothing() -> dict[str, str]:
    found = body("goals")
    asked = found["settings"]["empty"].values()
    first = [each["first_s"] for each in asked]
    assert all(each["answer"] == "verified" for each in asked)
    small = [each for each in asked if is_small(devices.load(each["asked"]["device"]))]
    present = {name: each for name, each in found["settings"]["empty"].items() if each["present"]}
    losses = [
        regret(read_goal(each["asked"]), each["value"], found["best_known"][name]["value"])
        for name, each in present.items()
    ]
    told = [100 * loss for loss in losses if loss is not None]
    # What the page says in words.
    assert len(present) == len(asked) == len(CASES)
    assert max(first) <= LIMIT_S
    own = [
        name
        for name, each in present.items()
        if found["best_known"][name]["label"] == each["label"]
    ]
    single = [name for name, each in present.items() if each["n_seeds"] == 1]
    return {
        "one_seed": _NUMBERS[len(single)],
        "names": " and ".join(f"`{name}`" for name in single),
        "own": str(len(own)),
        "goals": str(len(CASES)),
        "median": f"{median(first):.0f}",
        "most": f"{max(first):.0f}",
        "small": f"{max(each['first_s'] for each in small):.0f}",
        "regret": f"{median(told):.1f}",
        "worst": f"{max(told):.1f}",
    }


def _peers() -> dict[str, str]:
    told = tomllib.loads((ROOT / "src/aesculus/report/peers.toml").read_text(encoding="utf-8"))
    (core,) = (each for each in told["core"] if not each["mhz"])
    # What the page says in words.
    assert told["core"].index(core) == 1
    found = re.search(r"did not end in (\d+) minutes .*; ([\d,]+) LUT4 without", core["note"])
    assert found is not None
    return {"minutes": found[1], "luts": found[2]}


def _placed_as_peers() -> dict[str, str]:
    # The store has the seeds of the headline twice, by the placer of before and by that of now.
    row = next(r for r in body("headline")["rows"] if r["label"] == "UF10-C5dfT-G5ac")
    now = {*zip(row["seeds"], row["fmax_routed_seeds"], strict=True)}
    ways: dict[str, set[tuple[int | None, float]]] = {}
    with opened_packed(ROOT / "benchmarks/stores/headline.db.gz") as store:
        for record in store.records(stage=Stage.ROUTE, label=row["label"], device=row["device"]):
            found = (record.job.seed, float(record.metrics["fmax_routed_mhz"]))
            ways.setdefault(record.job.inputs["router"], set()).add(found)
    (other,) = (each for each in ways.values() if each != now)
    assert {seed for seed, _ in other} == {*row["seeds"]}
    before = sorted(mhz for _, mhz in other)
    return {
        "low": f"{before[0]:.0f}",
        "middle": f"{median(before):.0f}",
        "high": f"{before[-1]:.0f}",
        "rate": f"{median(before) * 128 / 1000:.1f}",
    }


def _limits() -> dict[str, str]:
    fast = _goal("small-and-quick")["binding"][1]
    area = _goal("small-and-quick")["binding"][0]
    rate = _goal("5-gbps")["binding"][0]
    assert fast["binds"]
    assert area["binds"]
    assert rate["binds"]
    (device,) = {_goal(name)["device"] for name in ("small-and-quick", "5-gbps")}
    return {
        "device": device,
        "fast": fast["without"]["label"],
        "ns": f"{fast['without']['latency_ns']:.1f}",
        "small": rate["without"]["label"],
        "luts": f"{rate['without']['area_luts']:,}",
        "measured": str(_goal("5-gbps")["measured"]),
        "most": f"{int(area['constraint'].split()[-1]):,}",
        "larger": area["without"]["label"],
        "larger_ns": f"{area['without']['latency_ns']:.1f}",
    }


def _held_out() -> dict[str, str]:
    log = json.loads((ROOT / "benchmarks/search/held-out.json").read_text(encoding="utf-8"))
    return {
        entry["space"].removeprefix("held-out-"): f"{entry['points']:,}" for entry in log["entries"]
    }


def _frozen() -> dict[str, str]:
    log = read_log(ROOT / "benchmarks/search")
    now, before = newest(log, "held-out-gowin"), newest(log, "held-out-lut6")
    assert now is not None
    assert before is not None
    assert now.strategy_digest == strategy_digest() != before.strategy_digest
    # What the page says in words.
    assert now.to_the_second
    for name in OLDER:
        entry = newest(log, name)
        assert entry is not None
        assert entry.strategy_digest == before.strategy_digest
    lut6 = read_measured(ROOT / "benchmarks/search/held-out-lut6.csv.gz")
    begun = int(lut6.about["measured_before"]) / len(lut6.entries)
    gowin, keys = load_space("held-out-gowin"), load_space("held-out-keys")
    labels = {point.label for point in DesignSpace(gowin).points}
    moment = datetime.fromisoformat(now.frozen)
    with opened_packed(ROOT / "benchmarks/stores/held-out.db.gz") as store:
        made = {
            stage: {
                record.job.label: record.created
                for record in store.records(stage=stage, device=gowin.devices[0])
                if record.job.label in labels
            }
            for stage in (Stage.SYNTH, Stage.ROUTE)
        }
        simulated = {
            record.job.label
            for record in store.records(stage=Stage.VERIFY)
            if record.job.label in labels and record.created < moment
        }
    assert labels == made[Stage.SYNTH].keys() == made[Stage.ROUTE].keys()
    # What the page says in words.
    assert min(made[Stage.ROUTE].values()) > moment
    older = {label for label, created in made[Stage.SYNTH].items() if created < moment}
    assert older <= {point.label for point in DesignSpace(keys).points}
    return {
        "day": now.frozen[:10],
        "day_before": before.frozen[:10],
        "begun": _more_than(begun),
        "older": str(len(older)),
        "simulated": str(len(simulated)),
    }


def _more_than(share: float) -> str:
    """Return the greatest part that a share exceeds, in words."""
    return _PARTS[min(each for each in _PARTS if share > 1 / each)]


def _known_before() -> dict[str, str]:
    # What these spaces' own campaigns measured is in a file of its own.
    files = (ROOT / "benchmarks/records").glob("*.csv.gz")
    others = [path for path in files if path.name != "held-out.csv.gz"]
    known = [each for path in others for each in read_entries(path)]
    found = {}
    for name in HELD_OUT:
        space = load_space(name)
        points = {point.label for point in DesignSpace(space).points}
        there = [each for each in known if each.device == space.devices[0] and each.label in points]
        found[name.removeprefix("held-out-")] = f"{len({each.label for each in there}):,}"
        if name == "held-out-gowin":
            routed = {each.label for each in there if "fmax_routed_mhz" in each.figures}
            found["routed"] = str(len(routed))
    return found


def _small_tables() -> dict[str, str]:
    # What the page says in words: results of now, all of the one and a sample of the other, which
    # takes seconds to look up; and rough hours.
    space = load_space("ecp5-iterative")
    rows = reference.results(devices.load(space.devices[0]))
    assert {point.label for point in DesignSpace(space).points} <= {row.label for row in rows}
    space, jobs = load_space("area-small"), Jobs()
    device = devices.load(space.devices[0])
    with opened_packed(ROOT / "benchmarks/stores/measure-area-small.db.gz") as store:
        for point in DesignSpace(space).points[::60]:
            assert jobs.records(store, Stage.SYNTH, point, device)[Stage.SYNTH].ok
    tables = [
        read_measured(ROOT / f"benchmarks/search/{name}.csv.gz")
        for name in ("ecp5-iterative", "area-small")
    ]
    assert {table.about[HOURS] for table in tables} == {ROUGH}
    (day,) = {date.fromisoformat(table.about["made"]) for table in tables}
    return {"day": f"{day.day} {day:%B %Y}"}


def _of_now() -> dict[str, str]:
    known = read_entries(ROOT / "src/aesculus/engine/reference/reference.csv.gz")
    now = sum(len(reference.results(device, given=known)) for device in devices.packaged())
    # Without a device it is a simulation alone.
    there = {(each.label, each.device) for each in known if each.device}
    return {
        "points": f"{len(there):,}",
        "devices": f"{len({device for _, device in there})}",
        "now": f"{now:,}",
    }


def _estimated() -> dict[str, str]:
    spaces = body("estimates")["spaces"]
    rough = ("held-out-modes", "held-out-keys")
    modes = [stage for name in rough for stage in spaces[name]["stages"].values()]
    stages = [
        stage
        for name, space in spaces.items()
        if name not in rough
        for stage in space["stages"].values()
    ]
    errors = [stage["all"]["median_error"] for stage in stages]
    untold = {
        (name, stage): told["untold"]
        for name, space in spaces.items()
        for stage, told in space["stages"].items()
    }
    routed = [told["within_two"] for (_, stage), told in untold.items() if stage == "route"]
    # What the page says in words: the greatest error is that of routes.
    assert max(untold, key=lambda each: untold[each]["median_error"]) == ("held-out-ice40", "route")
    return {
        "modes": f"{100 * max(stage['all']['median_error'] for stage in modes):.1f}",
        # A bound is rounded outwards.
        "modes_near": f"{math.floor(100 * min(stage['all']['within_two'] for stage in modes))}",
        "least": f"{100 * min(errors):.1f}",
        "most": f"{100 * max(errors):.1f}",
        "near": f"{math.floor(100 * min(stage['all']['within_two'] for stage in stages))}",
        "unheard": f"{100 * max(s['untold']['median_error'] for s in [*stages, *modes]):.0f}",
        "unheard_least": f"{100 * min(routed):.0f}",
        "unheard_most": f"{100 * max(routed):.0f}",
    }


def _lines(space: str) -> dict[tuple[str, int], float]:
    found = body("scaling")["spaces"][space]["lines"]
    return {(each["strategy"], each["workers"]): each["seconds"] for each in found}


def _workers() -> dict[str, str]:
    first = {}
    for space in ("ecp5-iterative", "area-small"):
        times = _lines(space)
        counts = sorted({workers for _, workers in times})
        ahead = [n for n in counts if times["random", n] < times["guided", n]]
        first[space] = str(ahead[0]) if ahead else "no number of"
    times = _lines("ecp5-iterative")
    # The study takes times as equal that differ by less.
    still = constant("studies/scaling/simulate.py", "_STILL")
    at_once = int(first["ecp5-iterative"])
    lines = body("scaling")["spaces"]["ecp5-iterative"]["lines"]
    (repeats,) = {each["repeats"] for each in lines}
    both = times["guided", at_once], times["random", at_once]
    apart = max(both) / min(both)
    return {
        "from": first["ecp5-iterative"],
        "small": first["area-small"],
        "guided": f"{times['guided', at_once]:.0f}",
        "random": f"{times['random', at_once]:.0f}",
        "repeats": _NUMBERS[repeats],
        "near": "too near" if apart < still else "far enough apart",
        "still": f"{100 * (still - 1):.0f}",
    }


def _gcm_packets() -> dict[str, str]:
    blocks = 4  # of 64 bytes
    found = {
        row["label"]: row["packet_blocks_per_cycle"] for row in body("verify-products")["rows"]
    }
    labels = {
        "one": "GCM.UF10-PP2T",
        "two": "GCM.RF2-UF10-PP1D",
        "four": "GCM.RF4-UF10-PP1D",
    }
    cycles = {name: blocks / found[label] for name, label in labels.items()}
    # What the page says in words.
    assert cycles["one"] < cycles["two"] < cycles["four"]
    # Two blocks of the core go ahead of the text, and no cycle of it is lost.
    assert cycles["one"] <= (blocks + 2) / 0.98
    return {name: f"{each:.0f}" for name, each in cycles.items()}


def _basis_share() -> dict[str, str]:
    counts: dict[tuple[str, bool], dict[str, int]] = {}
    for core in body("basis")["cores"]:
        which = core["direction"], "UF10" in core["label"]
        counts.setdefault(which, {})[core["basis"]] = core["lut_count"]
    saved = {which: 1 - each["found"] / each["paper"] for which, each in counts.items()}
    # What the page says in words.
    assert saved["encrypt", True] <= 0
    assert saved["encrypt", False] <= 0
    assert saved["both", False] <= 0
    names = {"share": ("decrypt", True), "both": ("both", True), "small": ("decrypt", False)}
    found = {name: f"{100 * saved[which]:.1f}" for name, which in names.items()}
    return {**found, "cores": in_words(len(body("basis")["cores"]))}


def _rom_pairs() -> dict[str, str]:
    reason = claim("zambreno2004", "rom-clocks-faster-than-bram").reason
    found = re.search(r"so in (\d+) of (\d+) published pairs", reason)
    assert found is not None
    return {"so": found[1], "pairs": found[2]}


def _killed() -> dict[str, str]:
    found = body("killed-workers")
    return {"killed": str(found["killed"]), "jobs": str(found["jobs"])}


def _steps() -> dict[str, str]:
    from aesculus.studies.energy.study import STEPS, judged, ratio  # noqa: PLC0415

    found = {row["label"]: row for row in body("energy")["rows"]}
    told = {step.technique: ratio(found, step) for step in STEPS}

    # What the page says in words.
    assert {judged(found, step)[1] for step in STEPS} <= {"less", "more"}

    def of_clock(before: str, after: str) -> str:
        old, new = found[before], found[after]
        more = new["switching_per_block"] - old["switching_per_block"]
        clock = new["switching_by_part"]["clock"] - old["switching_by_part"]["clock"]
        return f"{100 * clock / more:.0f}"

    (cut,) = (step for step in STEPS if step.technique == "a register behind SubBytes")
    (three,) = (step for step in STEPS if step.technique.startswith("three registers a round"))
    return {
        "workloads": in_words(constant("netlists/activity.py", "WORKLOADS")),
        "cut_clock": of_clock(cut.before, cut.after),
        "three_clock": of_clock(three.before, three.after),
        "rom": told["S-boxes in distributed ROM, not block RAM"],
        "logic": told["S-boxes in logic, not distributed ROM"],
        "tower": told["S-boxes in a tower field, not table logic"],
        "whole": told["the whole cipher in the tower field"],
        "unrolled": told["unrolled twice without registers"],
        "round": told["unrolled twice with a register a round"],
        "cut": told["a register behind SubBytes"],
        "three": told["three registers a round, tower field"],
        "lanes": told["two lanes under one key"],
        "copies": told["two copies"],
        "copied": f"{found['RF2S-UF1-PP2B']['lut_count']:,}",
        "twice": f"{2 * found['UF1-PP2B']['lut_count']:,}",
        "stored": told["keys expanded first and stored"],
    }


# ---- what the papers print -----------------------------------------------------------------------

_SHORT = "zambreno-short"


def _number(paper: str, row: str, figure: str) -> float:
    found = papers.load(paper).row(row).figure(figure)
    assert found is not None
    return float(found)


def _derived() -> dict[str, str]:
    found = [item for name in ("zambreno2004", _SHORT) for item in derive.rows(papers.load(name))]
    told = Counter(item.agreement.value for item in found)
    assert {*told} == {"follows", "rounded twice"}
    return {
        "all": str(len(found)),
        "follow": str(told["follows"]),
        "twice": in_words(told["rounded twice"]),
    }


def _copies() -> dict[str, str]:
    pair = "RF2-UF10-PP3d", "RF1-UF10-PP3d"
    clock, rate = (
        _number(_SHORT, pair[0], name) / _number(_SHORT, pair[1], name)
        for name in ("fmax_mhz", "throughput_gbps")
    )
    return {"loss": f"{100 * (1 - clock):.0f}", "gain": f"{rate:.2f}"}


def _ten_rounds() -> dict[str, str]:
    one, ten = (_number(_SHORT, f"RF1-UF{n}-PP1b", "fmax_mhz") for n in (1, 10))
    return {"loss": f"{100 * (1 - ten / one):.0f}"}


def _same_circuit() -> dict[str, str]:
    found: dict[str, str] = {}
    for key, paper, row in (("a", "zambreno2004", "UF10-PP2B"), ("b", _SHORT, "RF1-UF10-PP2b")):
        raw = papers.load(paper).row(row).raw
        found |= {f"slices_{key}": f"{raw['slices']}", f"mhz_{key}": f"{raw['fmax_mhz']}"}
    return {**found, "part": part(1 - float(found["mhz_b"]) / float(found["mhz_a"]))}


def _latencies() -> dict[str, str]:
    items = derive.rows(papers.load("jarvinen2003"))
    off = sorted(
        100 * item.deviation
        for item in items
        if item.figure == "latency_ns" and item.agreement is derive.Agreement.DISAGREES
    )
    return {"low": f"{off[0]:.1f}", "high": f"{off[1]:.1f}", "cycles": _sig()["cycles"]}


def _serial() -> dict[str, str]:
    paper, row = papers.load("farooq2016"), papers.load("farooq2016").row("CC-KC-S")
    clock = _number("farooq2016", "CC-KC-S", "fmax_mhz")
    device = paper.device(row.device)
    assert device is not None
    assert device.clock_limit_mhz is not None
    assert not device.clock_limit_checked
    assert clock > 2 * float(device.clock_limit_mhz)
    rival = _number("farooq2016", "Farashahi 2014, 2-slow", "fmax_mhz")
    loss = float(paper.stated_figure("virtex5-loss").value) / 100
    return {
        "claimed": f"{_number('farooq2016', 'CC-KC-S', 'throughput_gbps'):g}",
        "true": f"{128 * clock / 10 / 1000:.2f}",
        "mhz": f"{clock:.2f}",
        "limit": f"{float(device.clock_limit_mhz):g}",
        "other": f"{rival * (1 - loss):.0f}",
        "theirs": f"{float(paper.stated_figure('device-limit-virtex5').value):g}",
        "luts": f"{float(paper.stated_figure('lut-ratio').value):g}",
        "registers": f"{float(paper.stated_figure('register-ratio').value):g}",
        "pairs": f"{float(paper.stated_figure('lut-ff-ratio').value):g}",
    }


def _asu_table() -> dict[str, str]:
    paper = papers.load("asu")
    # From the table itself: throughput over tables and registers, unrolled against folded.
    efficiency = {
        row.name: float(derive.throughput_gbps(row).middle / derive.area(row).middle)
        for row in paper.rows
    }
    falls = [
        100 * (1 - efficiency[unrolled] / efficiency[folded])
        for unrolled, folded in (
            ("Unrolling", "Folded (base design)"),
            ("Unrolling pipelined", "Folded pipelined"),
        )
    ]
    assert all(fall > 0 for fall in falls)
    last = "Unrolling pipelined + Parallelism (P2)"
    chosen = paper.row("Unrolling pipelined + Parallelism (P1)")
    return {
        "low": f"{min(falls):.0f}",
        "high": f"{max(falls):.0f}",
        "printed": f"{_number('asu', last, 'throughput_gbps'):.1f}",
        "true": f"{float(derive.throughput_gbps(paper.row(last)).middle):.1f}",
        "area": f"{float(derive.area(chosen).middle):,.0f}",
        "goal": f"{paper.goal['area']:,}",
        "conclusion": f"{paper.stated_figure('area-in-conclusion').value:,}",
    }


def _full() -> dict[str, str]:
    return {"room": f"{100 * constant('studies/reproduce/plan.py', 'ROOM'):.0f}"}


# ---- bases of the tower field --------------------------------------------------------------------


@cache
def _bases() -> dict[int, Any]:
    from aesculus.studies.basis.table import read_table  # noqa: PLC0415

    found: dict[int, Any] = dict(read_table(RESULTS / "basis.csv.gz"))
    return found


def _kinds() -> dict[str, str]:
    kinds = Counter(row.family.startswith("(1, X)") for row in _bases().values())
    # What the page adds up.
    assert kinds[True] == (12 + 2 + 36 + 6) * 240
    assert kinds[False] == (5 + 1 + 6) * 120
    return {"polynomial": f"{kinds[True]:,}", "normal": f"{kinds[False]:,}"}


def _fewer() -> dict[str, str]:
    ones = {number: scores(row.ones)["whole_encrypt"] for number, row in _bases().items()}
    paper, short = ones[DEFAULT_BASIS], body("basis")["groups"]["short"]
    assert min(ones[number] for number in short) == paper
    both = {number: scores(row.ones)["whole_both"] for number, row in _bases().items()}
    # What the page says in words.
    assert min(both, key=lambda each: (both[each], each)) in short
    return {
        "all": f"{len(ones):,}",
        "short": str(len(short)),
        "fewer": str(sum(each < paper for each in ones.values())),
        "saved": f"{100 * (1 - min(ones.values()) / paper):.0f}",
    }


def _foretold() -> dict[str, str]:
    found = body("basis")
    ranks = {
        name: [each[name]["rho"] for each in found["spearman"].values() if each]
        for name in ("sample", "short")
    }
    fewest, winner = found["fewest"]["whole_encrypt"], found["winners"]["whole_encrypt"]
    return {
        **{f"low_{name}": f"{min(each):.2f}" for name, each in ranks.items()},
        **{f"high_{name}": f"{max(each):.2f}" for name, each in ranks.items()},
        "basis": fewest["number"],
        "own": str(_bases()[int(fewest["number"], 16)].luts["whole_encrypt"]),
        "paper": str(winner["paper"]),
        "ones": str(winner["ones"]),
        "least": str(winner["luts"]),
    }


def _columns() -> dict[str, str]:
    number = body("basis")["winners"]["whole_encrypt"]["number"]
    return {
        "paper": str(_bases()[DEFAULT_BASIS].luts["column_encrypt"]),
        "other": str(_bases()[int(number, 16)].luts["column_encrypt"]),
        "basis": number,
    }


# ---- searches ------------------------------------------------------------------------------------


def board(space: str) -> dict[str, Any]:
    """Return a committed scoreboard."""
    path = ROOT / f"benchmarks/search/results/{space}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _of_guided(space: str, by: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = board(space)["summary"]
    return [line for line in lines if line["strategy"] == "guided" and line["by"] == by]


_TENTH = 0.1
_AIM = (0.02, 0.04)
"""ADRS with a tenth of the hours: in the median, and in the worst run."""


def _reached(space: str) -> dict[str, str]:
    """Return how far `guided` is with a tenth of the hours."""
    own, name = in_hours(board(space))["guided", _TENTH], space.removeprefix("held-out-")
    return {
        name: f"{100 * own['adrs_median']:.2f}",
        f"{name}_worst": f"{100 * own['adrs_worst']:.2f}",
    }


def medians(space: str, by: str, share: float) -> tuple[float, dict[str, float]]:
    """Return the median ADRS of `guided`, and that of each rival that has come so far."""
    told = {
        line["strategy"]: line["adrs_median"]
        for line in board(space)["summary"]
        # One whose figure is left away has not come so far in all its repeats.
        if line["by"] == by and line["share"] == share and line["adrs_median"] is not None
    }
    return told.pop("guided"), told


def _searched() -> dict[str, str]:
    space = "held-out-gowin"
    assert board(space)["about"][FROZEN] == strategy_digest()
    line = in_hours(board(space))["guided", _TENTH]
    most, worst = _AIM
    in_time = {at: medians(space, "hours", at) for at in (0.02, 0.03, 0.05, _TENTH)}
    ahead = any(min(rivals.values()) < own for own, rivals in in_time.values())
    level = {
        at: {who for who, each in rivals.items() if each == own}
        for at, (own, rivals) in in_time.items()
        if own == min(rivals.values())
    }
    # What the page says in words.
    ((near, who),) = level.items()
    assert who == {"tpe-informed", "nsga2-informed"}
    found: dict[str, str] = {}
    for at in (0.02, 0.05):
        own, rivals = medians(space, "evaluations", at)
        assert min(rivals, key=rivals.__getitem__) == "plain"
        assert rivals["plain"] < own
        found |= {f"plain_{100 * at:.0f}": f"{100 * rivals['plain']:.2f}"}
        found |= {f"guided_{100 * at:.0f}": f"{100 * own:.2f}"}
    own, rivals = medians(space, "evaluations", 0.01)
    assert own > max(rivals.values())
    own, rivals = medians(space, "evaluations", _TENTH)
    assert own < min(rivals.values())
    table = with_memory(read_measured(ROOT / "benchmarks/search/held-out-gowin.csv.gz"))
    costs = np.array([table.problem.cost(entry.figures) for entry in table.entries])
    front = [
        entry.point.fields
        for entry, best in zip(table.entries, optimal(costs), strict=True)
        if best
    ]
    short = [_is_short(entry.point.fields) for entry in table.entries]
    low, high = (f"{100 * line[f'adrs_{end}']:.2f}" for end in ("low", "high"))
    kept = line["adrs_high"] < most and line["adrs_worst"] < worst
    return {
        **found,
        **_reached(space),
        "low": low,
        "high": high,
        "aim": "both keep the aim" if kept else "the aim is missed",
        "no": "A" if ahead else "No",
        "level": f"{100 * near:.0f}",
        "short": str(sum(short)),
        "others": str(sum(not _is_short(fields) for fields in front)),
        "frontier": str(len(front)),
    }


_EARLY = (0.01, 0.02, 0.03, 0.05)
_INFORMED = ("tpe-informed", "nsga2-informed")


def _behind() -> dict[str, str]:
    """Return where rivals are ahead of `guided` on spaces that it was made on."""
    routed, nexus = "ecp5-iterative", "held-out-nexus"
    found: dict[str, str] = {}
    for name, space, by, share in (
        ("1", routed, "hours", 0.01),
        ("3", routed, "hours", 0.03),
        ("ice40", "held-out-ice40", "evaluations", 0.03),
    ):
        own, rivals = medians(space, by, share)
        (informed,) = {rivals[who] for who in _INFORMED}
        assert informed < own
        found |= {f"informed_{name}": f"{100 * informed:.2f}", f"own_{name}": f"{100 * own:.2f}"}
    for space, shares in ((nexus, (*_EARLY, _TENTH)), (routed, _EARLY)):
        for share in shares:
            own, rivals = medians(space, "evaluations", share)
            # What the page says in words.
            assert min(rivals, key=rivals.__getitem__) == "plain"
            assert rivals["plain"] < own
            if space == nexus:
                at = f"{100 * share:.0f}"
                found |= {f"plain_{at}": f"{100 * rivals['plain']:.2f}"}
                found |= {f"guided_{at}": f"{100 * own:.2f}"}
    return found


def _is_one(line: Mapping[str, Any]) -> bool:
    return bool(line["adrs_low"] == line["adrs_high"])


def _without_width() -> dict[str, str]:
    """Return up to where the intervals over seeds have no width, in percent of the hours."""
    found = {}
    for space in ("held-out-gowin", "held-out-nexus"):
        told = in_hours(board(space))
        shares = (*_EARLY, _TENTH)
        one = [
            share
            for share in shares
            if all(_is_one(told[who, share]) for who in ("guided", *_INFORMED))
        ]
        assert tuple(one) == shares[: len(one)]
        found[space.removeprefix("held-out-")] = f"{100 * one[-1]:.0f}"
    # What the page says in words.
    for space in ("held-out-gowin", "held-out-nexus", "ecp5-iterative"):
        lines = [line for line in board(space)["summary"] if line["strategy"] == "plain"]
        assert all(_is_one(line) for line in lines if line["adrs_median"] is not None)
    return found


def _is_short(fields: Mapping[str, object]) -> bool:
    return fields["key_bits"] == 128 and fields["direction"] == "encrypt"


def _searched_before() -> dict[str, str]:
    found: dict[str, str] = {}
    most, worst = _AIM
    for space in OLDER:
        found |= _reached(space)
        own = in_hours(board(space))["guided", _TENTH]
        # What the page says in words: nothing of a missed aim.
        assert own["adrs_high"] < most
        assert own["adrs_worst"] < worst
    shares = {line["share"]: line for line in _of_guided("held-out-modes", "evaluations")}
    return {**found, "modes_evaluations": f"{100 * shares[_TENTH]['adrs_worst']:.2f}"}


def _volumes() -> dict[str, str]:
    # As in the table of hypervolume: of each cell the best of the others.
    ahead, cells = Counter[bool](), Counter[bool]()
    for space in BOARDS:
        told = in_hours(board(space))
        for budget in BUDGETS:
            own = told.get(("guided", budget))
            rivals = [line for (who, at), line in told.items() if at == budget and who != "guided"]
            if own is None or not rivals:
                continue
            best = max(rivals, key=lambda line: line["hypervolume_median"])
            held_out = space not in MADE_ON
            cells[held_out] += 1
            if best["hypervolume_median"] > own["hypervolume_median"]:
                ahead[held_out] += 1
    return {
        "ahead": str(ahead.total()),
        "cells": str(cells.total()),
        "held_ahead": str(ahead[True]),
        "held_cells": str(cells[True]),
    }


def _areas() -> dict[str, str]:
    path = ROOT / "src/aesculus/search/spaces/area-small.toml"
    narrow = tomllib.loads(path.read_text(encoding="utf-8"))["also"][1]
    ends = {
        run["steps"][-1][0]
        for run in board("area-small")["replays"]
        if run["strategy"] in {"guided", "tpe", "tpe-informed"}
    }
    (limit,) = ends
    return {"bases": str(len({*narrow["basis"]})), "limit": f"{limit:.0f}"}


def _scaled() -> dict[str, str]:
    routed, areas = _lines("ecp5-iterative"), _lines("area-small")
    stops = body("scaling")["spaces"]["ecp5-iterative"]["stops_falling"]
    many = stops["guided"]
    (repeats,) = {
        line["repeats"] for each in body("scaling")["spaces"].values() for line in each["lines"]
    }
    return {
        "guided": f"{routed['guided', 1] / 60:.0f}",
        "all": f"{routed['random', 1] / 60:.0f}",
        "many": str(many),
        "repeats": in_words(repeats),
        "guided_many": f"{routed['guided', many]:.0f}",
        "all_many": f"{routed['random', many]:.0f}",
        "stops": str(stops["random"]),
        "areas": f"{areas['guided', 1] / 60:.1f}",
        "areas_all": f"{areas['random', 1] / 3600:.1f}",
        "areas_many": f"{areas['guided', many]:.0f}",
        "areas_all_many": f"{areas['random', many]:.0f}",
    }


def _tables() -> dict[str, str]:
    return {
        "points": f"{sum(board(name)['points'] for name in ('ecp5-iterative', 'area-small')):,}"
    }


# ---- what somebody set ---------------------------------------------------------------------------


def _clock_limit() -> dict[str, str]:
    limit = devices.load(ROUTED).clock_limit
    assert limit is not None
    assert not limit.checked
    return {"mhz": f"{limit.mhz:g}"}


def _network() -> dict[str, str]:
    text = (ROOT / "rtl/sbox/aesculus_sbox_lut_encrypt.sv").read_text(encoding="utf-8")
    return {"tables": str(len(re.findall(r"^\s*aesculus_lut4\s*#", text, re.M)))}


def _faults() -> dict[str, str]:
    text = (ROOT / "tests/benches/test_bench_faults.py").read_text(encoding="utf-8")
    numbers = [int(each) for each in re.findall(r"pytest\.param\(\s*(\d+), ", text)]
    assert numbers == [*range(1, len(numbers) + 1)]
    return {"ways": str(len(numbers))}


def _netlists() -> dict[str, str]:
    passed = [row["netlist"] for row in body("verify-space")["rows"] if "netlist" in row]
    # What the page says in words.
    assert {*passed} == {"ok"}
    return {"netlists": in_words(len(passed))}


def _mutants() -> dict[str, str]:
    fates = Counter(
        mutant["fate"]
        for point in body("mutants")["points"]
        for mutant in point["mutants"]
        if mutant["module"] == "aesculus_sub_bytes"
    )
    return {
        "told": in_words(fates.total() - fates["equivalent"]),
        "live": in_words(fates["survived"]),
    }


def _published() -> dict[str, str]:
    count = sum(len(entries(f"GCM/{name}128.rsp")) for name in GCM_FILES)
    return {"messages": f"{count:,}"}


def _at_hand() -> dict[str, str]:
    results = body("store-million")["results"]
    near = 1e-4
    million = round(results, -6)
    assert abs(results / million - 1) < near
    return {
        "results": in_words(million),
        "devices": in_words(len({row["device"] for row in body("modes")["rows"]})),
    }


def _evidence() -> dict[str, str]:
    text = (ROOT / "docs/verification.md").read_text(encoding="utf-8")
    table = text.partition("| what | shows | where |")[2].partition("\n\n")[0]
    rows = table.strip().splitlines()[1:]
    return {
        "kinds": in_words(len(rows)).capitalize(),
        "campaigns": in_words(sum(row.startswith("| campaign: ") for row in rows)),
    }


def _without_clock() -> dict[str, str]:
    none = {
        (row["label"].partition(".")[0].partition("-")[0], row["device"])
        for row in body("modes")["rows"]
        if not row["fmax_routed_mhz"]
    }
    # What the page says in words.
    assert none == {("GCM", "GW2A-18"), ("GMAC", "GW2A-18"), ("CCM", "ICE40UP5K")}
    return {"many": in_words(len(none)).capitalize(), "all": in_words(len(none))}


def _five() -> dict[str, str]:
    (seeds,) = {row["n_seeds"] for row in body("headline")["rows"]}
    return {"seeds": in_words(seeds), "papers": in_words(len(papers.ids()))}


def _narrow() -> dict[str, str]:
    found = {}
    for width in (32, 8):
        for bits in (128, 192, 256):
            prefix = "" if bits == 128 else f"AES{bits}-"
            cycles = estimated_narrow_latency(parse(f"{prefix}UF1-PP0T-W{width}"))
            found[f"block_{width}_{bits}"] = str(cycles)
    for kind, point in (("seamless", parse("UF1-PP0T-W8")), ("twin", parse("UF1-PP0T-W8-KN"))):
        found[f"{kind}_block"] = str(estimated_narrow_latency(point))
        found[f"{kind}_next"] = str(estimated_block_cycles(point))
    return found


def constant(path: str, name: str) -> Any:
    """Return what a module of the package sets a name to, without loading it."""
    tree = ast.parse((ROOT / "src/aesculus" / path).read_text(encoding="utf-8"))
    for line in tree.body:
        targets: list[ast.expr] = line.targets if isinstance(line, ast.Assign) else []
        if isinstance(line, ast.AnnAssign):
            targets = [line.target]
        if any(isinstance(each, ast.Name) and each.id == name for each in targets):
            assert isinstance(line, ast.Assign | ast.AnnAssign)
            assert line.value is not None
            return ast.literal_eval(line.value)
    raise LookupError(f"{path}: {name}")


def _explored() -> str:
    found = re.search(r"^BUDGET \?= (\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert found is not None
    return found[1]


def _set() -> dict[str, str]:
    def percent(path: str, name: str) -> str:
        return f"{100 * constant(path, name):.0f}"

    def minutes(path: str) -> str:
        return f"{seconds(constant(path, 'BUDGET')) / 60:.0f}"

    return {
        "least": in_words(LEAST_SEEDS),
        "headline": in_words(constant("metrics/row.py", "HEADLINE_SEEDS")),
        "explore": in_words(int(seconds(_explored()) / 60)),
        "pick_time": _within(seconds(constant("api/picking.py", "BUDGET"))),
        "held_out": in_words(len(HELD_OUT)),
        "workloads": in_words(constant("netlists/activity.py", "WORKLOADS")),
        "beats": str(constant("netlists/activity.py", "BLOCKS")),
        "jobs_at_most": f"{constant('engine/cluster.py', 'MOST_WORKERS'):,}",
        "cores_at_most": f"{constant('engine/cluster.py', 'MOST_CORES'):,}",
        "worlds": str(constant("search/ways/goal.py", "_WORLDS")),
        "budgets": in_words(len(BUDGETS)),
        "chance": part(ALPHA),
        "apart": part(NOTICEABLE),
        "records": in_words(constant("studies/records/cases.py", "SEEDS")),
        "packets": in_words(-operator.sub(*constant("products/common/plan.py", "COUNTED_PACKETS"))),
        "walltime": in_words(constant("engine/cluster.py", "_LEAST_S") // 60),
        "connect": in_words(int(constant("engine/pool.py", "_CONNECT_S"))),
        "queued": _within(constant("engine/pool.py", "_QUEUED_S")),
        "settled": part(100 * constant("search/ways/goal.py", "SETTLED")),
        "fewest": in_words(constant("studies/basis/study.py", "BEST")),
        "longest": str(constant("products/common/plan.py", "_LONGEST")),
        "mix": str(constant("search/bounds.py", "_MIX_LUTS")),
        "pick": minutes("api/picking.py"),
        "close": minutes("cli/close.py"),
        "full": percent("search/filling.py", "USUAL"),
        "asked": str(constant("stages/route.py", "TARGET_MHZ")),
        "pll": percent("export/boards/build.py", "_PROBED_SHARE"),
        "unrouted": f"{constant('export/bundle.py', '_TARGET_MHZ'):.0f}",
        "grace": f"{constant('engine/engine.py', '_GRACE_S'):.0f}",
        "jobs": percent("engine/pool.py", "_MEMORY_SHARE"),
        "tool": percent("tools/process.py", "_MEMORY_SHARE"),
        "workers": f"{constant('studies/scaling/simulate.py', 'WORKERS')[-1]:,}",
        "growth": percent("studies/soak/judging.py", "MOST_GROWTH"),
        "tables": str(constant("search/bounds.py", "_SBOX_LUTS")),
        "simulated": f"{constant('studies/reproduce/plan.py', 'MOST_SIMULATED'):,}",
    }


def by_name(*functions: Figures) -> dict[str, Figures]:
    """Return functions by the names that `sentences.toml` calls them by."""
    return {each.__name__.lstrip("_"): each for each in functions}


FIGURES = by_name(
    _tally,
    _gcm_packets,
    _basis_share,
    _rom_pairs,
    _spread,
    _zambreno,
    _latency,
    _pairs_told,
    _wide_ctr,
    _about,
    _key,
    _sig,
    _circuits,
    _asu,
    _asu_now,
    _asu_claims,
    _goals,
    _from_the_package,
    _from_nothing,
    _limits,
    _peers,
    _placed_as_peers,
    _held_out,
    _known_before,
    _of_now,
    _small_tables,
    _estimated,
    _workers,
    _killed,
    _steps,
    _derived,
    _copies,
    _ten_rounds,
    _same_circuit,
    _latencies,
    _serial,
    _asu_table,
    _full,
    _kinds,
    _fewer,
    _foretold,
    _columns,
    _searched,
    _searched_before,
    _behind,
    _without_width,
    _volumes,
    _frozen,
    _faults,
    _netlists,
    _mutants,
    _published,
    _at_hand,
    _evidence,
    _without_clock,
    _five,
    _areas,
    _scaled,
    _tables,
    _clock_limit,
    _network,
    _narrow,
    _set,
)
