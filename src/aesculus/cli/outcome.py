"""What `explore` refuses before it starts, and whether anything went well."""

from pathlib import Path

from aesculus.defaults import on_store
from aesculus.engine.engine import Summary
from aesculus.errors import InputError, RunError
from aesculus.search import strategies


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
