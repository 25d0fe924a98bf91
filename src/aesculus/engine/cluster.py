"""Workers as jobs of a batch system: Slurm, PBS, LSF or SGE, by way of dask-jobqueue."""

import re
import sys
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

_CLASSES = {"slurm": "SLURM", "pbs": "PBS", "lsf": "LSF", "sge": "SGE"}
SCHEDULERS = tuple(_CLASSES)
"""The batch systems that have a preset."""

VERSION = 1
_SUFFIX = ".toml"
_MARGIN_S = 300
_LEAST_S = 600


class ClusterError(ValueError):
    """A cluster file that cannot be used; one line that says what would be legal."""


class ClusterFile(BaseModel):
    """How to ask a batch system for workers.

    Attributes:
        version: version of the schema.
        scheduler: which batch system.
        cores: of a job; so many stages run at once in it.
        memory: of a job, such as `16GB`.
        walltime: longest life of a job, `HH:MM:SS`; a worker leaves five minutes before, so that
            no stage is cut off that another one could do.
        workers: jobs that are kept alive.
        queue: queue or partition; the site's default without it.
        account: project or account to charge.
        python: interpreter on the nodes; this process's own without it.
        interface: network interface of the nodes.
        directives: further lines for the batch system.
        prologue: shell lines ahead of the worker.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1]
    scheduler: Literal["slurm", "pbs", "lsf", "sge"]
    cores: Annotated[int, Field(ge=1)] = 4
    memory: Annotated[str, Field(pattern=r"^[1-9][0-9]* ?[KMGT]i?B$")] = "16GB"
    walltime: Annotated[str, Field(pattern=r"^[0-9]{1,3}:[0-5][0-9]:[0-5][0-9]$")] = "04:00:00"
    workers: Annotated[int, Field(ge=1)] = 4
    queue: str | None = None
    account: str | None = None
    python: str | None = None
    interface: str | None = None
    directives: tuple[str, ...] = ()
    prologue: tuple[str, ...] = ()

    @field_validator("walltime")
    @classmethod
    def _long_enough(cls, value: str) -> str:
        if _seconds(value) < _LEAST_S:
            raise ValueError("at least 00:10:00, or a worker has no time to work")
        return value

    @property
    def slots(self) -> int:
        """Stages that run at once when all jobs run."""
        return self.cores * self.workers


def load(source: str) -> ClusterFile:
    """Read a cluster file.

    Args:
        source: name of a preset, or path of a TOML file.

    Raises:
        ClusterError: there is none, or it is wrong.
    """
    if source in SCHEDULERS:
        text = files(__package__).joinpath("clusters", source + _SUFFIX).read_text("utf-8")
    elif not source.lower().endswith(_SUFFIX):
        raise ClusterError(
            f"no cluster {source!r}; legal: {', '.join(SCHEDULERS)}, or the path of a TOML file"
        )
    else:
        try:
            text = Path(source).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "not a text in UTF-8"
            raise ClusterError(f"{source}: {why}") from None
    try:
        return ClusterFile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ClusterError(f"{source}: not TOML: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            legal = ", ".join(ClusterFile.model_fields)
            raise ClusterError(f"{source}: {where}: no such key; legal: {legal}") from None
        given = "" if first["type"] == "missing" else f"{first['input']!r}: "
        message = first["msg"].removeprefix("Value error, ")
        raise ClusterError(f"{source}: {where}: {given}{message}") from None


def start(content: ClusterFile) -> Any:
    """Submit the jobs and return the cluster, to be closed by the caller.

    Jobs that end, by their walltime or by an accident, are submitted again until it is closed.
    """
    # It loads dask.
    import dask_jobqueue  # noqa: PLC0415

    kind = getattr(dask_jobqueue, f"{_CLASSES[content.scheduler]}Cluster")
    cluster = kind(**_settings(content), scheduler_options={"dashboard_address": None})
    # The engine gives out as many tasks as there are slots: a cluster that grew with its tasks
    # alone would never grow.
    cluster.adapt(minimum_jobs=content.workers, maximum_jobs=content.workers)
    return cluster


def job_script(content: ClusterFile, scheduler: str = "tcp://scheduler:8786") -> str:
    """Return the script that is submitted for one worker.

    Args:
        content: how to ask.
        scheduler: address of the Dask scheduler.
    """
    import dask_jobqueue  # noqa: PLC0415

    kind = getattr(dask_jobqueue, f"{_CLASSES[content.scheduler]}Cluster").job_cls
    job = kind(scheduler=scheduler, name="worker", protocol="tcp://", **_settings(content))
    return str(job.job_script())


def _settings(content: ClusterFile) -> dict[str, Any]:
    from dask.utils import parse_bytes  # noqa: PLC0415

    life = _seconds(content.walltime) - _MARGIN_S
    found: dict[str, Any] = {
        "cores": content.cores,
        "memory": content.memory.replace(" ", ""),
        # One process: a stage is a program of its own, so threads do not stand in each other's way.
        "processes": 1,
        "queue": content.queue,
        "walltime": _WALLTIME.get(content.scheduler, str)(content.walltime),
        "job_name": "aesculus",
        "python": content.python or sys.executable,
        "interface": content.interface,
        "job_extra_directives": list(content.directives),
        "job_script_prologue": list(content.prologue),
        "worker_extra_args": ["--lifetime", f"{life}s", "--lifetime-stagger", "60s"],
        "local_directory": "/tmp",  # noqa: S108 - of the node; nothing of value stays there
        "log_directory": None,
    }
    found["project" if content.scheduler in {"lsf", "sge"} else "account"] = content.account
    if content.scheduler == "sge":
        # Its slots and its limit of memory, which counts by slot, are for the site to name.
        names = " ".join(content.directives)
        if content.cores > 1 and "-pe " not in names:
            found["job_extra_directives"].append(f"-pe smp {content.cores}")
        if "h_vmem" not in names:
            each = parse_bytes(found["memory"]) // content.cores >> 20
            found["resource_spec"] = f"h_vmem={each}M"
    if content.scheduler == "lsf":
        # Else it asks the site's programs, which fail on a machine that is no submit host.
        found |= {"lsf_units": "mb", "use_stdin": True}
    return found


def _seconds(walltime: str) -> int:
    hours, minutes, seconds = map(int, walltime.split(":"))
    return 3600 * hours + 60 * minutes + seconds


def _without_seconds(walltime: str) -> str:
    return re.sub(r":[0-9]{2}$", "", walltime)


_WALLTIME: dict[str, Callable[[str], str]] = {"lsf": _without_seconds}
