"""The records, each beside what it is to reach."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any

from pydantic import Field

from aesculus.consoles import say
from aesculus.engine.jobs import Jobs
from aesculus.engine.progress import duration
from aesculus.errors import InputError, RunError
from aesculus.pages import DASH
from aesculus.store import Store
from aesculus.studies.records.cases import OWN_FIGURES, Record, records
from aesculus.studies.records.found import Found
from aesculus.studies.records.measure import costs, measure
from aesculus.studies.study import RunOptions, Study
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
            InputError: no record has such a name.
            RunError: some are not complete.
        """
        chosen = self._chosen(options.only)
        with options.opened(looking=options.estimate) as (store, how):
            if options.estimate:
                self._tell_costs(store, chosen, options.jobs)
                return
            done: dict[str, dict[str, Any]] = {
                row["name"]: row for row in self.resume(options).get("rows", [])
            }
            left = how.budget_s
            ahead = [] if left is None else _expected(store, chosen, options.jobs)
            for number, case in enumerate(chosen):
                part = how
                if left is not None:
                    share = ahead[number] / sum(ahead[number:])
                    part = replace(how, budget_s=max(1.0, left * share))
                say(f"record {case.name}")
                started = time.monotonic()
                done[case.name] = row_of(case, measure(store, case, part))
                left = None if left is None else left - (time.monotonic() - started)
                self._write(options, done)
        self.say_where(options.out)
        waiting = [case.name for case in chosen if not done[case.name]["complete"]]
        if waiting:
            raise RunError(f"not complete yet: {', '.join(waiting)}")

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
            say(f"{case.name}: {cost.told()}")
        say(f"all: about {duration(total)} with {slots or cores()} at once")

    def _write(self, options: RecordOptions, done: Mapping[str, dict[str, Any]]) -> None:
        rows = [done[case.name] for case in self.cases if case.name in done]
        waiting = [c.name for c in self.cases if not done.get(c.name, {}).get("complete")]
        self.write(options.out, {**self.head(), "open": waiting, "rows": rows})

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the lines of the table, and the versions of all tools."""
        rows = body["rows"]
        versions = {f"{tool}: {text}" for row in rows for tool, text in row["tools"].items()}
        return {"lines": [_cells(row) for row in rows], "versions": sorted(versions)}


def row_of(case: Record, found: Found) -> dict[str, Any]:
    """Return a record and what came of it as it is written."""
    targets = [
        {
            "figure": figure,
            "target": bound.told(),
            "value": found.figures.get(figure),
            "met": bound.met(found.figures.get(figure)),
        }
        for figure, bound in case.targets.items()
    ]
    verified = found.netlist_verified is not False
    return {
        "name": case.name,
        "about": case.about,
        "how": case.how,
        "way": case.way,
        "device": "" if case.how in {"tables", "missing", "cycles"} else case.device,
        "met": bool(targets) and verified and all(each["met"] for each in targets),
        "targets": targets,
        "missing": case.missing,
        **asdict(found),
        "seeds": list(found.seeds),
    }


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


def _seeds(row: Mapping[str, Any]) -> str:
    routed, failed = len(row["seeds"]), int(row["figures"].get("n_seeds_failed") or 0)
    if not routed:
        return DASH
    return f"{routed} of {routed + failed}" if failed else str(routed)


def _verdict(row: Mapping[str, Any]) -> str:
    """Return what came of a record; of slices, which nothing here packs, nothing is shown."""
    if row["how"] == "missing":
        return f"missing: {row['missing']}"
    short = ", ".join(f"{t['figure']} {told(t['value'])}" for t in row["targets"] if not t["met"])
    met = "met by an estimate, a least of slices" if by_estimate(row) else "met"
    verdict = met if row["met"] else f"short: {short}" if short else "no target"
    if not row["complete"]:
        verdict += f"; not complete{': ' + row['reason'] if row['reason'] else ''}"
    if row["missing"] and not row["met"]:
        verdict += f"; missing: {row['missing']}"
    if row["complete"] and row["figures"].get("n_seeds_failed"):
        verdict += f"; {row['reason']}"
    return verdict


def by_estimate(row: Mapping[str, Any]) -> bool:
    """Return whether a target of a record is one of slices, which no tool here packs."""
    return any(each["figure"] == _ESTIMATE for each in row["targets"])


def told(value: float | None) -> str:
    """Return what a record has of a figure in a few characters."""
    return DASH if value is None else f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


STUDIES = (Records(),)
