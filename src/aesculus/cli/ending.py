"""What is printed and written at the end of an exploration, whatever ended it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from aesculus import metrics
from aesculus.ciphers.aes.space import DesignPoint
from aesculus.cli.referred import print_reference
from aesculus.consoles import out, say
from aesculus.engine.eligible import sources_of
from aesculus.engine.page import write_report
from aesculus.errors import RunError
from aesculus.inputs import brief
from aesculus.metrics import Row
from aesculus.report.published_table import print_published, print_refused, refused_points
from aesculus.report.table import show_table
from aesculus.store import Store
from aesculus.studies.made import typed
from aesculus.terminal import line


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
            # What ended the run is told, whatever comes of showing what there is.
            self._write(Exception)
            with suppress(Exception):
                self._print()
            if self._fault:
                say(self.told)
            raise
        # The page first: whoever reads the tables may leave before their end.
        self._write()
        self._print()

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

    def _write(self, held: type[Exception] = OSError) -> None:
        try:
            write_report(self.store, self.page, command=typed())
        except held as error:
            why = getattr(error, "strerror", "") or brief(line(str(error)))
            self._fault = f"--report {self.page}: {why}"

    def _print(self) -> None:
        rows = metrics.rows(self.store)
        console = out()
        refused = refused_points(self.refused)
        if self.published:
            refused |= print_published(console, rows, asked={*self.labels, *self.refused})
        chosen = [row for row in rows if row.device in self.names and row.label in self.labels]
        sources = sources_of(chosen)
        console.print(show_table(chosen, sources=sources, store=self.store.path, company=rows))
        print_reference(console, self.beside)
        print_refused(console, refused.values())
