"""A way to explore at work on a store: what it asks for becomes wants, rows become its results."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, zip_longest

from aesculus import metrics
from aesculus.catalogue import AIMS
from aesculus.design import Build
from aesculus.engine.plan import Want
from aesculus.engine.progress import Reporter
from aesculus.engine.reserve import Clock
from aesculus.families import Device, devices
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.records import Stage
from aesculus.search.fidelity import Fidelity
from aesculus.search.problem import Ask, Problem, Result
from aesculus.search.ways import Way
from aesculus.stages.chain import all_stages, stage_file
from aesculus.stages.vendor import seeds_on
from aesculus.store import StageRecord, Store

_LABELS = 2000
"""Labels in one query."""


class Walk:
    """Lets a way to explore choose what the engine runs next, batch by batch.

    What the store knows is told before the first question, so nothing is run twice, and the same
    seed and store give the same walk. With a time budget, what the way says is urgent goes before
    all that waits, and time is kept back for what the way has to end with.

    Args:
        store: where results are.
        rtl_digests: only results of these RTL sources count.
        way: chooses.
        batch: evaluations that are asked for at once; results are told when all of them are there,
            so that no walk depends on which job is faster.
        evaluations: most points to measure in this run (route once, or synthesise where nothing
            needs a route); `None` for no limit.
        seeds: routed seeds of a point at the highest fidelity.
        reporter: hears how it goes on.
        clock: tells how much time is left and what evaluations take; `None` without a time budget.
        unreached: tells whether wants were left out for want of time.
    """

    def __init__(
        self,
        store: Store,
        rtl_digests: Collection[str],
        way: Way,
        *,
        batch: int = 4,
        evaluations: int | None = None,
        seeds: int = HEADLINE_SEEDS,
        reporter: Reporter | None = None,
        clock: Clock | None = None,
        unreached: Callable[[], bool] = lambda: False,
    ) -> None:
        self.way = way
        self.measured = 0
        self._cut = False
        self._store = store
        self._digests = rtl_digests
        self._batch = batch
        self._evaluations = evaluations
        self._seeds = seeds
        self._reporter = reporter or Reporter()
        self._clock = clock
        self._unreached = unreached
        self._problems = {problem.device.name: problem for problem in way.problems}
        self._only = next(iter(self._problems))
        self._by_label = {
            name: {point.label: point for point in problem.points}
            for name, problem in self._problems.items()
        }
        self._levels: dict[tuple[str, str], Fidelity] = {}
        self._out: list[Ask] = []
        self.known = sum(self._tell(name, labels) for name, labels in self._by_label.items())

    def wants(self) -> list[Want]:
        """Return the next batch once the last one is done; nothing when the walk is over.

        When the last batch has gaps that are no failures, because the time was up, or as many
        points were measured as may be, the way is told to come to its end.
        """
        if not self._settle_last():
            self._cut = True
            self.way.stop()
        if self.way.limited and self._spent:
            self.way.stop()
        # What is asked next may be the very thing that time is kept for.
        last = self.way.reserve([]) if self._clock is not None else []
        asks = self.way.ask(self._count())
        if asks and self._clock is not None:
            in_time = self._in_time(asks, last, self._clock)
            self._cut |= in_time != asks
            asks = in_time
        return self._sent(asks)

    def urgent(self, record: StageRecord) -> list[Want]:
        """Return what has to be run before all that waits, now that there is this record.

        Without a time budget nothing is urgent: the batch is always ended.
        """
        if self._clock is None:
            return []
        device, label = record.job.device, record.job.label
        self._clock.learn(record)
        ask = next(
            (a for a in self._out if (self._device(a), a.point.label) == (device, label)), None
        )
        if ask is None:
            return []
        row = next(self._rows(device, [label]), None)
        found = [] if row is None else self._results(row, ask.point)
        if not found or found[-1].fidelity < min(ask.fidelity, self._problem(ask).measuring):
            return []
        self.way.tell(found)
        return self._sent(self.way.urgent(), more=True)

    @property
    def _spent(self) -> bool:
        """Whether as many points were measured as may be."""
        return self._evaluations is not None and self.measured >= self._evaluations

    @property
    def spent(self) -> bool:
        """Whether as many points were measured as may be, and time cut nothing of it."""
        return self._spent and not self._cut

    def _count(self) -> int:
        if self.way.listed:
            return len(AIMS) * sum(len(problem.points) for problem in self._problems.values())
        if self._evaluations is None or not self.way.limited:
            return self._batch
        return max(1, min(self._batch, self._evaluations - self.measured))

    def _sent(self, asks: list[Ask], *, more: bool = False) -> list[Want]:
        """Note what is out, tell the user, and return it as wants."""
        self._out = [*self._out, *asks] if more else list(asks)
        if asks and not self.way.listed:
            self._reporter.note(self._told(asks))
        wants = self._wants(asks)
        if self._clock is not None:
            self._clock.expect(wants)
        return wants

    def _in_time(self, asks: list[Ask], last: Sequence[Ask], clock: Clock) -> list[Ask]:
        """Return what of a batch can be run so that enough time is left to confirm the answer.

        While there is nothing to confirm, time has no better use than the first of the batch, or
        than measuring the best netlist if the batch would bring but another one. The way takes back
        what is not run.

        Args:
            asks: the batch.
            last: what the way had to end with before it asked for that.
            clock: tells what takes how long.
        """
        kept = [self._missing(ask) for ask in last if ask not in asks]
        chosen = list(asks)
        while chosen:
            wants = self._wants(chosen)
            held = kept if last else self._held(chosen, wants)
            if clock.enough(wants, held):
                self.way.withdraw(asks[len(chosen) :])
                return chosen
            chosen.pop()
        if not kept:
            first = asks[0]
            hasty = self.way.hasty() if first.fidelity < self._problem(first).measuring else []
            if hasty and clock.enough([w for ask in hasty for w in self._missing(ask)], []):
                self.way.withdraw(asks)
                return hasty
            self.way.withdraw([*hasty, *asks[1:]])
            return [first]
        self.way.withdraw(asks)
        self.way.stop()
        self._reporter.note("the time that is left is kept for the answer")
        return self.way.ask(self._count())

    def _held(self, asks: Sequence[Ask], wants: Sequence[Want]) -> list[list[Want]]:
        """Return what must be possible after evaluations, beyond what these themselves run."""
        sent = {want.ident for want in wants}
        each = map(self._missing, self.way.reserve(asks))
        return [[want for want in missing if want.ident not in sent] for missing in each]

    def _missing(self, ask: Ask) -> list[Want]:
        """Return what an evaluation still needs."""
        device = self._problem(ask).device
        level = self._levels.get((device.name, ask.point.label), Fidelity.MODEL)
        have = self._wants_of(Ask(ask.point, level, device.name)) if level else []
        done = {want.ident for want in have}
        return [want for want in self._wants_of(ask) if want.ident not in done]

    def _wants_of(self, ask: Ask) -> list[Want]:
        problem = self._problem(ask)
        return wants_of(ask, problem.device, seeds=self._seeds, objectives=problem.objectives)

    def _wants(self, asks: Sequence[Ask]) -> list[Want]:
        """Return the wants of evaluations; further seeds go round, one of each point at a time."""
        found: list[Want] = []
        for seeds, group in groupby(asks, key=lambda ask: ask.fidelity >= Fidelity.SEEDS):
            each = [self._wants_of(ask) for ask in group]
            parts = zip_longest(*each) if seeds else each
            found += [want for want in chain.from_iterable(parts) if want is not None]
        return found

    def _device(self, ask: Ask) -> str:
        return ask.device or self._only

    def _problem(self, ask: Ask) -> Problem:
        return self._problems[self._device(ask)]

    def _settle_last(self) -> bool:
        """Tell the way what came of the last batch; return whether it has no gaps."""
        by_device: dict[str, list[Ask]] = {}
        for ask in self._out:
            by_device.setdefault(self._device(ask), []).append(ask)
        results: list[Result] = []
        whole = True
        for name, asks in by_device.items():
            rows = {row.label: row for row in self._rows(name, [a.point.label for a in asks])}
            for ask in asks:
                found = self._came_of(ask, rows.get(ask.point.label))
                whole &= bool(found)
                results += found
        if self.way.limited:
            self.measured += sum(a.fidelity == self._problem(a).counted for a in self._out)
        self._out = []
        self.way.tell(results)
        return whole

    def _came_of(self, ask: Ask, row: Row | None) -> list[Result]:
        """Return what came of an evaluation; nothing where it was not done and did not fail."""
        if row is None:
            return []
        found, device = self._results(row, ask.point), row.device
        if any(each.fidelity >= ask.fidelity for each in found):
            return found
        if row.status not in {"ok", "partial"}:
            return [Result(ask.point, ask.fidelity, None, device=device)]
        if found and ask.fidelity is Fidelity.SEEDS and row.n_seeds_failed:
            # Some seeds have failed for good: what there is counts.
            return [Result(ask.point, ask.fidelity, found[-1].figures, device=device)]
        # A netlist with a cell that no model tells of cannot be verified, whatever the time.
        return [] if self._unreached() else [Result(ask.point, ask.fidelity, None, device=device)]

    def _tell(self, device: str, labels: Mapping[str, Build]) -> int:
        """Tell the way all that the store knows of points; return of how many."""
        results: list[Result] = []
        count = 0
        for row in self._rows(device, list(labels)):
            point = labels[row.label]
            found = self._results(row, point)
            if not found and row.status == "failed":
                # Above all levels, as a netlist may prove wrong after the point was routed.
                found = [Result(point, Fidelity.SEEDS, None, device=device)]
            count += bool(found)
            results += found
        self.way.tell(results)
        return count

    def _results(self, row: Row, point: Build) -> list[Result]:
        found = results_of(row, point, self._problems[row.device], self._seeds)
        if found:
            self._levels[row.device, row.label] = found[-1].fidelity
        return found

    def _rows(self, device: str, labels: Sequence[str]) -> Iterator[Row]:
        for start in range(0, len(labels), _LABELS):
            some = labels[start : start + _LABELS]
            found = metrics.rows(self._store, device=device, labels=some)
            yield from (row for row in found if row.rtl_digest in self._digests)

    def _told(self, asks: Sequence[Ask]) -> str:
        count = len(asks)
        text = f"{self.way.label}: {count} more evaluation{'s' if count > 1 else ''}"
        gain = self.way.expected_gain
        if gain is not None:
            text += f", expected gain {100 * min(gain, 1.0):.1f} %"
        limit = "" if self._evaluations is None else f" of at most {self._evaluations}"
        routes = all(each.counted >= Fidelity.ROUTE for each in self._problems.values())
        done = "routed" if routes else "measured"
        return f"{text}; {self.measured}{limit} {done} in this run"


def wants_of(
    ask: Ask, device: Device, *, seeds: int = HEADLINE_SEEDS, objectives: Iterable[str] = ()
) -> list[Want]:
    """Return what the engine has to get for an evaluation.

    Args:
        ask: the evaluation.
        device: where; one without a router is not routed.
        seeds: routed seeds of the highest fidelity.
        objectives: what is optimised; a figure of an optional stage takes that stage.
    """
    if device.measured_by:
        # A vendor's tool goes from sources to a routed design in one run.
        runs = seeds_on(device, seeds) if ask.fidelity >= Fidelity.SEEDS else 1
        measured = [Want(ask.point, Stage.VENDOR, device, index) for index in range(runs)]
        return [Want(ask.point, Stage.VERIFY), *measured]
    wants = [Want(ask.point, Stage.VERIFY), Want(ask.point, Stage.SYNTH, device)]
    wants += [Want(ask.point, stage, device) for stage in _optional(objectives)]
    if ask.fidelity >= Fidelity.CHECKED:
        wants.append(Want(ask.point, Stage.VERIFY_NETLIST, device))
    routed = 0 if ask.fidelity < Fidelity.ROUTE or device.area_only else 1
    if routed and ask.fidelity >= Fidelity.SEEDS:
        routed = seeds
    return wants + [Want(ask.point, Stage.ROUTE, device, index) for index in range(routed)]


def _optional(objectives: Iterable[str]) -> list[Stage]:
    """Return the optional stages that fill figures of these names."""
    wanted = set(objectives)
    return [file.stage for file in all_stages() if file.optional and wanted & file.metrics.keys()]


def level_of(row: Row, seeds: int = HEADLINE_SEEDS) -> Fidelity:
    """Return how well a row's design is known; `MODEL` if nothing can be said of it yet."""
    if not row.verified or row.area_luts is None:
        return Fidelity.MODEL
    device = devices.load(row.device) if row.tool else None
    if device is not None and device.measured_by:
        # Its netlist stays with the tool: there is nothing of it to verify.
        enough = row.n_seeds >= seeds_on(device, seeds)
        return Fidelity.SEEDS if enough else Fidelity.CHECKED
    if row.estimate:
        return Fidelity.CHECKED if row.netlist_verified else Fidelity.SYNTH
    if not row.n_seeds:
        return Fidelity.SYNTH
    if not row.netlist_verified:
        return Fidelity.ROUTE
    return Fidelity.SEEDS if row.n_seeds >= seeds else Fidelity.CHECKED


def figures_of(row: Row) -> dict[str, float]:
    """Return the figures of a row that a strategy understands."""
    values = {name: getattr(row, name) for name in AIMS}
    return {name: float(value) for name, value in values.items() if value is not None}


def results_of(
    row: Row, point: Build, problem: Problem, seeds: int = HEADLINE_SEEDS
) -> list[Result]:
    """Return what a row says of a point, once for each fidelity that it has, lowest first."""
    figures = figures_of(row)
    reached = level_of(row, seeds)
    optional = {
        name for stage in _optional(problem.objectives) for name in stage_file(stage).metrics
    }
    if optional & set(problem.objectives) - figures.keys():
        reached = Fidelity.MODEL
    levels: Iterable[Fidelity] = sorted({*problem.fidelities, Fidelity.CHECKED, Fidelity.SEEDS})
    return [
        Result(point, level, figures, device=problem.device.name)
        for level in levels
        if level <= reached
    ]
