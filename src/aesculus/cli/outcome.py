"""What `explore` refuses before it starts, and what it makes of how it ended."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.cli.referred import print_reference
from aesculus.consoles import out, say
from aesculus.defaults import on_store
from aesculus.engine.eligible import sources_of
from aesculus.engine.engine import Summary
from aesculus.engine.page import write_report
from aesculus.errors import InputError, RunError
from aesculus.metrics import Row
from aesculus.report.published_table import print_published, print_refused, refused_points
from aesculus.report.table import show_table
from aesculus.search import strategies
from aesculus.store import Store
from aesculus.studies.made import typed


def needs_space(**given: object) -> None:
    """Refuse options that mean nothing without a space.

    Raises:
        InputError: one of them is given.
        SearchError: there is no such strategy, which no space would mend.
    """
    if given.get("strategy"):
        strategies.check(str(given["strategy"]))
    for name, value in given.items():
        if value:
            raise InputError(f"--{name} belongs to a search: name a space file with --space")


def check_some_went_well(summary: Summary, store: Path) -> None:
    """Tell of a run in which nothing went well; the logs are in the store.

    Raises:
        RunError: everything that was run failed, or nothing was left to run and all had failed.
    """
    logs = f"`{on_store('aesculus log LABEL', store)}` shows what the tools said"
    if summary.ran and summary.failed == summary.ran:
        raise RunError(f"{_all(summary.ran)} failed, first: {summary.reasons[0]}; {logs}")
    if not summary.ran and 0 < summary.known <= summary.blamed:
        raise RunError(f"{_all(summary.known)} failed before: --retry-failed tries again; {logs}")


def _all(count: int) -> str:
    return "the one run" if count == 1 else f"all {count} runs"


@dataclass
class Ending:
    """What is printed and written at the end of a run, whatever ended it.

    Attributes:
        store: the run's.
        names: of its devices.
        labels: of its designs.
        refused: designs of named sets that cannot be, by label.
        beside: results of the reference store.
        published: whether published rows of these designs are printed beside ours.
        page: where the page of results goes.
    """

    store: Store
    names: Collection[str]
    labels: Collection[str]
    refused: Mapping[str, DesignPoint]
    beside: Sequence[Row]
    published: bool
    page: Path
    _fault: str = ""

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Print the tables and write the page when the block ends, well or not."""
        try:
            yield
        except BaseException:
            self._show()
            if self._fault:
                say(self.told)
            raise
        self._show()

    @property
    def told(self) -> str:
        """Where the page is, or why there is none."""
        return f"No page: {self._fault}" if self._fault else f"Page: {self.page}"

    def check_page(self) -> None:
        """Tell of a page that could not be written.

        Raises:
            RunError: so it is.
        """
        if self._fault:
            raise RunError(self._fault)

    def _show(self) -> None:
        rows = metrics.rows(self.store)
        console = out()
        asked = {*self.labels, *self.refused}
        refused = refused_points(self.refused)
        if self.published:
            refused |= print_published(console, rows, asked=asked)
        chosen = [row for row in rows if row.device in self.names and row.label in self.labels]
        sources = sources_of(chosen)
        console.print(show_table(chosen, sources=sources, store=self.store.path, company=rows))
        print_reference(console, self.beside)
        print_refused(console, refused.values())
        try:
            write_report(self.store, self.page, command=typed())
        except OSError as error:
            self._fault = f"--report {self.page}: {error.strerror or error}"
