"""The records, each beside what it is to reach."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields, replace
from statistics import median
from typing import Annotated, Any

from pydantic import Field

from aesculus.consoles import say
from aesculus.design import parse_build
from aesculus.engine.jobs import Jobs
from aesculus.engine.progress import duration
from aesculus.errors import InputError, RunError
from aesculus.inputs import brief
from aesculus.outputs import alone_in
from aesculus.pages import DASH
from aesculus.papers.compare import ALPHA
from aesculus.stages.route_seeds import seeds
from aesculus.store import Store
from aesculus.studies.records.cases import OWN_FIGURES, Record, records
from aesculus.studies.records.found import Found
from aesculus.studies.records.measure import costs, measure
from aesculus.studies.study import RunOptions, Study
from aesculus.terminal import line
from aesculus.tools.process import cores


class RecordOptions(RunOptions):
    """What the study can be told."""

    only: Annotated[
        str | None,
        Field(
            description="Only these records, with commas between.",
            json_schema_extra={"metavar": "NAMES"},
        ),
    ] = None
    estimate: Annotated[
        bool, Field(description="Say how long each would take, and run nothing.")
    ] = False


_AT_MOST = "; at most, as it ends with a build at the limit of the clock network"
_GUESS = "; a guess by designs that are alike"


def _expected(store: Store, chosen: Iterable[Record], slots: int) -> list[float]:
    """Return the seconds that each is expected to take, at least one."""
    jobs = Jobs()
    return [max(1.0, costs(store, case, jobs, slots).seconds) for case in chosen]


class Records(Study[RecordOptions]):
    """The study."""

    name = "records"
    doc = "The records: label, seeds, verification, target, longest path."
    options = RecordOptions

    def __init__(self, cases: tuple[Record, ...] | None = None) -> None:
        self._cases = cases

    @property
    def cases(self) -> tuple[Record, ...]:
        """The records."""
        return records() if self._cases is None else self._cases

    def run(self, options: RecordOptions) -> None:
        """Measure the records, one after the other, and write them all after each.

        What the store has is not run again, so a run that was stopped goes on. A time budget is
        shared out over the records that are left, by what each is expected to take.

        Raises:
            InputError: no record has such a name, or the figures of an earlier run are broken.
            RunError: some are not complete.
        """
        chosen = self._chosen(options.only)
        if not options.estimate:
            # What is broken there is told before hours of work, not after the first record.
            self._kept(options, Jobs())
        with options.opened(looking=options.estimate) as (store, how):
            if options.estimate:
                self._tell_costs(store, chosen, options.jobs)
                return
            done: dict[str, dict[str, Any]] = {}
            jobs = Jobs()
            left = how.budget_s
            ahead = [] if left is None else _expected(store, chosen, options.jobs)
            for number, case in enumerate(chosen):
                part = how
                if left is not None:
                    share = ahead[number] / sum(ahead[number:])
                    part = replace(how, budget_s=max(1.0, left * share))
                say(f"record {case.name}")
                started = time.monotonic()
                done[case.name] = row = row_of(case, measure(store, case, part))
                say(_told(row))
                left = None if left is None else left - (time.monotonic() - started)
                self._write(options, done, jobs)
        self.say_where(options.out)
        waiting = [case.name for case in chosen if not done[case.name]["complete"]]
        if waiting:
            raise RunError(f"not complete yet: {', '.join(waiting)}")

    def _kept(self, options: RecordOptions, jobs: Jobs) -> dict[str, dict[str, Any]]:
        """Return the rows of the file as it is now that still tell of a record, by their names."""
        cases = {case.name: case for case in self.cases}
        rows = self.resume(options).get("rows", [])
        try:
            found = [kept(cases[row["name"]], row, jobs) for row in rows if row["name"] in cases]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            path = self._stem(options.out).with_suffix(".json")
            why = f"{type(error).__name__}: {brief(line(str(error)))}"
            raise InputError(
                f"{path}: no rows of records: {why}; remove it to begin anew"
            ) from error
        return {row["name"]: row for row in found if row is not None}

    def _chosen(self, only: str | None) -> list[Record]:
        if only is None:
            return list(self.cases)
        names = [name.strip() for name in only.split(",") if name.strip()]
        known = {case.name: case for case in self.cases}
        wrong = [name for name in names if name not in known]
        if wrong or not names:
            told = ", ".join(wrong) or repr(only)
            raise InputError(f"no record {told}; legal: {', '.join(known)}")
        return [known[name] for name in dict.fromkeys(names)]

    def _tell_costs(self, store: Store, chosen: Iterable[Record], slots: int) -> None:
        jobs, total = Jobs(), 0.0
        for case in chosen:
            cost = costs(store, case, jobs, slots)
            total += cost.seconds / max(1, cost.slots)
            most = _AT_MOST if case.how == "best" and cost.runs else ""
            say(f"{case.name}: {cost.told()}{_GUESS if cost.guess else most}")
        say(f"all: about {duration(total)} with {slots or cores()} at once")

    def _write(
        self, options: RecordOptions, made: Mapping[str, dict[str, Any]], jobs: Jobs
    ) -> None:
        # Another run may have written since, and what was complete stays.
        with alone_in(options.out):
            done = self._kept(options, jobs)
            stay = {name for name, row in done.items() if row["complete"]}
            taken = {n: row for n, row in made.items() if row["complete"] or n not in stay}
            done |= taken
            rows = [done[case.name] for case in self.cases if case.name in done]
            waiting = [c.name for c in self.cases if not done.get(c.name, {}).get("complete")]
            # The page says which run it is of.
            head = self.head() if taken else self.resume(options)
            self.write(options.out, {**head, "open": waiting, "rows": rows})

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the lines of the table, and the versions of all tools."""
        rows = body["rows"]
        versions = {f"{tool}: {text}" for row in rows for tool, text in row["tools"].items()}
        return {"lines": [_cells(row) for row in rows], "versions": sorted(versions)}


def row_of(case: Record, found: Found) -> dict[str, Any]:
    """Return a record and what came of it as it is written."""
    unseen = _unseen(found, case.chose)
    targets: list[dict[str, Any]] = []
    for figure, bound in case.targets.items():
        value = found.figures.get(figure)
        each = {"figure": figure, "target": bound.told(), "value": value, "met": bound.met(value)}
        by_seed = _by_seed(figure, found, unseen if case.chose else found.seed_clocks)
        if by_seed:
            each["seeds"] = len(by_seed)
            each["seeds_met"] = sum(map(bound.met, by_seed))
        if case.chose and _hangs_on_the_clock(figure) and found.seed_clocks:
            # Without a seed that did not choose the design nothing is met.
            fresh = median(by_seed) if by_seed else None
            each |= {"unseen": fresh, "met": bound.met(value) and bound.met(fresh)}
        targets.append(each)
    # Tables that no tool maps have no netlist; cycles are of none, and not complete without.
    verified = (
        found.complete if case.how in {"tables", "cycles"} else found.netlist_verified is True
    )
    return {
        "name": case.name,
        "about": case.about,
        "how": case.how,
        "way": case.way,
        "device": _device(case),
        "asked": case.asked,
        "met": bool(targets)
        and verified
        and found.complete
        and all(each["met"] for each in targets),
        "targets": targets,
        "missing": case.missing,
        "tried": case.tried,
        **asdict(found),
        "seeds": list(found.seeds),
    }


def kept(case: Record, row: Mapping[str, Any], jobs: Jobs) -> dict[str, Any] | None:
    """Return a row of an earlier run as it is written now.

    Args:
        case: what the record is now.
        row: what stands in the file.
        jobs: tells the RTL of a design.

    Returns:
        `None` if it is of another design, of another kind, asked otherwise, or of older RTL.
    """
    same = {"how": case.how, "way": case.way, "device": _device(case), "asked": case.asked}
    if any(row.get(name) != value for name, value in same.items()):
        return None
    if case.label and row["label"] != case.label:
        return None
    digest = row["rtl_digest"]
    if digest and digest != jobs.rtl_digest_of(parse_build(row["label"])):
        return None
    names = {field.name for field in fields(Found)}
    return row_of(case, Found(**{name: value for name, value in row.items() if name in names}))


def _device(case: Record) -> str:
    return "" if case.how in {"tables", "cycles"} else case.device


def _unseen(found: Found, chose: int) -> tuple[float, ...]:
    """Return the clocks of the seeds that nobody knew when the first ones chose the design."""
    if not chose or not found.seed_clocks:
        return ()
    known = set(seeds(parse_build(found.label), chose))
    pairs = zip(found.seeds, found.seed_clocks, strict=True)
    return tuple(clock for seed, clock in pairs if seed not in known)


_WITH_THE_CLOCK = ("fmax_mhz", "throughput_gbps", "mbps_per_lut")
_AGAINST_THE_CLOCK = ("latency_ns",)


def _hangs_on_the_clock(figure: str) -> bool:
    return figure in (*_WITH_THE_CLOCK, *_AGAINST_THE_CLOCK)


def _by_seed(figure: str, found: Found, clocks: Iterable[float]) -> list[float]:
    """Return what each seed comes to by itself; nothing if they are none or all alike."""
    value, clock = found.figures.get(figure), found.figures.get("fmax_mhz")
    if value is None or not clock:
        return []
    if figure in _WITH_THE_CLOCK:
        return [value * each / clock for each in clocks]
    if figure in _AGAINST_THE_CLOCK:
        return [value * clock / each for each in clocks]
    return []


def left_open(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the targets that the clocks of the seeds leave open.

    A median is above or below a value if so many seeds lie on its side as the sign test asks. What
    falls short by all of its seeds is not open, however few they are.
    """
    # It loads SciPy.
    from scipy.stats import binomtest  # noqa: PLC0415

    found = []
    for each in row["targets"]:
        met, count = each.get("seeds_met"), each.get("seeds")
        if met is None or not (met or each["met"]):
            continue
        right = max(met, count - met)
        if binomtest(right, count, alternative="greater").pvalue > ALPHA:
            found.append(each)
    return found


def undecided(row: Mapping[str, Any]) -> list[str]:
    """Return of each target that is left open how many of the seeds meet it."""
    return [
        f"{each['figure']} by {each['seeds_met']} of {each['seeds']} seeds"
        for each in left_open(row)
    ]


_ESTIMATE = "slice_estimate"
_SHOWN = (
    *("throughput_gbps", "area_luts", "ff_count", "bram_count", "latency_ns", _ESTIMATE),
    *OWN_FIGURES,
)
_DIGITS = {"throughput_gbps": 2, "latency_ns": 1, "area_ratio": 2, "cycles_per_block": 0}


def _cells(row: Mapping[str, Any]) -> list[str]:
    figures = row["figures"]
    others = [f"{n} {figures[n]:,.{_DIGITS.get(n, 0)}f}" for n in _SHOWN if n in figures]
    clocks = [f"{k} {row['clocks'][k]:.1f}" for k in ("min", "median", "max") if k in row["clocks"]]
    checked = {True: "yes", False: "no", None: DASH}[row["netlist_verified"]]
    return [
        row["name"],
        row["about"],
        row["label"] or DASH,
        row["device"] or DASH,
        f"{row['how']}, {row['way']}" if row.get("way") else row["how"],
        _seeds(row),
        ", ".join(clocks) or DASH,
        ", ".join(others) or DASH,
        checked,
        "; ".join(f"{t['figure']} {t['target']}" for t in row["targets"]) or DASH,
        _verdict(row),
    ]


def _told(row: Mapping[str, Any]) -> str:
    """Return a record in a line: what it is of, what it has come to, what it is to reach."""
    parts = [f"{reached(each)}, target {each['target']}" for each in row["targets"]]
    return f"{row['name']}: {'; '.join([row['label'] or 'no design', *parts, _verdict(row)])}"


def _seeds(row: Mapping[str, Any]) -> str:
    routed, failed = len(row["seeds"]), int(row["figures"].get("n_seeds_failed") or 0)
    if not routed:
        return DASH
    return f"{routed} of {routed + failed}" if failed else str(routed)


def _verdict(row: Mapping[str, Any]) -> str:
    """Return what came of a record, and whether by an estimate alone."""
    slices = any(each["figure"] == _ESTIMATE for each in row["targets"])
    by = " by an estimate, a least of slices" if slices else " by an estimate"
    by = by if by_estimate(row) else ""
    short = ", ".join(reached(each) for each in row["targets"] if not each["met"])
    if row["met"]:
        verdict = f"met{by}, in no RTL yet" if in_no_rtl(row) else f"met{by}"
    elif short:
        verdict = f"short{by}: {short}"
    else:
        verdict = "not met" if row["targets"] else "no target"
    if row["complete"] and row["netlist_verified"] is False:
        verdict += "; netlist not verified"
    if open_yet := undecided(row):
        verdict += f"; undecided: {', '.join(open_yet)}"
    if not row["complete"]:
        verdict += f"; not complete{': ' + row['reason'] if row['reason'] else ''}"
    if row["missing"] and not row["met"]:
        verdict += f"; missing: {row['missing']}"
    if row["complete"] and row["figures"].get("n_seeds_failed"):
        verdict += f"; {row['reason']}"
    return verdict


def reached(target: Mapping[str, Any]) -> str:
    """Return what a record has of a target's figure, by the seeds that did not choose it too."""
    found = f"{target['figure']} {told(target['value'])}"
    return f"{found} ({told(target['unseen'])} unseen)" if "unseen" in target else found


def by_estimate(row: Mapping[str, Any]) -> bool:
    """Return whether a record's figures are those of a synthesis for a device without a router."""
    return bool(row["how"] == "area")


_LUT6 = 6


def in_no_rtl(row: Mapping[str, Any]) -> bool:
    """Return whether a record is of tables that no kind of S-box of the RTL is made of."""
    return bool(row["asked"].get("inputs") == _LUT6)


def told(value: float | None) -> str:
    """Return what a record has of a figure in a few characters."""
    return DASH if value is None else f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


STUDIES = (Records(),)
