"""The search scoreboard: replays every strategy on every measured space in this folder.

    python benchmarks/search/run.py [TABLE.csv.gz ...] [--out FOLDER] [--repeats N] [--batch N]

Each table gives `<space>.json`, `<space>.md` and `<space>.svg`.
"""

import argparse
import sys
from pathlib import Path

from aesculus.search.errors import SearchError
from aesculus.search.scoreboard import REPEATS, compete, write
from aesculus.search.strategies import REGISTRY
from aesculus.search.table import read

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Run the scoreboard; return the exit code."""
    options = argparse.ArgumentParser(description="Replay search strategies on measured spaces.")
    options.add_argument("tables", nargs="*", type=Path, help="measured spaces; all of them")
    options.add_argument("--out", type=Path, default=HERE / "results")
    options.add_argument("--repeats", type=int, default=REPEATS)
    options.add_argument("--batch", type=int, default=2, help="evaluations asked at once")
    options.add_argument("--share", type=float, default=0.3, help="of the exhaustive run")
    options.add_argument(
        "--strategies", nargs="+", choices=list(REGISTRY), default=["guided", "nsga2", "tpe"]
    )
    given = options.parse_args()
    tables = given.tables or sorted(HERE.glob("*.csv.gz"))
    if not tables:
        sys.stderr.write(f"no measured space in {HERE}: measure one first\n")
        return 2
    for path in tables:
        try:
            table = read(path)
        except SearchError as error:
            sys.stderr.write(f"{error}\n")
            return 2
        replays = compete(
            table,
            given.strategies,
            repeats=given.repeats,
            batch=given.batch,
            share=given.share,
        )
        for written in write(table, replays, given.out):
            sys.stdout.write(f"{written}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
