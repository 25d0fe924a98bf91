"""`aesculus bench search`: the scoreboard of the search strategies on measured spaces."""

from pathlib import Path

import typer

from aesculus.studies.measure.study import PREFIX, SPACES, table_path
from aesculus.cli.errors import RunError
from aesculus.search import SearchError

NAME = "search"
DOC = "Search strategies replayed on the measured spaces in benchmarks/search."
STRATEGIES = ("guided", "nsga2", "tpe")

_BATCH = 2
_SHARE = 0.3
_LIMITS = {"guided": 160, "tpe": 300}
"""Evaluations beyond which a strategy's own work takes longer than it tells anything new."""


def run(tables: Path, out: Path, *, repeats: int | None = None, jobs: int = 1) -> None:
    """Replay the strategies on every measured space and write their scoreboards.

    Args:
        tables: folder of the tables; those of `SPACES` have to be there.
        out: folder of the scoreboards.
        repeats: runs a strategy; `None` for the usual number.
        jobs: replays at once.

    Raises:
        RunError: a table cannot be read, or, after those that can, one has not been measured yet.
    """
    # These load optuna, scikit-learn and matplotlib.
    from aesculus.studies.scoreboard.replays import REPEATS, compete, write  # noqa: PLC0415
    from aesculus.studies.measure.table import read  # noqa: PLC0415

    for path in sorted(tables.glob("*.csv.gz")):
        try:
            table = read(path)
        except SearchError as error:
            raise RunError(str(error)) from None
        replays = compete(
            table,
            STRATEGIES,
            repeats=repeats or REPEATS,
            batch=_BATCH,
            share=_SHARE,
            limits=_LIMITS,
            jobs=jobs,
        )
        for written in write(table, replays, out):
            typer.echo(str(written))
    missing = [space for space in SPACES if not table_path(tables, space).exists()]
    if missing:
        commands = " and ".join(f"`aesculus bench {PREFIX}{space}`" for space in missing)
        raise RunError(
            f"not measured yet: {', '.join(missing)} in {tables}: make it with {commands}"
        )
