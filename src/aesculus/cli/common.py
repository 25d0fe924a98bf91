"""Options that several subcommands share."""

from pathlib import Path
from typing import Annotated, Any

import typer

from aesculus.api.naming import OWN_TOOLS, device_list
from aesculus.consoles import out
from aesculus.defaults import MOST_JOBS
from aesculus.defaults import STORE as DEFAULT_STORE
from aesculus.families.devices import LEAST_MHZ, MOST_MHZ
from aesculus.store.opened import opened

__all__ = ["DEFAULT_STORE", "device_list", "opened", "out"]

LAST_SEED = 2**31 - 1
"""The largest seed that routers take."""

StoreOption = Annotated[
    Path,
    typer.Option(
        "--store", envvar="AESCULUS_STORE", help="Where results are kept.", metavar="PATH"
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
JobsOption = Annotated[
    int, typer.Option("--jobs", "-j", min=0, max=MOST_JOBS, help="Jobs at once; 0 for one a core.")
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
RetryOption = Annotated[
    bool, typer.Option("--retry-failed", help="Run once more what failed before.")
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


def mhz_option(said: str) -> Any:
    """Return the option that asks for a clock in MHz.

    Args:
        said: what the clock is.
    """
    return typer.Option("--mhz", min=LEAST_MHZ, max=MOST_MHZ, help=said)


ToolOption = Annotated[
    str | None,
    typer.Option(
        "--tool",
        help="Measure with a tool of your own on PATH instead of the embedded ones: "
        f"{', '.join(OWN_TOOLS)}.",
    ),
]
