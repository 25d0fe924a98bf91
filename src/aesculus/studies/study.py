"""What a study is: a campaign with options of its own, whose figures and page are committed."""

import json
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from aesculus import pages
from aesculus.consoles import say
from aesculus.defaults import MOST_JOBS, STORE
from aesculus.engine.asked import run_options
from aesculus.engine.session import Options
from aesculus.errors import InputError
from aesculus.inputs import brief
from aesculus.outputs import write_whole
from aesculus.store import Store
from aesculus.store.opened import opened
from aesculus.studies.made import RESULTS, head
from aesculus.terminal import line

_PAGE = "page.md.j2"

Jobs = Annotated[int, Field(ge=0, le=MOST_JOBS, description="Jobs at once; 0 for one a core.")]
Count = Annotated[int, Field(ge=1)]


class StudyOptions(BaseModel):
    """What every study can be told.

    A field is an option of the command: `description` is its help, `ge` and `le` bound it; what is
    in `json_schema_extra` goes to `typer.Option`, such as a `metavar`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    out: Annotated[Path, Field(description="Folder for the figures.")] = RESULTS


class StoreOptions(StudyOptions):
    """What a study can be told that reads the store or writes into it."""

    store: Annotated[
        Path,
        Field(
            description="Where results are kept.",
            json_schema_extra={"metavar": "PATH", "envvar": "AESCULUS_STORE"},
        ),
    ] = STORE


class RunOptions(StoreOptions):
    """What a study can be told that runs tools and keeps their results in a store."""

    budget: Annotated[
        str | None,
        Field(
            description="Time to spend, such as 10m, 2h or 90s.",
            json_schema_extra={"metavar": "TIME"},
        ),
    ] = None
    jobs: Jobs = 0
    scheduler: Annotated[
        str | None,
        Field(
            description="Run on a Dask cluster: tls://host:port.",
            json_schema_extra={"metavar": "ADDRESS"},
        ),
    ] = None
    insecure: Annotated[
        bool,
        Field(description="Reach a scheduler on another machine without encryption, by tcp://."),
    ] = False
    retry_failed: Annotated[bool, Field(description="Run what failed before once more.")] = False
    cluster: Annotated[
        str | None,
        Field(
            description="Run on jobs of a batch system: slurm, pbs, lsf, sge, or a TOML file.",
            json_schema_extra={"metavar": "NAME|FILE"},
        ),
    ] = None

    def engine(self) -> Options:
        """Return the same for the engine.

        Raises:
            InputError, ClusterError: a text cannot be read.
        """
        return run_options(
            jobs=self.jobs,
            scheduler=self.scheduler,
            insecure=self.insecure,
            cluster=self.cluster,
            budget=self.budget,
            retry_failed=self.retry_failed,
        )

    @contextmanager
    def opened(self, *, looking: bool = False) -> Iterator[tuple[Store, Options]]:
        """Give the store, open for writing, and how to run.

        Args:
            looking: nothing is run, so the store is only read; where there is none it is empty, and
                that is said.
        """
        options = self.engine()
        if not looking or self.store.exists():
            with opened(self.store, must_exist=looking) as kept:
                yield kept, options
            return
        say(f"No store at {self.store} yet: nothing is known.")
        with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / STORE.name) as kept:
            yield kept, options


O = TypeVar("O", bound=StudyOptions)  # noqa: E741 - options


class Study(ABC, Generic[O]):
    """A study. A module `study` in a folder of this room has one or more in `STUDIES`.

    Attributes:
        name: what a user types; also the stem of its files.
        doc: one line.
        options: what it can be told.
    """

    name: str
    doc: str
    options: type[O]
    indent: ClassVar[int] = 2

    @abstractmethod
    def run(self, options: O) -> None:
        """Make the figures and write them; a run that was stopped goes on.

        Raises:
            RunError: it is not complete, or its figures are not what they should be.
        """

    def marks(self, options: O) -> dict[str, Any]:
        """Return what stands in the file of an earlier run if its figures still count."""
        return {}

    def resume(self, options: O) -> dict[str, Any]:
        """Return the figures of an earlier run that still count; nothing without them.

        Where a study has a store, results of tools are there, and are not made again in any case.

        Raises:
            InputError: the file is broken.
        """
        path = self._stem(options.out).with_suffix(".json")
        if not path.exists():
            return {}
        try:
            body: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(body, dict):
                raise TypeError("no table")
        except (ValueError, TypeError, OSError, RecursionError) as error:
            raise InputError(
                f"{path}: no figures of an earlier run: {brief(line(str(error)))}; remove it to "
                "begin anew"
            ) from error
        same = all(body.get(name) == value for name, value in self.marks(options).items())
        return body if same else {}

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the page's template names beside the figures themselves."""
        return {}

    def page(self, body: Mapping[str, Any]) -> str:
        """Return the figures for people, by the template beside the study."""
        homes = (each.__module__.rpartition(".")[0] for each in type(self).__mro__)
        package = next(home for home in homes if home and (files(home) / _PAGE).is_file())
        return pages.render(package, _PAGE, {**body, **self.values(body)})

    def head(self) -> dict[str, Any]:
        """Return what stands in front of the figures."""
        return head(self.name, self.doc)

    def write(self, out: Path, body: Mapping[str, Any], *, page: bool = True) -> None:
        """Write `<name>.json`, and `<name>.md` if wanted, into a folder."""
        # Figures of which no page can be made leave both files as they were.
        texts = {".json": json.dumps(body, indent=self.indent) + "\n"}
        if page:
            texts[".md"] = self.page(body)
        out.mkdir(parents=True, exist_ok=True)
        for suffix, text in texts.items():
            write_whole(self._stem(out).with_suffix(suffix), text)

    def write_lost_page(self, out: Path, body: Mapping[str, Any]) -> None:
        """Write the page of figures that are there already if somebody has taken it away."""
        if body and not self._stem(out).with_suffix(".md").exists():
            self.write(out, body)

    def say_where(self, out: Path, before: str = "", *more: str) -> None:
        """Say where the figures are."""
        suffixes = (".json", ".md", *more)
        told = ", ".join(str(self._stem(out).with_suffix(suffix)) for suffix in suffixes)
        say(f"{before}{' ' if before else ''}Figures: {told}")

    def _stem(self, out: Path) -> Path:
        return out / self.name
