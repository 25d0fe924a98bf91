"""What a run tells the user while it goes on."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from aesculus.store import Job, StageRecord
from aesculus.terminal import clean
from aesculus.units import stamp

_NAMES = {
    "verify": "verify",
    "synth": "synthesise",
    "verify_netlist": "verify netlist",
    "route": "route",
    "place": "place",
    "close": "close",
    "activity": "count switching of",
    "vendor": "measure",
}


def describe(job: Job) -> str:
    """Return a job in a few words, such as `route UF1-PP3L on LFE5U-85F-8, seed 123`."""
    text = f"{_NAMES[job.stage.value]} {job.label}"
    if job.device:
        text += f" on {job.device}"
    if job.seed is not None:
        text += f", seed {job.seed}"
    return text


def duration(seconds: float) -> str:
    """Return seconds as people write them: `42 s`, `3 min 05 s`, `2 h 10 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min"


@dataclass(frozen=True)
class State:
    """How far a run is.

    Attributes:
        done: wanted results that are there, or never will be.
        total: wanted results, as far as they are known.
        left_s: estimate of the time in seconds that those which are open take.
        budget_s: seconds until the budget ends; `None` without one.
        more: more results may be wanted once these are there.
    """

    done: int
    total: int
    left_s: float
    budget_s: float | None = None
    more: bool = False

    @property
    def told(self) -> str:
        """The same in words: when the known work ends, and when the budget does if it may last."""
        if self._until_budget:
            known = self._known if self.left_s < (self.budget_s or 0.0) else ""
            return ", ".join(filter(None, (self._count, known, self._until_budget)))
        return self.brief

    @property
    def brief(self) -> str:
        """The same with one time alone, which is that of the run if it is known."""
        return ", ".join(filter(None, (self._count, self._until_budget or self._known)))

    @property
    def _count(self) -> str:
        """How many results are there; of none there is nothing to tell."""
        return f"{self.done}/{self.total}" if self.total or not self.more else ""

    @property
    def _known(self) -> str:
        """When the known work ends; that it has ended tells nothing of a run that goes on."""
        if not self.more:
            return f"about {duration(self.left_s)} left"
        if self.done < self.total:
            return f"about {duration(self.left_s)} left of what is known"
        return ""

    @property
    def _until_budget(self) -> str:
        """When the budget ends, if the run may last so long."""
        if self.budget_s is None or not (self.more or self.budget_s < self.left_s):
            return ""
        return f"the budget ends in {duration(max(0.0, self.budget_s))}"


class Reporter:
    """Hears of everything that happens in a run; this one says nothing."""

    def begin(self, state: State) -> None:
        """Hear that a run begins."""

    def started(self, job: Job, expected_s: float) -> None:
        """Hear that a job was started."""

    def finished(self, record: StageRecord, state: State) -> None:
        """Hear that a job ended and was recorded."""

    def note(self, text: str) -> None:
        """Hear a remark for the user."""

    def end(self) -> None:
        """Hear that the run is over."""


def _outcome(record: StageRecord) -> str:
    took = duration(record.seconds)
    if not record.ok:
        return f"{record.status.value} after {took}: {record.reason}"
    metrics = record.metrics
    match record.stage.value:
        case "synth":
            told = _cells(metrics)
        case "place":
            told = f"{metrics.get('fmax_placed_mhz')} MHz expected"
        case "route" | "close":
            told = f"{metrics.get('fmax_routed_mhz')} MHz"
        case "vendor":
            told = f"{_cells(metrics)}, {metrics.get('fmax_routed_mhz')} MHz"
        case "activity":
            told = f"{metrics.get('switching_per_block'):,.0f} changes a block"
        case _:
            told = f"{metrics.get('blocks')} blocks right"
    return f"{told} ({took})"


def _cells(metrics: Mapping[str, Any]) -> str:
    """Return the cells of a design; LUTs are all of them, as `show` counts them."""
    logic, memory = metrics.get("lut_count"), metrics.get("lutram_count")
    tables = f"{logic} LUT" if not memory else f"{logic + memory} LUT ({memory} as memory)"
    return f"{tables}, {metrics.get('ff_count')} FF, {metrics.get('bram_count')} BRAM"


class PlainReporter(Reporter):
    """One line an event, for logs and pipes."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._start = time.monotonic()

    def _line(self, text: str) -> None:
        self._stream.write(f"{stamp(time.monotonic() - self._start)} {clean(text)}\n")
        self._stream.flush()

    def begin(self, state: State) -> None:
        """Say how much there is to do."""
        self._start = time.monotonic()
        if state.done < state.total:
            self._line(f"{state.done} of {state.total} results are known")

    def started(self, job: Job, expected_s: float) -> None:
        """Say what was started."""
        self._line(f"start {describe(job)} (about {duration(expected_s)})")

    def finished(self, record: StageRecord, state: State) -> None:
        """Say what came of it."""
        self._line(f"done  {describe(record.job)}: {_outcome(record)}; {state.told}")

    def note(self, text: str) -> None:
        """Say it."""
        self._line(text)


class RichReporter(Reporter):
    """Progress bars on a terminal: one for all, one line for each job that runs."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[told]}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._all: TaskID | None = None
        self._jobs: dict[str, TaskID] = {}

    def begin(self, state: State) -> None:
        """Show the bar over everything."""
        self._bars.start()
        self._all = self._bars.add_task("all", total=state.total, told="")
        self._show(state)

    def _show(self, state: State) -> None:
        if self._all is not None:
            self._bars.update(self._all, completed=state.done, total=state.total, told=state.brief)

    def started(self, job: Job, expected_s: float) -> None:
        """Show a line for the job."""
        told = f"about {duration(expected_s)}"
        self._jobs[job.key] = self._bars.add_task(describe(job), total=None, told=told)

    def finished(self, record: StageRecord, state: State) -> None:
        """Take the job's line away, keep what came of it."""
        line = self._jobs.pop(record.key, None)
        if line is not None:
            self._bars.remove_task(line)
        sign = "[green]✓[/]" if record.ok else "[red]✗[/]"
        told = escape(f"{describe(record.job)}: {_outcome(record)}")
        self._console.print(f"{sign} {told}", highlight=False, soft_wrap=True)
        self._show(state)

    def note(self, text: str) -> None:
        """Print it above the bars."""
        self._console.print(text, highlight=False, markup=False)

    def end(self) -> None:
        """Take the bars away."""
        self._bars.stop()


def reporter_for(console: Console) -> Reporter:
    """Return the reporter that suits where the user reads: bars on a terminal, else lines."""
    return RichReporter(console) if console.is_terminal else PlainReporter(console.file)  # type: ignore[arg-type]
