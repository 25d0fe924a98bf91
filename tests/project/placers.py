"""What the documents say of the placers of ECP5, of ours and of the cores of others.

Routes by both placers lie in committed stores; which placer made one is told by the digest of the
router's command, that of the family's way `heap` or of its default.
"""

from collections.abc import Mapping
from functools import cache
from statistics import median

from aesculus.ciphers.aes.space import parse
from aesculus.families import devices
from aesculus.families.ways import DEFAULT_WAY, way_of
from aesculus.metrics.row import HEADLINE_SEEDS
from aesculus.papers.compare import LEAST_SEEDS, Outcome, in_pairs
from aesculus.records import Stage
from aesculus.report.peers import peers
from aesculus.stages.route import STEPS, router_of, what_router_reads
from aesculus.store.opened import opened_packed
from project import frontier
from project.figures import ROUTED, body, by_name, in_words
from project.sources import ROOT

HEAP = "heap"
"""The way of the router's own placer."""

Pairs = dict[tuple[str, str], list[tuple[float, float]]]


@cache
def _router(device: str, way: str) -> str:
    """Return the digest of the command by which a way routes on a device."""
    found = devices.load(device)
    options = way_of(found.family, way).options
    return what_router_reads(found, router_of(found), STEPS, options)["router"]


@cache
def placed() -> Pairs:
    """Return the clocks by `heap` and by now's, by design and device: of one netlist and seed."""
    clocks: dict[tuple[str, str, int | None, str], dict[str, float]] = {}
    with opened_packed(ROOT / "benchmarks/stores/headline.db.gz") as store:
        for record in store.records(stage=Stage.ROUTE):
            job, mhz = record.job, record.metrics.get("fmax_routed_mhz")
            if mhz is not None:
                key = job.label, job.device, job.seed, job.inputs["netlist"]
                clocks.setdefault(key, {})[job.inputs["router"]] = float(mhz)
    found: Pairs = {}
    for (label, device, _, _), by in clocks.items():
        if len(by) > 1:
            old, new = (by[_router(device, way)] for way in (HEAP, DEFAULT_WAY))
            found.setdefault((label, device), []).append((old, new))
    for row in body("headline")["rows"]:
        now = {mhz for _, mhz in found[row["label"], row["device"]]}
        assert now == {*row["fmax_routed_seeds"]}
    return found


def judged(pairs: Pairs) -> dict[str, Outcome]:
    """Tell of each design whether the placer of now gives it a higher clock, by label.

    Those with too few seeds by either are left out. The others are judged as the pairs of a claim
    on a paper are, at once.
    """
    enough = {label: each for (label, _), each in pairs.items() if len(each) >= LEAST_SEEDS}
    samples = [
        (tuple(new for _, new in each), tuple(old for old, _ in each)) for each in enough.values()
    ]
    told = in_pairs(samples, highest=True, exact=False)
    return dict(zip(enough, told, strict=True))


def alone(pairs: Pairs) -> dict[str, Outcome]:
    """Tell the same of each design as if nobody had asked for the others."""
    found: dict[str, Outcome] = {}
    for which, each in pairs.items():
        found |= judged({which: each})
    return found


def _counted(told: Mapping[str, Outcome], outcome: Outcome) -> str:
    count = sum(each is outcome for each in told.values())
    return in_words(count) if count else "none"


def _placers() -> dict[str, str]:
    body("headline")
    told = judged(placed())
    by_itself = alone(placed())
    # What the pages say in words, and that no gain is shown.
    assert Outcome.YES not in told.values()
    assert Outcome.YES not in by_itself.values()
    lower = [f"`{label}`" for label, each in by_itself.items() if each is Outcome.NO]
    return {
        "designs": in_words(len(told)),
        "seeds": in_words(LEAST_SEEDS),
        "higher": _counted(told, Outcome.YES),
        "lower": _counted(told, Outcome.NO),
        "undecided": _counted(told, Outcome.UNDECIDED),
        "alone": " and ".join(lower) or "none",
        # Of all with both, most have too few seeds to be compared.
        "few": str(len(placed()) - len(told)),
        "all": str(len(placed())),
    }


def _both_placers() -> dict[str, str]:
    found = {}
    body("headline")
    names = {"a": "UF1-PP2B", "b": "UF2-C5dfT-G5ac", "c": "UF5-PP3B", "d": "UF10-C5dfT-G5ac"}
    for place, way in enumerate((HEAP, "static")):
        for name, label in names.items():
            mhz = [pair[place] for pair in placed()[label, ROUTED]]
            found[f"{name}_{way}"] = f"{median(mhz):.0f} ({min(mhz):.0f}, {max(mhz):.0f})"
        lanes = [pair[place] for pair in placed()["RF2-UF10-C5dfT-G5ac", ROUTED]]
        found[f"lanes_{way}"] = ", ".join(f"{mhz:.0f}" for mhz in sorted(lanes))
    pairs = placed()["UF5-PP3B", ROUTED]
    old, new = (median(pair[place] for pair in pairs) for place in (0, 1))
    return {**found, "lost": in_words(round(100 * (1 - new / old)))}


def _third_as_peers() -> dict[str, str]:
    label, heap = "UF1-PP0D", _router(ROUTED, HEAP)
    with opened_packed(ROOT / "benchmarks/stores/reproduce.db.gz") as store:
        mhz = [
            float(record.metrics["fmax_routed_mhz"])
            for record in store.records(stage=Stage.ROUTE, label=label, device=ROUTED)
            if record.job.inputs["router"] == heap and record.ok
        ]
    seeds = f"{in_words(len(mhz))} seed{'s' * (len(mhz) != 1)}"
    return {"seeds": seeds, "mhz": f"{median(mhz):.1f}"}


def _of_peers() -> dict[str, str]:
    data = peers()
    family = devices.load(data.device).family
    now = way_of(family, DEFAULT_WAY)
    theirs = way_of(family, data.placer)
    first, second, third, last = data.core
    for core, label in (
        (first, "UF10-C5dfT-G5ac"),
        (second, "UF10-C5dfT-G5ac"),
        (third, "UF1-PP0D"),
    ):
        # What the page says in words.
        point = parse(label)
        assert core.same
        assert all(getattr(point, name) == each for name, each in core.same.items())
    # What the page says in words: two sizes of key and both directions, which none of ours has.
    assert last.function.startswith("AES-128 and AES-256, both directions")
    assert {len(core.mhz) for core in data.core} == {0, 1, 3}
    return {
        "own": "another" if theirs.place else "nextpnr's own",
        "ours": "another one" if now.place != theirs.place else "the same",
        "known": "not known" if now.place != theirs.place else "known",
        "comparable": "comparable" if last.same else "not comparable",
    }


def _pictured() -> dict[str, str]:
    rows = frontier.rows()
    assert min(row.n_seeds for row in rows) >= HEADLINE_SEEDS
    verified = all(row.netlist_verified for row in rows)
    return {
        "seeds": in_words(HEADLINE_SEEDS),
        "verified": "verified" if verified else "not verified",
    }


PLACERS = by_name(_placers, _both_placers, _third_as_peers, _of_peers, _pictured)
