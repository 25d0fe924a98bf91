"""The bench of the message port: published and random messages, disturbed, misused and measured."""

import math
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any, cast

from aesculus.benches import measure
from aesculus.benches.bench import DEFAULT_SEED, TOP, told
from aesculus.benches.check import Mismatch
from aesculus.benches.simulate import VERILATOR_ARGS
from aesculus.design import Design
from aesculus.products.common import plan as plans
from aesculus.products.common.around import Driven
from aesculus.products.common.judging import judges
from aesculus.products.common.messages import BLOCK, Fault, Kind, Message
from aesculus.products.common.plan import Abort, Phase
from aesculus.tools import run, verilator

_HERE = Path(__file__).parent
_UNPUBLISHED = ("random", "misuse")
_RUN_OUT_SHARE = 6
"""The last sixth of a saturated run is left out as running empty."""

_Moved = tuple[int, int]
"""A transfer of data: its cycle, and how many bytes."""


def verify(
    design: Design,
    files: Sequence[Path],
    *,
    netlist: bool,
    workdir: Path,
    timeout_s: float,
    seed: int = DEFAULT_SEED,
    jobs: int = 2,
) -> dict[str, Any]:
    """Verify a mode, see `benches.Bench.verify`."""
    driven = cast("Driven", design)
    mode = driven.mode
    phases = plans.plan(driven, seed=seed, count=_messages(netlist=netlist))
    executable = verilator.build(
        files,
        top=TOP,
        main=_HERE / "bench.cpp",
        workdir=workdir,
        jobs=jobs,
        timeout_s=timeout_s,
        cflags=[f"-I{driven.driver.folder.resolve()}"],
        verilator_args=VERILATOR_ARGS,
        optimise=not netlist,
    )
    listed, traced = workdir / "messages.txt", workdir / "trace.txt"
    listed.write_text("\n".join(_lines(driven, phases)) + "\n", encoding="ascii")
    traced.unlink(missing_ok=True)
    run(
        [
            *(str(path.resolve()) for path in (executable, listed, traced)),
            str(seed),
            str(mode.patience),
        ],
        name="simulation",
        cwd=workdir,
        log=workdir / "simulation.log",
        timeout_s=timeout_s,
    )
    return Judge(driven, phases).judged(traced.read_text(encoding="ascii").splitlines())


def course(design: Design, *, netlist: bool) -> dict[str, object]:
    """Return what decides how a mode is driven and judged, see `benches.Bench.course`."""
    driven = cast("Driven", design)
    mode = driven.mode
    return {
        "shape": told(mode.shape),
        "messages": _messages(netlist=netlist),
        "seed": DEFAULT_SEED,
        "streams": mode.streams,
        "patience": mode.patience,
        "flags": verilator.settings(VERILATOR_ARGS, optimise=not netlist),
    }


def sources(design: Design) -> list[Path]:
    """Return this bench, and the Python files that drive and judge the design."""
    driven = cast("Driven", design)
    ports = [_HERE / "bench.cpp", _HERE / "ports.h", driven.driver.folder / "port.h"]
    return [*ports, *judges(driven, design.bench)]


def _messages(*, netlist: bool) -> int:
    return 5 if netlist else 20


def _lines(design: Driven, phases: Sequence[Phase]) -> Iterator[str]:
    mode, driver = design.mode, design.driver
    shape = mode.shape
    for phase in phases:
        yield "P {} {} {} {} {} {}".format(*phase.gaps, phase.messages, *map(int, phase.abort))
        for stream, message, beat, first in phase.beats(driver.unit):
            if first:
                key = message.key
                if len(key) * 8 == shape.key_bits:
                    key = shape.cipher.travelling_key(
                        key, schedule=shape.schedule, decrypt=message.decrypt
                    )
                for number in _with_stray(stream, phase):
                    yield from (f"H {line}" for line in driver.header(number, message, key))
            for number in _with_stray(stream, phase):
                yield from (f"B {line}" for line in driver.data(number, beat))


def _with_stray(stream: int, phase: Phase) -> Iterator[int]:
    """Give the streams that something is offered on: one that there is not comes first."""
    if phase.stray is not None:
        yield phase.stray
    yield stream


@dataclass
class _Coming:
    """What has come out of a message so far."""

    parts: list[tuple[Kind, bytes]] = field(default_factory=list)
    error: bool = False
    short: int | None = None

    def add(self, kind: Kind, data: bytes) -> None:
        if self.parts and self.parts[-1][0] is kind:
            self.parts[-1] = (kind, self.parts[-1][1] + data)
        else:
            self.parts.append((kind, data))


class Judge:
    """Judges what came out, and measures it."""

    def __init__(self, design: Driven, phases: Sequence[Phase]) -> None:
        self._driver = design.driver
        self._block = BLOCK * design.mode.shape.lanes
        self._phases = phases
        self._known: Counter[str] = Counter()
        self._blocks = 0
        self._entered: dict[int, list[int]] = defaultdict(list)
        self._left: dict[int, list[int]] = defaultdict(list)
        self._texts: dict[int, list[_Moved]] = defaultdict(list)
        self._ends: dict[int, list[int]] = defaultdict(list)
        self._clears: dict[Abort, set[int]] = defaultdict(set)

    def judged(self, lines: Sequence[str]) -> dict[str, Any]:
        """Return the metrics of a run.

        Raises:
            Mismatch: something is wrong; the message names the message.
            MeasureError: there is no one rate or latency.
        """
        cycles, number = 0, -1
        waiting: list[deque[Message]] = []
        coming: dict[int, _Coming] = {}
        for line in lines:
            what, *words = line.split()
            match what:
                case "P":
                    number = int(words[0])
                    waiting = [deque(each) for each in self._phases[number].streams]
                    coming = defaultdict(_Coming)
                case "I":
                    self._entered[number].append(int(words[0]))
                case "O":
                    self._left[number].append(int(words[0]))
                    if int(words[2]) == Kind.TEXT and int(words[3]):
                        self._texts[number].append((int(words[0]), int(words[3])))
                    if int(words[4]):
                        self._ends[number].append(int(words[0]))
                    self._beat(words, waiting, coming)
                case "E":
                    self._end(self._phases[number], int(words[0]), waiting)
                case "K":
                    self._emptied(number, int(words[0]), waiting, coming)
                case "V":
                    doing = "power-on" if number < 0 else f"phase {number}, "
                    doing += "" if number < 0 else self._phases[number].name
                    raise Mismatch(f"{doing}: {line[2:]}{self._awaited(waiting)}")
                case "D":
                    cycles = int(words[0])
        if not cycles:
            raise Mismatch("the run did not come to its end")
        return self._measured(cycles)

    @staticmethod
    def _awaited(waiting: Sequence[deque[Message]]) -> str:
        first = next((each[0] for each in waiting if each), None)
        return f"; next: {first}" if first else ""

    def _beat(
        self, words: list[str], waiting: list[deque[Message]], coming: dict[int, _Coming]
    ) -> None:
        cycle, stream, kind, size, last, auth, error = map(int, words[:7])
        if stream >= len(waiting) or not waiting[stream]:
            raise Mismatch(f"cycle {cycle}: a beat on stream {stream}, which has no message left")
        message, so_far = waiting[stream][0], coming[stream]
        where = f"{message}, cycle {cycle}"
        block = self._driver.bytes_of(words[7])
        if size > self._driver.beat or any(block[size:]):
            raise Mismatch(f"{where}: bytes behind the {size} valid ones are not zeros")
        if error and (size or any(block)):
            raise Mismatch(f"{where}: a beat of a faulty message shows data")
        if so_far.error and not error:
            raise Mismatch(f"{where}: out_error_o fell within a message")
        # On a bus wider than a block, a word may end early between blocks.
        whole = size == self._driver.beat or (size and size % self._block == 0)
        whole = whole or bool(message.beats)
        if so_far.short is not None and size and kind == Kind.TEXT:
            raise Mismatch(f"{where}: {so_far.short} bytes in a beat that is not the last")
        if not last and not error and not whole and kind == Kind.TEXT:
            # A tag or a verdict may be behind it, but no more text.
            so_far.short = size
        so_far.error = bool(error)
        if size:
            so_far.add(Kind(kind), block[:size])
        if auth and not last:
            raise Mismatch(f"{where}: out_auth_o without out_last_o")
        if last:
            self._message(where, message, so_far, auth=bool(auth))
            waiting[stream].popleft()
            del coming[stream]
        else:
            self._prefix(where, message, so_far)

    @staticmethod
    def _prefix(where: str, message: Message, so_far: _Coming) -> None:
        wanted = [part for part in message.expect if part[1]]
        for place, (kind, data) in enumerate(so_far.parts):
            right = wanted[place] if place < len(wanted) else (kind, b"")
            if kind is not right[0] or not right[1].startswith(data):
                raise Mismatch(f"{where}: {_difference(right, (kind, data))}")

    def _message(self, where: str, message: Message, got: _Coming, *, auth: bool) -> None:
        self._prefix(where, message, got)
        wanted = [part for part in message.expect if part[1]]
        if got.parts != wanted:
            there = sum(len(data) for _, data in got.parts)
            raise Mismatch(f"{where}: only {there} bytes came out, then the message ended")
        if got.error != bool(message.faults - {Fault.TAG}):
            raise Mismatch(f"{where}: out_error_o is {got.error:d}")
        if auth != message.auth:
            raise Mismatch(f"{where}: out_auth_o is {auth:d}")
        self._known[message.source] += 1
        self._blocks += sum(-(-len(data) // BLOCK) for _, data in got.parts)

    @staticmethod
    def _end(phase: Phase, error: int, waiting: Sequence[deque[Message]]) -> None:
        if any(waiting):
            raise Mismatch(f"phase {phase.name}: a message never came out")
        faults = {fault for each in phase.streams for message in each for fault in message.faults}
        if phase.stray is not None:
            faults.add(Fault.STREAM)
        wanted = sum(1 << fault for fault in faults)
        if error != wanted:
            raise Mismatch(f"phase {phase.name}: error_o is {error:#x}, expected {wanted:#x}")

    def _emptied(
        self,
        number: int,
        cycles: int,
        waiting: Sequence[deque[Message]],
        coming: dict[int, _Coming],
    ) -> None:
        kind = Abort.RESET if number < 0 else self._phases[number].abort[0]
        self._clears[Abort.CLEAR].add(cycles)
        if cycles < 1 or len(self._clears[Abort.CLEAR]) > 1:
            found = ", ".join(map(str, sorted(self._clears[Abort.CLEAR])))
            raise Mismatch(f"{kind.name.lower()} takes {found} cycles; legal: one number from 1")
        for stream, so_far in coming.items():
            self._prefix(f"before a {kind.name.lower()}", waiting[stream][0], so_far)

    def _measured(self, cycles: int) -> dict[str, Any]:
        steady = self._number(plans.STEADY)
        taken = self._taken(steady)
        shown = self._texts[steady] or taken
        # Where more comes out than goes in, blocks enter more slowly.
        share = Fraction(_total(shown), _total(taken))
        rate_in, rate = self._rate(steady, taken) * share, self._rate(steady, shown)
        if rate_in != rate:
            found = f"blocks enter at {rate_in} a cycle and leave at {rate}"
            raise measure.MeasureError(found)
        published = {
            source: count for source, count in self._known.items() if source not in _UNPUBLISHED
        }
        return {
            "vectors": sum(published.values()),
            "kat": published,
            "blocks": self._blocks,
            "cycles": cycles,
            "blocks_per_cycle": _ratio(rate),
            "packet_blocks_per_cycle": round(float(self._packets()), 4),
            "latency_cycles": self._latency(),
        }

    def _number(self, name: str) -> int:
        return next(n for n, each in enumerate(self._phases) if each.name == name)

    def _taken(self, number: int) -> list[_Moved]:
        """Return the transfers of data that were taken, in order."""
        width = self._driver.beat
        sizes = [
            min(width, beat.bytes - at)
            for _, _, beat, _ in self._phases[number].beats(self._driver.unit)
            for at in range(0, max(1, beat.bytes), width)
        ]
        return list(zip(self._entered[number], sizes, strict=True))

    def _ended(self, number: int) -> list[_Moved]:
        """Return each message's end, with what was taken of it: all of a phase are alike."""
        size = _total(self._taken(number)) // self._phases[number].messages
        return [(cycle, size) for cycle in self._ends[number]]

    def _rate(self, number: int, moved: Sequence[_Moved]) -> Fraction:
        """Return blocks per cycle in the steady state.

        The end is left out as running empty: what leaves last comes early where nothing more is
        written in between. A mode that holds a block until the next one is there takes longer for
        the end of a message, which is two blocks a stream.
        """
        sizes = [size for _, size in moved]
        unit, full = math.gcd(*sizes), max(sizes)
        each = [cycle for cycle, size in moved for _ in range(size // unit)]
        transfers = self._driver.unit // self._driver.beat
        ends = 2 * len(self._phases[number].streams) * transfers * full
        left_out = max(ends // unit, len(each) // _RUN_OUT_SHARE)
        return measure.steady_rate(each[:-left_out]) * Fraction(unit, BLOCK)

    def _packets(self) -> Fraction:
        """Return blocks per cycle with short messages, over whole periods.

        A period is a message of each stream: it ends where the next one begins, so that what lies
        between two messages counts as often as they do. Periods may differ by turns, of two or
        four: as many are counted as hold whole turns. Those behind them run empty.

        Where no text leaves, what counts is when messages end: they are taken as fast as there is
        room for them, which is faster than the mode is as long as it fills.
        """
        number = self._number(plans.PACKETS)
        moved = self._texts[number] or self._ended(number)
        period = Fraction(_total(moved), len(self._phases[number].streams[0]))
        behind = list(accumulate((size for _, size in moved), initial=0))
        first, last = (bisect_left(behind, whole * period) for whole in plans.COUNTED_PACKETS)
        cycles = moved[last][0] - moved[first][0]
        return Fraction(behind[last] - behind[first], BLOCK * cycles)

    def _latency(self) -> int:
        found: dict[bool, list[int]] = defaultdict(list)
        for number, phase in enumerate(self._phases):
            if phase.name == plans.LONE:
                ((message, *_), *_) = phase.streams
                lone = self._left[number][0] - self._entered[number][-1]
                found[message.decrypt].append(lone)
        return max(measure.one_latency(each, what="lone block") for each in found.values())


def _difference(right: tuple[Kind, bytes], got: tuple[Kind, bytes]) -> str:
    """Return what was expected and what came, of a long text the first block that is wrong."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(right[1], got[1], strict=False))
    begin = sum(1 for _ in same) // BLOCK * BLOCK if right[0] is got[0] else 0
    shown = [_shown((kind, data[begin : begin + BLOCK])) for kind, data in (right, got)]
    return f"byte {begin} on: expected {shown[0]} got {shown[1]}"


def _shown(part: tuple[Kind, bytes]) -> str:
    kind, data = part
    return f"{kind.name.lower()} {data.hex() or 'nothing'}"


def _total(moved: Sequence[_Moved]) -> int:
    return sum(size for _, size in moved)


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
