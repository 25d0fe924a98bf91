"""A search strategy at work on a store: what it asks for becomes wants, rows become its results."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from aesculus import metrics
from aesculus.catalogue import AIMS
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.devices import Device
from aesculus.engine.plan import Want
from aesculus.engine.progress import Reporter
from aesculus.metrics import HEADLINE_SEEDS, Row
from aesculus.records import Stage
from aesculus.search import Ask, Fidelity, Result
from aesculus.store import Store

if TYPE_CHECKING:
    # The strategies load optuna and scikit-learn, which only a search needs.
    from aesculus.search.strategies import Strategy

_LABELS = 2000
"""Labels in one query."""


class Hunt:
    """Lets a strategy choose what the engine runs next, batch by batch.

    What the store knows is told before the first question, so nothing is run twice, and the same
    seed and store give the same walk.

    Args:
        store: where results are.
        rtl_digests: only results of these RTL sources count.
        strategy: chooses.
        batch: evaluations that are asked for at once; results are told when all of them are there,
            so that no walk depends on which job is faster.
        evaluations: most points to measure (route once, or synthesise where there is no router) in
            this run; `None` for no limit.
        seeds: routed seeds of a point at the highest fidelity.
        reporter: hears how it goes on.
    """

    def __init__(
        self,
        store: Store,
        rtl_digests: Collection[str],
        strategy: "Strategy",
        *,
        batch: int = 4,
        evaluations: int | None = None,
        seeds: int = HEADLINE_SEEDS,
        reporter: Reporter | None = None,
    ) -> None:
        self.strategy = strategy
        self.measured = 0
        self.stuck = False
        self._store = store
        self._digests = rtl_digests
        self._batch = batch
        self._evaluations = evaluations
        self._seeds = seeds
        self._reporter = reporter or Reporter()
        self._by_label = {point.label: point for point in strategy.problem.points}
        self._out: list[Ask] = []
        self.known = self._tell(self._by_label)

    @property
    def spent(self) -> bool:
        """Whether as many points were measured as may be."""
        return self._evaluations is not None and self.measured >= self._evaluations

    def wants(self) -> list[Want]:
        """Return the next batch once the last one is done; nothing when the search is over.

        Nothing comes either when the last batch has gaps that are no failures, because the time
        was up; `stuck` tells that.
        """
        self._settle_last()
        if self.stuck or self.spent:
            return []
        problem = self.strategy.problem
        left = self._batch
        if self._evaluations is not None:
            left = min(left, self._evaluations - self.measured)
        self._out = self.strategy.ask(left)
        if self._out:
            self._reporter.note(self._told())
        return [
            want for ask in self._out for want in wants_of(ask, problem.device, seeds=self._seeds)
        ]

    def renew(self, label: str) -> None:
        """Tell the strategy what the store knows now of a point of the space."""
        if label in self._by_label:
            self._tell({label: self._by_label[label]})

    def _settle_last(self) -> None:
        """Tell the strategy what came of the last batch."""
        if not self._out:
            return
        rows = {row.label: row for row in self._rows([ask.point.label for ask in self._out])}
        results: list[Result] = []
        for ask in self._out:
            row = rows.get(ask.point.label)
            found = [] if row is None else results_of(row, ask.point, self._levels, self._seeds)
            known = [each for each in found if each.fidelity >= ask.fidelity]
            if known:
                results += found
            elif row is not None and row.status in {"failed", "timeout", "memory"}:
                results.append(Result(ask.point, ask.fidelity, None))
            elif found and ask.fidelity is Fidelity.SEEDS:
                # Some seeds have failed for good: what there is counts.
                results.append(Result(ask.point, ask.fidelity, found[-1].figures))
            else:
                self.stuck = True
        self.measured += sum(ask.fidelity == self.strategy.problem.measuring for ask in self._out)
        self._out = []
        self.strategy.tell(results)

    def _tell(self, labels: Mapping[str, DesignPoint]) -> int:
        """Tell the strategy all that the store knows of its points; return of how many."""
        results: list[Result] = []
        count = 0
        for row in self._rows(list(labels)):
            found = results_of(row, labels[row.label], self._levels, self._seeds)
            if not found and row.status == "failed":
                # Above all levels, as a netlist may prove wrong after the point was routed.
                found = [Result(labels[row.label], Fidelity.SEEDS, None)]
            count += bool(found)
            results += found
        self.strategy.tell(results)
        return count

    @property
    def _levels(self) -> Sequence[Fidelity]:
        return self.strategy.problem.fidelities

    def _rows(self, labels: Sequence[str]) -> Iterator[Row]:
        device = self.strategy.problem.device.name
        for start in range(0, len(labels), _LABELS):
            some = labels[start : start + _LABELS]
            found = metrics.rows(self._store, device=device, labels=some)
            yield from (row for row in found if row.rtl_digest in self._digests)

    def _told(self) -> str:
        count = len(self._out)
        text = f"{self.strategy.name}: {count} more evaluation{'s' if count > 1 else ''}"
        gain = getattr(self.strategy, "expected_gain", None)
        if gain is not None:
            text += f", expected gain {100 * min(gain, 1.0):.1f} %"
        limit = "" if self._evaluations is None else f" of at most {self._evaluations}"
        return f"{text}; {self.measured}{limit} measured in this run"


def wants_of(ask: Ask, device: Device, *, seeds: int = HEADLINE_SEEDS) -> list[Want]:
    """Return what the engine has to get for an evaluation.

    Args:
        ask: the evaluation.
        device: where.
        seeds: routed seeds of the highest fidelity.
    """
    wants = [Want(ask.point, Stage.VERIFY), Want(ask.point, Stage.SYNTH, device)]
    if ask.fidelity >= Fidelity.SEEDS:
        wants.append(Want(ask.point, Stage.VERIFY_NETLIST, device))
    routed = {Fidelity.ROUTE: 1, Fidelity.SEEDS: seeds}.get(ask.fidelity, 0)
    return wants + [Want(ask.point, Stage.ROUTE, device, index) for index in range(routed)]


def level_of(row: Row, seeds: int = HEADLINE_SEEDS) -> Fidelity:
    """Return how well a row's design is known; `MODEL` if nothing can be said of it yet."""
    if not row.verified or row.area_luts is None:
        return Fidelity.MODEL
    if not row.n_seeds:
        return Fidelity.SYNTH
    done = row.n_seeds >= seeds and row.netlist_verified
    return Fidelity.SEEDS if done else Fidelity.ROUTE


def figures_of(row: Row) -> dict[str, float]:
    """Return the figures of a row that a strategy understands."""
    values = {name: getattr(row, name) for name in AIMS}
    return {name: float(value) for name, value in values.items() if value is not None}


def results_of(
    row: Row, point: DesignPoint, levels: Sequence[Fidelity], seeds: int = HEADLINE_SEEDS
) -> list[Result]:
    """Return what a row says of a point, once for each fidelity that it has, lowest first."""
    figures = figures_of(row)
    reached = level_of(row, seeds)
    return [Result(point, level, figures) for level in levels if level <= reached]
