"""The scoreboard of the search strategies on measured spaces."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from aesculus.consoles import say, tell
from aesculus.defaults import REPLAYS
from aesculus.engine.progress import duration
from aesculus.errors import InputError, RunError
from aesculus.inputs import brief
from aesculus.outputs import write_whole
from aesculus.search.errors import SearchError
from aesculus.search.strategies import usable
from aesculus.studies.held_out.log import FROZEN, strategy_digest
from aesculus.studies.made import TABLES
from aesculus.studies.measure.study import HELD_OUT, PREFIX, SPACES, table_path
from aesculus.studies.study import Count, Jobs, Study, StudyOptions
from aesculus.tools.process import cores

if TYPE_CHECKING:
    from aesculus.studies.measure.table import MeasuredSpace
    from aesculus.studies.scoreboard.replays import Replay

STRATEGIES = ("guided", "plain", "tpe-informed", "nsga2-informed", "tpe", "nsga2")

OPTIONAL = ("gp",)
"""Strategies that take part where the package is that they need."""

_BATCH = 2
_SHARE = 0.3
_LIMITS = {"guided": 320, "tpe": 320, "tpe-informed": 320, "gp": 60}
"""Evaluations beyond which a strategy's own work takes longer than it tells anything new."""


class ScoreboardOptions(StudyOptions):
    """What the study can be told."""

    out: Annotated[Path, Field(description="Folder for the scoreboards.")] = TABLES / "results"
    repeats: Annotated[Count, Field(description="Runs of each strategy.")] = 20
    kept: Annotated[
        Path, Field(description="Where replays are kept; those that are there are not repeated.")
    ] = REPLAYS
    only: Annotated[
        str, Field(description="One space, such as ecp5-iterative; all that are measured else.")
    ] = ""
    jobs: Jobs = 0


def taking_part() -> tuple[str, ...]:
    """Return the strategies that can be run here."""
    return (*STRATEGIES, *filter(usable, OPTIONAL))


class Scoreboard(Study[ScoreboardOptions]):
    """The study; each measured space has a page of its own."""

    name = "search"
    doc = "Search strategies replayed on the measured spaces in benchmarks/search."
    options = ScoreboardOptions

    def run(self, options: ScoreboardOptions) -> None:
        """Replay the strategies on every measured space and write their scoreboards.

        Raises:
            RunError: a table cannot be read, the space that is named has none, or, after those
                that can be, one has not been measured.
        """
        # These load optuna, scikit-learn and matplotlib.
        from aesculus.studies.measure.table import read, with_memory  # noqa: PLC0415
        from aesculus.studies.scoreboard.compete import compete  # noqa: PLC0415

        for path in _tables(options.only):
            try:
                table = with_memory(read(path))
            except SearchError as error:
                raise RunError(str(error)) from None
            replays = compete(
                table,
                taking_part(),
                repeats=options.repeats,
                batch=_BATCH,
                share=_SHARE,
                limits=_LIMITS,
                jobs=options.jobs or cores(),
                kept=options.kept,
                hear=_saying(table.about["space"]),
            )
            for written in self.write_board(table, replays, options.out):
                tell(str(written))
        if options.only:
            return
        coming = [space for space in HELD_OUT if not table_path(TABLES, space).exists()]
        if coming:
            say(f"held out and not measured yet: {', '.join(coming)}")
        missing = [space for space in SPACES if not table_path(TABLES, space).exists()]
        if missing:
            commands = " and ".join(f"`aesculus bench {PREFIX}{space}`" for space in missing)
            raise RunError(
                f"not measured yet: {', '.join(missing)} in {TABLES}: make it with {commands}"
            )

    def write_board(
        self, table: "MeasuredSpace", replays: "Sequence[Replay]", folder: Path
    ) -> list[Path]:
        """Write `<space>.json`, `.md` and `.svg` below a folder; return their paths."""
        # The first loads the array libraries, the second matplotlib.
        from aesculus.studies.scoreboard.picture import draw  # noqa: PLC0415
        from aesculus.studies.scoreboard.replays import as_json  # noqa: PLC0415

        folder.mkdir(parents=True, exist_ok=True)
        stem = folder / table.about["space"]
        paths = [stem.with_suffix(suffix) for suffix in (".json", ".md", ".svg")]
        body = as_json(table, replays)
        if FROZEN in table.about:
            body["same_strategy"] = table.about[FROZEN] == strategy_digest()
        write_whole(paths[0], json.dumps(body, sort_keys=True) + "\n")
        write_whole(paths[1], self.page(body))
        draw(table, replays, paths[2])
        return paths

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return a table of the strategies against evaluations, and one against hours."""
        boards = {}
        # Hours come first: what lower fidelities cost is in them, and not in the evaluations.
        for by in ("hours", "evaluations"):
            lines = [line for line in body["summary"] if line["by"] == by]
            shares = sorted({line["share"] for line in lines})
            if not shares:
                continue
            rows = []
            for name in dict.fromkeys(line["strategy"] for line in lines):
                own = {line["share"]: _cell(line) for line in lines if line["strategy"] == name}
                rows.append([name, *(own.get(share, "") for share in shares)])
            boards[by] = (["strategy", *(_mark(body, share, by) for share in shares)], rows)
        intervals = any("adrs_low" in line for line in body["summary"])
        return {"boards": boards, "intervals": intervals}


def _tables(only: str) -> list[Path]:
    """Return the tables to replay on: all, or that of one space."""
    found = sorted(TABLES.glob("*.csv.gz"))
    if not only:
        return found
    named = table_path(TABLES, only)
    if named not in found:
        there = ", ".join(path.name.removesuffix(".csv.gz") for path in found) or "none"
        raise InputError(
            f"--only {brief(only)}: there is no table of it in {TABLES}, only: {there}"
        )
    return [named]


def _saying(space: str) -> Callable[[str, int, int, int], None]:
    """Return what says that a replay ended, and about how long the rest takes."""
    began = time.monotonic()

    def hear(name: str, done: int, total: int, kept: int) -> None:
        # Those that were kept took no time.
        each = (time.monotonic() - began) / max(1, done - kept)
        left = f", about {duration(each * (total - done))} left" if done > kept else ""
        say(f"{space}: {name}; {done} of {total} replays{left}")

    return hear


def _mark(body: Mapping[str, Any], share: float, by: str) -> str:
    if by == "hours":
        return f"{share:.0%} ({share * body['hours']:.2f} h)"
    return f"{share:.0%} ({round(share * body['points'])})"


def _cell(line: Mapping[str, Any]) -> str:
    if line["adrs_median"] is None:
        return "-"
    # Boards of before the intervals have none.
    known = line.get("adrs_low") is not None
    interval = f"{line['adrs_low']:.2%} to {line['adrs_high']:.2%}; " if known else ""
    return (
        f"{line['adrs_median']:.2%} ({interval}worst {line['adrs_worst']:.2%}), "
        f"hv {line['hypervolume_median']:.1%}"
    )


STUDIES = (Scoreboard(),)
