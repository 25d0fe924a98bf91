"""Points that show all pairs of axis values, each simulated."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from aesculus.ciphers.aes.space import DesignPoint, Direction, KeySchedule, draw
from aesculus.ciphers.aes.space.covering import covering
from aesculus.ciphers.aes.space.parameters import axis, sbox_member
from aesculus.design import Build
from aesculus.engine.engine import told
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.session import run_wants
from aesculus.errors import InputError, RunError
from aesculus.families import Device, devices
from aesculus.records import Stage, Status
from aesculus.store import StageRecord, Store
from aesculus.studies.study import Count, Study
from aesculus.studies.untimed import Between, TimedOptions, between, seconds_of

COUNT = 500
"""Points of a whole run, at the least."""

NETLISTS = 100
"""Points, the smallest ones, of which the netlist is simulated too."""

SLOW_S = 30
"""What building and running a point should take at most, in seconds."""

NETLIST_DEVICE = "LFE5U-25F-6"

_LANES = (1, 2, 3)
"""Lanes are copies: three can show a mix-up of neighbours, more only take longer to compile."""

_SMALLEST = 5
_NARROW_SIZE = 10
"""A narrow datapath is small, but a block takes it many cycles."""
_GATES = 10
"""An S-box of gates takes so many times the C++ of one that is a table."""

_OPEN = "open"
_OK = Status.OK.value


def size(point: DesignPoint) -> int:
    """Return about how long a point takes to compile and run, in rounds of one lane with tables."""
    if point.width != axis("width").default:
        return _SMALLEST + _NARROW_SIZE * point.lanes
    prepares = point.key_schedule is KeySchedule.ONLINE and point.direction is not Direction.ENCRYPT
    gates = _GATES if sbox_member(point.sbox).inner_cuts else 1
    return _SMALLEST + gates * point.unroll * point.lanes * (2 if prepares else 1)


def points(count: int, seed: int) -> list[DesignPoint]:
    """Return so many points, among them, from `COUNT` on, a covering array of the whole space.

    What the array leaves free is drawn. Fewer than `COUNT` points, for a try, are all drawn.

    Args:
        count: how many; fewer are returned when the space has not so many.
        seed: of the draw.
    """
    found = dict.fromkeys(covering(seed, size) if count >= COUNT else ())
    for point in draw(2 * count, seed, {"lanes": _LANES}):
        if len(found) >= count:
            break
        found.setdefault(point)
    return list(found)


def netlists(chosen: Sequence[DesignPoint]) -> list[DesignPoint]:
    """Return those of which the netlist is simulated too: the smallest, if they are a whole run."""
    return sorted(chosen, key=size)[: NETLISTS if len(chosen) >= COUNT else 0]


def row(point: DesignPoint, record: StageRecord | None, untimed: Between = None) -> dict[str, Any]:
    """Return what is known of one point."""
    found: dict[str, Any] = {"label": point.label, "design": Build(point).fields}
    if record is None:
        return found | {"status": _OPEN}
    names = ("vectors", "blocks", "cycles", "blocks_per_cycle", "latency_cycles", "kat_note")
    metrics = {name: record.metrics[name] for name in names if name in record.metrics}
    return (
        found
        | metrics
        | {
            "status": record.status.value,
            "reason": record.reason,
            "rtl_digest": record.job.rtl_digest,
            "seconds": seconds_of(record, untimed),
        }
    )


def _netlist_status(store: Store, jobs: Jobs, point: DesignPoint, device: Device) -> str:
    found = jobs.records(store, Stage.VERIFY_NETLIST, Build(point), device)
    done = found.get(Stage.VERIFY_NETLIST)
    if done is not None:
        return done.status.value
    failed = next((each for each in found.values() if each.status is not Status.OK), None)
    return _OPEN if failed is None else f"{failed.stage} {failed.status.value}"


class VerifyOptions(TimedOptions):
    """What the study can be told."""

    count: Annotated[Count, Field(description="Points to draw.")] = COUNT
    seed: Annotated[int, Field(description="Seed of the draw.")] = 0


class VerifySpace(Study[VerifyOptions]):
    """The study."""

    name = "verify-space"
    doc = (
        "Points of the whole space, each simulated against NIST vectors and a second AES. Every "
        "legal pair of axis values is in one of them."
    )
    options = VerifyOptions
    indent = 1

    def run(self, options: VerifyOptions) -> None:
        """Verify so many points, and write what came of it.

        Raises:
            InputError: there are not so many points, or the moments are none.
            RunError: a point failed, or the budget did not reach it.
        """
        count, untimed = options.count, between(options.untimed)
        chosen = points(count, options.seed)
        if len(chosen) < count:
            raise InputError(f"--count {count}: the space gave only {len(chosen)} different points")
        jobs = Jobs()
        device = devices.load(NETLIST_DEVICE)
        mapped = netlists(chosen)
        wants = [Want(Build(point), Stage.VERIFY) for point in chosen]
        wants += [Want(Build(point), Stage.VERIFY_NETLIST, device) for point in mapped]
        with options.opened() as (store, how):
            summary = run_wants(store, wants, how, jobs=jobs)
            rows = [
                row(point, store.get(jobs.job(Stage.VERIFY, Build(point)).key), untimed)
                for point in chosen
            ]
            small = set(mapped)
            for point, each in zip(chosen, rows, strict=True):
                if point in small:
                    each["netlist"] = _netlist_status(store, jobs, point, device)
        self.write(
            options.out,
            {
                **self.head(),
                "seed": options.seed,
                "count": len(chosen),
                "rtl_digest": jobs.rtl_digest,
                "tools": jobs.job(Stage.VERIFY, Build(chosen[0])).tools,
                "rows": rows,
            },
        )
        self.say_where(options.out, f"{told(summary)}.")
        states = {each["label"]: {each["status"], each.get("netlist", _OK)} for each in rows}
        bad = [label for label, found in states.items() if found - {_OK, _OPEN}]
        if bad:
            raise RunError(f"{len(bad)} of {len(rows)} points failed: {', '.join(bad)}")
        left = sum(_OPEN in found for found in states.values())
        if left:
            raise RunError(
                f"not complete yet: {left} of {len(rows)} points are open; run again to go on"
            )

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return how many points have each status, and each value of an axis."""
        rows = body["rows"]
        counts = Counter(each["status"] for each in rows)
        mapped = Counter(each["netlist"] for each in rows if "netlist" in each)
        axes = []
        for name in _TOLD:
            found = Counter(str(each["design"].get(name, axis(name).default)) for each in rows)
            axes.append([f"`{name}`", ", ".join(f"{v}: {found[v]}" for v in _ordered(found))])
        return {
            "counts": ", ".join(f"{number} {status}" for status, number in sorted(counts.items())),
            "netlists": ", ".join(
                f"{number} {status}" for status, number in sorted(mapped.items())
            ),
            "netlist_device": NETLIST_DEVICE,
            "slow": _slow(rows),
            "axes": axes,
        }


_TOLD = (
    "key_bits",
    "direction",
    "unroll",
    "entry_cuts",
    "width",
    "sbox",
    "key_sbox",
    "whole",
    "key_schedule",
    "lanes",
    "lane_keys",
    "flow",
    "isolate",
)
"""Axes whose values the page counts."""


def _slow(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return how many points took longer to build and run than they should, and the longest."""
    times = {each["label"]: each["seconds"] for each in rows if each.get("seconds")}
    if not times:
        return "no time is told, as more was run than there are cores"
    count = sum(seconds > SLOW_S for seconds in times.values())
    longest = max(times, key=lambda label: times[label], default="")
    if not count:
        return f"none took more than {SLOW_S} s to build and run"
    return (
        f"{count} of {len(times)} took more than {SLOW_S} s to build and run, "
        f"the longest {times[longest]:.0f} s (`{longest}`)"
    )


def _ordered(values: Counter[str]) -> list[str]:
    return sorted(values, key=lambda text: (int(text) if text.isdigit() else 0, text))


STUDIES = (VerifySpace(),)
