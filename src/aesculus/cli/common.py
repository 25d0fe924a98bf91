"""Options and small things that several subcommands share."""

import fnmatch
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from aesculus import devices
from aesculus.ciphers.aes.space import POINT_SETS, DesignPoint, check, is_legal, parse
from aesculus.cli import units
from aesculus.cli.errors import InputError
from aesculus.devices import Device
from aesculus.engine import Options, access, reporter_for
from aesculus.engine.cluster import load as load_cluster
from aesculus.flows.recipes import recipe
from aesculus.store import Store
from aesculus.terminal import CleanConsole

AREA_DEVICE = "XC2V4000"
ROUTED_DEVICE = "LFE5U-85F-8"
PAPER = "zambreno2004"
POINTS = "zambreno48"

_WIDE = 180

StoreOption = Annotated[
    Path,
    typer.Option(
        "--store", envvar="AESCULUS_STORE", help="Where results are kept.", metavar="PATH"
    ),
]
DEFAULT_STORE = Path(".aesculus/store.db")

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
JobsOption = Annotated[
    int, typer.Option("--jobs", "-j", min=0, help="Jobs at once; 0 for one a core.")
]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", help="Run on a Dask cluster: tls://host:port.", metavar="ADDRESS"),
]
InsecureOption = Annotated[
    bool,
    typer.Option(
        "--insecure", help="Reach a scheduler on another machine without encryption, by tcp://."
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        help="Run on jobs of a batch system: slurm, pbs, lsf, sge, or a TOML file with queue, "
        "cores, memory, walltime and workers.",
        metavar="NAME|FILE",
    ),
]
BudgetOption = Annotated[
    str | None,
    typer.Option("--budget", help="Time to spend, such as 10m, 2h or 90s.", metavar="TIME"),
]
EvaluationsOption = Annotated[
    int | None,
    typer.Option("--evaluations", min=1, help="Most points to measure, known ones aside."),
]
SeedOption = Annotated[int, typer.Option("--seed", help="Seed of the search.")]
BatchOption = Annotated[
    int,
    typer.Option(
        "--batch", min=0, help="Evaluations asked for at once; 0 for four, or a cluster's slots."
    ),
]


def out() -> Console:
    """Return the console of results; not on a terminal it is wide, so that tables stay whole."""
    console = CleanConsole()
    return console if console.is_terminal else CleanConsole(width=_width())


def progress_console() -> Console:
    """Return the console of progress and remarks: stderr, so that results can be piped."""
    if sys.stderr.isatty():
        return CleanConsole(stderr=True)
    return CleanConsole(stderr=True, width=_width())


def _width() -> int:
    """Return the width where nobody says how wide it is: the user's wish, or wide."""
    text = os.environ.get("COLUMNS", "")
    return int(text) if text.isdecimal() and int(text) else _WIDE


def run_options(
    *,
    jobs: int = 0,
    scheduler: str | None = None,
    cluster: str | None = None,
    insecure: bool = False,
    budget: str | None = None,
) -> Options:
    """Return how to run, from what was typed.

    Raises:
        InputError: the budget cannot be read.
        AccessError: the address is none, or not to be trusted.
        ClusterError: so with the cluster.
    """
    if scheduler is not None and cluster is not None:
        raise InputError("--scheduler and --cluster exclude each other")
    if scheduler is not None:
        access.check(scheduler, insecure=insecure)
    return Options(
        slots=jobs,
        scheduler=scheduler,
        cluster=None if cluster is None else load_cluster(cluster),
        insecure=insecure,
        budget_s=None if budget is None else units.seconds(budget),
        reporter=reporter_for(progress_console()),
    )


@contextmanager
def opened(path: Path, *, must_exist: bool = False) -> Iterator[Store]:
    """Open the store for the length of a block; for reading alone where it cannot be written.

    Args:
        path: the database file.
        must_exist: open for reading; a store that is not there is refused.

    Raises:
        InputError: there is no store and `must_exist`.
        StoreError: it cannot be opened.
    """
    if must_exist and not path.exists():
        raise InputError(
            f"no store at {path}: make one with `aesculus explore`, or name another with --store"
        )
    readable_only = must_exist and not (
        os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    )
    with Store.open(path, writable=not readable_only) as store:
        yield store


def device_list(names: Sequence[str] | None, default: Iterable[str]) -> list[Device]:
    """Return the devices of some names, each once; a name may be several with commas.

    Raises:
        DeviceError: there is none of such a name.
    """
    wanted = [part.strip() for text in names or list(default) for part in text.split(",")]
    found = {device.name: device for device in map(devices.load, filter(None, wanted))}
    return list(found.values())


def legal_point(label: str) -> DesignPoint:
    """Return the point of a label.

    Raises:
        LabelError: it is no label.
        IllegalPointError: it is a label of a point that cannot be.
        RecipeError: its recipe is unknown.
    """
    point = parse(label)
    check(point)
    recipe(point.recipe)
    return point


def points_of(texts: Sequence[str]) -> tuple[list[DesignPoint], dict[str, DesignPoint]]:
    """Return the legal points that some texts name, and the illegal ones of presets by label.

    A text is a preset, a glob over the labels of all presets, or a label; several are joined with
    commas.

    Raises:
        InputError: a glob matches nothing.
        LabelError, IllegalPointError, RecipeError: as `legal_point`.
    """
    legal: dict[DesignPoint, None] = {}
    refused: dict[str, DesignPoint] = {}
    for text in (part.strip() for each in texts for part in each.split(",")):
        if text in POINT_SETS:
            legal |= dict.fromkeys(POINT_SETS[text].legal_points())
            refused |= POINT_SETS[text].refused()
        elif any(sign in text for sign in "*?["):
            found = _globbed(text)
            legal |= dict.fromkeys(found)
        elif text:
            legal[_named(text)] = None
    if not legal:
        raise InputError(
            f"no points: give labels, such as UF2-PP3B, or presets: {', '.join(POINT_SETS)}"
        )
    return list(legal), refused


def _named(text: str) -> DesignPoint:
    near = [name for name in POINT_SETS if name.startswith(text.lower())]
    if near:
        raise InputError(f"{text!r} is no preset; near: {', '.join(near)}")
    return legal_point(text)


def _globbed(pattern: str) -> list[DesignPoint]:
    """Return the legal points of all presets with a label, as spelt or canonical, that fits."""
    found: dict[DesignPoint, None] = {}
    for preset in POINT_SETS.values():
        for text, point in zip(preset.labels, preset.points(), strict=True):
            names = (text.upper(), point.label.upper())
            if is_legal(point) and fnmatch.filter(names, pattern.upper()):
                found[point] = None
    if not found:
        raise InputError(f"{pattern!r} matches no point of the presets {', '.join(POINT_SETS)}")
    return list(found)
