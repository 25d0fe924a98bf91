"""Words of the documents that data decide: no and most, better, open; for `sentences.toml`.

Each function gives the word that the data come to, or asserts what a sentence without a place in
braces says as a whole.
"""

import re
from functools import cache

from aesculus import papers
from aesculus.families import devices
from aesculus.papers.judge import observe
from aesculus.papers.measured import Measurements
from aesculus.papers.verdict import Verdict
from aesculus.records import Stage
from aesculus.search.model import AnalyticModel
from aesculus.store.opened import opened_packed
from aesculus.studies.doctables import OLDER, in_hours
from aesculus.studies.measure.table import read as read_measured
from measured_tables import covered
from project.figures import ROUTED, board, by_name, claim, in_words, medians, part, rows, told_as
from project.sources import ROOT

# ---- searches ------------------------------------------------------------------------------------

_SHARES = (0.02, 0.03, 0.05, 0.1)
"""Of the hours; the page names these."""


def _rivals_before() -> dict[str, str]:
    # By space and share of the hours: the rivals that are ahead, and those that are level.
    ahead: dict[tuple[str, float], set[str]] = {}
    level: dict[tuple[str, float], set[str]] = {}
    for space in OLDER:
        for share in sorted({at for who, at in in_hours(board(space)) if who == "guided"}):
            own, rivals = medians(space, "hours", share)
            ahead[space, share] = {who for who, each in rivals.items() if each < own}
            level[space, share] = {who for who, each in rivals.items() if each == own}
    ((where, who),) = ((at, who) for at, who in level.items() if who and at[1] in _SHARES)
    ((behind, quicker),) = ((at, who) for at, who in ahead.items() if who and at[1] > max(_SHARES))
    # What the page says in words.
    near = 0.01
    assert (where[0], who) == ("held-out-keys", {"tpe-informed", "nsga2-informed"})
    assert (behind[0], quicker) == ("held-out-lut6", {"tpe-informed", "tpe"})
    own, rivals = medians(behind[0], "hours", behind[1])
    assert max(own, *(rivals[each] for each in quicker)) < near
    return {
        "no": "A" if any(ahead[space, share] for space in OLDER for share in _SHARES) else "No",
        "level": f"{100 * where[1]:.0f}",
        "behind": part(behind[1]),
    }


def _calibrated() -> dict[str, str]:
    learnt, few = 100, 20
    areas = {each.figure: each.held for each in covered("area-small", learnt)}
    routed = {each.figure: each.held for each in covered("held-out-gowin", few)}
    # What the page says in words.
    least, most = 0.85, 0.96
    assert areas["ff_count"] < least < areas["area_luts"] < most
    assert least < min(routed["area_luts"], routed["fmax_routed_mhz"])
    table = read_measured(ROOT / "benchmarks/search/held-out-gowin.csv.gz")
    modelled = AnalyticModel(table.problem.device).predict([each.point for each in table.entries])
    for number, each in enumerate(table.entries):
        fields = each.point.fields
        apart = each.figures["latency_cycles"] / modelled["latency_cycles"][number]
        assert apart == (2 if fields["direction"] == "decrypt" else 1)
        halved = each.figures["bram_count"] != modelled["bram_count"][number]
        assert halved == (fields["width"] == 8 and fields["sbox"] == "bram")
    return {
        "learnt": str(learnt),
        "few": str(few),
        "luts": f"{100 * areas['area_luts']:.0f}",
        "ffs": f"{100 * areas['ff_count']:.0f}",
        "routed_luts": f"{100 * routed['area_luts']:.0f}",
        "clocks": f"{100 * routed['fmax_routed_mhz']:.0f}",
    }


# ---- the papers ----------------------------------------------------------------------------------


def _short_paper() -> dict[str, str]:
    found = claim("zambreno-short", "lowest-latency")
    best = re.search(r"\S+-UF(\d+)\S* is lowest at", found.reason)
    assert best is not None
    denied = {Verdict.DOES_NOT_FOLLOW, Verdict.NOT_REPRODUCED}
    return {
        "leader": "iterative" if best[1] == "1" else "partly unrolled",
        "conclusion": "falls" if found.verdict in denied else "stands",
    }


def _routed() -> dict[str, str]:
    points = [row for paper in papers.ids() for row in rows(paper) if row.fmax_mhz]
    assert {row.device for row in points} == {ROUTED}
    return {"every": "Every" if all(row.netlist_verified for row in points) else "Not every"}


_NOW = {
    "fits": ("jarvinen2003", "fits-devices"),
    "fastest": ("jarvinen2003", "highest-throughput"),
    "stops": ("asu", "efficiency-stops-at-p2"),
    "futile": ("asu", "further-copies-are-futile"),
    "rises": ("asu", "parallelism-raises-efficiency"),
    "rates": ("asu", "throughput-follows"),
    "clbs": ("farooq2016", "logic-clocks-faster-than-bram"),
    "online": ("farooq2016", "online-beats-serial"),
    "parallel": ("farooq2016", "parallel-clocks-faster"),
    "extreme": ("zambreno2004", "partitioned-latency-is-extreme"),
    "partition": ("zambreno2004", "partitioning-costs-little"),
    "reported": ("zambreno2004", "fastest-reported"),
}
"""Claims whose verdict of now a page tells, by the place in its sentence."""


def _told(*names: str) -> dict[str, str]:
    return {name: told_as(claim(*_NOW[name]).verdict) for name in names}


def _of_jarvinen() -> dict[str, str]:
    observed = {each.claim for each in observe("jarvinen2003", rows("jarvinen2003"))}
    # What the page says in words.
    assert {"clock-limit", "tower-beats-table", "decryption-slower"} <= observed
    return _told("fits", "fastest")


def _of_asu() -> dict[str, str]:
    found = claim(*_NOW["stops"])
    ours = re.search(r"in ours \S+ over \S+: (\d\.\d+) times", found.reason)
    assert ours is not None
    # What the pages say in words.
    assert found.undecided
    assert float(ours[1]) < 1
    assert "copies of the folded design stand in" in found.reason
    return _told("stops", "futile", "rises", "rates") | {"p2": f"{float(ours[1]):.2f}"}


def _of_farooq() -> dict[str, str]:
    return _told("clbs", "online", "parallel")


def _of_zambreno() -> dict[str, str]:
    return _told("extreme", "partition", "reported")


def _folded() -> dict[str, str]:
    for paper, name in (("asu", "folded-cycles"), ("zambreno-short", "one-key-for-all-lanes")):
        assert name in {each.claim for each in observe(paper, rows(paper))}
    return {}


def _future() -> dict[str, str]:
    (row,) = (r for r in Measurements(rows("asu")).of("UF10-PP2B") if r.device == ROUTED)
    return {"seeds": in_words(row.n_seeds)}


# ---- clocks --------------------------------------------------------------------------------------


def _limits_checked() -> dict[str, str]:
    known = [each.clock_limit.checked for each in devices.packaged() if each.clock_limit]
    checked = sum(known)
    few = "All" if not checked else "Most" if 2 * checked < len(known) else "Some"
    return {"most": few}


# ---- area ----------------------------------------------------------------------------------------

_HARNESS = 919
"""Cells of the harness around a plain core on iCE40."""


_ON_ICE40 = {
    "a": "UF1-PP0B",
    "b": "UF1-PP0B-W8",
    "c": "UF1-PP0P-W8",
    "d": "UF1-PP0N",
    "e": "UF1-C5dfT-G5ac",
}
_COUNTS = {"luts": "lut_count", "ffs": "ff_count", "rams": "bram_count"}


@cache
def _cells() -> dict[str, str]:
    told: dict[str, str] = {}
    for path in ("records", "modes"):
        with opened_packed(ROOT / f"benchmarks/stores/{path}.db.gz") as store:
            for name, label in _ON_ICE40.items():
                for record in store.records(stage=Stage.SYNTH, label=label, device="ICE40UP5K"):
                    for each, key in _COUNTS.items():
                        told[f"{name}_{each}"] = f"{int(record.metrics[key]):,}"
                for record in store.records(stage=Stage.ROUTE, label=label, device="ICE40UP5K"):
                    used, _ = record.metrics["used"]["ICESTORM_LC"]
                    told[f"{name}_cells"] = f"{used - _HARNESS:,}"
    return told


STATEMENTS = by_name(
    _rivals_before,
    _calibrated,
    _short_paper,
    _routed,
    _of_jarvinen,
    _of_asu,
    _of_farooq,
    _of_zambreno,
    _folded,
    _future,
    _limits_checked,
    _cells,
)
