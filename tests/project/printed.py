"""Words on what the papers print and claim, and on what became of their claims."""

import math
import re
from collections import Counter

from aesculus import papers
from aesculus.papers import derive, matrices
from aesculus.papers.compare import NOTICEABLE
from aesculus.papers.derive import Agreement
from aesculus.papers.published import Paper
from aesculus.papers.verdict import Verdict
from project.figures import body, by_name, claim, in_words, told_as
from project.sources import ROOT

_JARVINEN = "jarvinen2003"


def _no(said: bool, word: str = "a") -> str:
    return word if said else "no"


def _stated(paper: Paper, name: str) -> derive.Recomputed:
    return next(each for each in derive.stated(paper) if each.figure == name)


def _right() -> dict[str, str]:
    paper = papers.load(_JARVINEN)
    each = int(_stated(paper, "brams-per-round").recomputed)
    counts = [
        (row.raw["brams"], int(match[1]))
        for name in ("zambreno2004", "zambreno-short")
        for row in papers.load(name).rows
        if (match := re.search(r"UF(\d+)-PP\d[Bb]", row.name)) and "brams" in row.raw
    ]
    assert counts
    blocks = all(brams == each * rounds for brams, rounds in counts)
    follows = {
        _stated(paper, name).agreement is Agreement.FOLLOWS
        for name in ("brams-per-round", "latency-cycles")
    }
    denied = claim(_JARVINEN, "matrices").verdict in {
        Verdict.DOES_NOT_FOLLOW,
        Verdict.NOT_REPRODUCED,
    }
    right = blocks and follows == {True} and not denied
    return {
        "rams": in_words(each),
        "cycles": f"{_stated(paper, 'latency-cycles').recomputed:.0f}",
        "right": "all right" if right else "not all right",
    }


def _polynomial(bits: int) -> str:
    terms = [
        "1" if power == 0 else "x" if power == 1 else f"x^{power}"
        for power in reversed(range(bits.bit_length()))
        if bits >> power & 1
    ]
    return " + ".join(terms)


def _latencies_fit() -> bool:
    """Return whether a printed latency is a whole number of periods of its printed clock."""
    paper = papers.load(_JARVINEN)
    fit = []
    for row in paper.rows:
        if "latency_ns" in row.derived:
            cycles = row.interval("latency_ns") * row.interval("fmax_mhz") / 1000
            fit.append(math.floor(cycles.high) >= cycles.low)
    assert len(fit) == 2
    return any(fit)


def _jarvinen_prints() -> dict[str, str]:
    paper = papers.load(_JARVINEN)
    off = sorted(
        100 * item.deviation
        for item in derive.rows(paper)
        if item.figure == "latency_ns" and item.agreement is Agreement.DISAGREES
    )
    modulus = _stated(paper, "mix-columns-modulus")
    # Equations (6) to (9) are those of FIPS 197 only by the modulus that the standard has.
    standard = 0b10001
    # What the page says in words.
    said = int(paper.stated_figure("mix-columns-modulus").value)
    assert _polynomial(said) == "x^4 + x + 1"
    assert {
        claim(_JARVINEN, name).verdict for name in ("virtex2-bram-size", "ofb-can-be-pipelined")
    } == {Verdict.DOES_NOT_FOLLOW}
    return {
        "low": f"{off[0]:.1f}",
        "high": f"{off[1]:.1f}",
        "cycles": f"{_stated(paper, 'latency-cycles').recomputed:.0f}",
        "whole": _no(_latencies_fit()),
        "modulus": _polynomial(int(modulus.recomputed)),
        "equations": "right" if modulus.recomputed == standard else "wrong",
    }


def _matrices() -> dict[str, str]:
    paper = papers.load(_JARVINEN)
    damaged = Counter(each.id for each in matrices.differences(paper))
    named = ("phi", "phi_inverse", "multiplier_2", "multiplier_3", "affine_constant")
    wrong = [name for name in (*named, "round_constants") if damaged[name]]
    rows = next(len(each.rows) for each in paper.matrices if each.id == "aes_multiplier_3")
    bits = 8
    return {
        "rows": in_words(damaged["affine_matrix"]),
        "more": "a row too many" if rows == bits + 1 else "its rows",
        "right": "wrong in some entry" if wrong else "right in every entry",
    }


def _short_copies() -> dict[str, str]:
    short = papers.load("zambreno-short")
    pair, one = short.row("RF2-UF10-PP3d"), short.row("RF1-UF10-PP3d")
    # Data in and out of a further lane are 256 bits; a key of its own would be 128 more.
    lane, spare = 256, 8
    more = float(pair.raw["iobs"] - one.raw["iobs"])
    # One expansion less would show: see the observation of the lanes' key.
    observed = claim("zambreno-short", "one-key-for-all-lanes")
    doubled = "the expansion is doubled" in " ".join(observed.reason.split())
    return {
        "ports": "one key port" if abs(more - lane) < spare else "two key ports",
        "expansions": "two key expansions" if doubled else "one key expansion",
    }


def _asu_copies() -> dict[str, str]:
    paper = papers.load("asu")
    clocks = [
        float(paper.row(name).raw["fmax_mhz"])
        for name in (
            "Unrolling pipelined",
            "Unrolling pipelined + Parallelism (P1)",
            "Unrolling pipelined + Parallelism (P2)",
        )
    ]
    return {"clock": _no(min(clocks) < clocks[0] * (1 - NOTICEABLE), "much")}


# ---- what became of claims -----------------------------------------------------------------------


def _nobody_judged() -> dict[str, str]:
    return {
        "ports": told_as(claim(_JARVINEN, "narrow-ports-slow-down").verdict),
        "copies": told_as(claim("zambreno-short", "replication-costs-more").verdict),
    }


def _circuit_of_farooq() -> dict[str, str]:
    found = claim("farooq2016", "highest-throughput")
    # What the page says in words.
    assert "by the blocks a cycle" in found.reason
    assert "by equation (2)" in found.reason
    return {"verdict": told_as(found.verdict)}


_SETTLED_BEFORE = {
    "zambreno2004": "partitioning-costs-little",
    _JARVINEN: "mapping-once-is-smaller",
    "asu": "pipelining-raises-throughput",
}
"""Claims with words of degree that bounds of ours once settled."""


def _of_degree() -> dict[str, str]:
    judged = [claim(*which) for which in _SETTLED_BEFORE.items()]
    hang = [
        each for each in judged if each.verdict is Verdict.OPEN and "it hangs on" in each.reason
    ]
    denied = claim("zambreno2004", "rom-clocks-faster-than-bram")
    return {
        "more": in_words(len(hang)).capitalize(),
        "denied": told_as(denied.verdict),
    }


# ---- other results -------------------------------------------------------------------------------


def _in_peace() -> dict[str, str]:
    found = body("killed-workers")
    return {
        "killed": str(found["killed"]),
        "jobs": str(found["jobs"]),
        "no": _no(bool(found["differing"]), "some"),
        "same": "the same" if found["same_frontier"] else "another",
    }


_HOURS = "docs/decisions/search-by-hours.md"


def _noted_with_hours() -> dict[str, str]:
    """What that page noted is all that is kept of it."""
    text = " ".join((ROOT / _HOURS).read_text(encoding="utf-8").split())
    first = re.search(
        r"had ([\d.]+) % ADRS at a tenth of the hours; .*? had ([\d.]+) and ([\d.]+) %", text
    )
    assert first is not None
    own, *rivals = map(float, first.groups())
    far = max(own / min(rivals), min(rivals) / own) > _FAR
    return {"behind": f"{'far ' * far}{'behind' if own > min(rivals) else 'ahead of'}"}


_FAR = 2
"""Times the ADRS of the better one."""


def _bases_save() -> dict[str, str]:
    areas: dict[str, int] = {}
    for core in body("basis")["cores"]:
        if core["direction"] == "encrypt" and "UF10" in core["label"]:
            areas[core["basis"]] = core["lut_count"]
    return {"still": "still do" if areas["found"] < areas["paper"] else "do not"}


PRINTED = by_name(
    _right,
    _jarvinen_prints,
    _matrices,
    _short_copies,
    _asu_copies,
    _nobody_judged,
    _circuit_of_farooq,
    _of_degree,
    _in_peace,
    _noted_with_hours,
    _bases_save,
)
