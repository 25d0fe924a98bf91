"""Workers as jobs of a batch system: Slurm, PBS, LSF or SGE, by way of dask-jobqueue."""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from aesculus.engine import access
from aesculus.engine.errors import Trouble
from aesculus.inputs import InputFileError, brief, first_of, is_there, parse_toml, read_text, shown

_CLASSES = {"slurm": "SLURM", "pbs": "PBS", "lsf": "LSF", "sge": "SGE"}
SCHEDULERS = tuple(_CLASSES)
"""The batch systems whose cluster file comes along."""

MOST_WORKERS = 10_000
"""Jobs that are submitted at most; ten times what the engine was tried with."""

MOST_CORES = 4096
"""Cores of a job at most: more than any node has."""

_SUBMIT = {"slurm": "sbatch", "pbs": "qsub", "lsf": "bsub", "sge": "qsub"}

VERSION = 1
_SUFFIX = ".toml"
_MARGIN_S = 300
_LEAST_S = 600
_SUBMIT_S = 60

# They stand in the job script as they are. What may hold any text there, and so runs, is named in
# SECURITY.md.
_Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9_/][A-Za-z0-9_.,:@+/-]{0,199}$")]
_Path = Annotated[str, Field(pattern=r"^[~/.\w][\w.,:@+=%~/-]*$")]


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
        interface: network interface of this machine and the nodes on which they meet; without it
            only workers on this machine can.
        shared: folder that this machine and the nodes see, for the certificates of the run.
        directives: further lines for the batch system.
        prologue: shell lines ahead of the worker.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1]
    scheduler: Literal["slurm", "pbs", "lsf", "sge"]
    cores: Annotated[int, Field(ge=1, le=MOST_CORES)] = 4
    memory: Annotated[str, Field(pattern=r"^[1-9][0-9]* ?[KMGT]i?B$")] = "16GB"
    walltime: Annotated[str, Field(pattern=r"^[0-9]{1,3}:[0-5][0-9]:[0-5][0-9]$")] = "04:00:00"
    workers: Annotated[int, Field(ge=1, le=MOST_WORKERS)] = 4
    queue: _Word | None = None
    account: _Word | None = None
    python: str | None = None
    interface: _Word | None = None
    shared: _Path = "~/.cache/aesculus"
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
        source: name of a batch system, with `:` and a network interface behind it if need be, or
            path of a TOML file.

    Raises:
        ClusterError: there is none, or it is wrong.
    """
    name, _, network = source.partition(":")
    if name in SCHEDULERS:
        text = files(__package__).joinpath("clusters", name + _SUFFIX).read_text("utf-8")
        if network:
            return _read(source, text, interface=network)
    elif not source.lower().endswith(_SUFFIX):
        raise ClusterError(_no_cluster(source))
    else:
        try:
            text = read_text(Path(source))
        except InputFileError as error:
            raise ClusterError(f"{brief(source)}: {error}") from None
    return _read(source, text)


def _no_cluster(source: str) -> str:
    if is_there(Path(source)):
        return f"cluster {shown(source)}: a cluster file's name ends in {_SUFFIX}"
    systems = ", ".join(SCHEDULERS)
    return f"no cluster {shown(source)}; legal: {systems}, or the path of a file named *{_SUFFIX}"


def _read(source: str, text: str, **more: str) -> ClusterFile:
    try:
        return ClusterFile.model_validate({**parse_toml(text), **more})
    except InputFileError as error:
        raise ClusterError(f"{brief(source)}: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where, message = first_of(error)
        if first["type"] == "extra_forbidden":
            legal = ", ".join(ClusterFile.model_fields)
            raise ClusterError(f"{source}: {where}: no such key; legal: {legal}") from None
        given = "" if first["type"] == "missing" else f"{shown(first['input'])}: "
        raise ClusterError(f"{source}: {where}: {given}{message}") from None


def submitter(content: ClusterFile) -> str:
    """Return the program by which jobs are submitted.

    Raises:
        Trouble: it is not here.
    """
    program = _SUBMIT[content.scheduler]
    if shutil.which(program) is None:
        raise Trouble(
            f"no {program} on PATH: --cluster {content.scheduler} works where jobs can be "
            "submitted; run it there, or leave --cluster out to use this machine"
        )
    return program


def start(content: ClusterFile) -> Any:
    """Submit the jobs and return the cluster, to be closed by the caller.

    Jobs that end, by their walltime or by an accident, are submitted again until it is closed. All
    parts speak TLS with certificates that are made here and end with this process.

    Raises:
        Trouble: there is no such batch system here, or it refuses the jobs.
        ClusterError: the interface or the shared folder cannot be used.
    """
    program = submitter(content)
    try:
        host = access.interface(content.interface)
    except access.AccessError as error:
        raise ClusterError(str(error)) from None
    shared = Path(content.shared).expanduser()
    try:
        shared.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Removed with the cluster, or at the latest with this process.
        certificates = tempfile.TemporaryDirectory(prefix="run-", dir=shared)
    except OSError as error:
        raise ClusterError(f"shared: {content.shared}: {error.strerror}") from None
    # It loads dask.
    import dask  # noqa: PLC0415
    import dask_jobqueue  # noqa: PLC0415

    dask.config.set(access.QUIET)
    kind = getattr(dask_jobqueue, f"{_CLASSES[content.scheduler]}Cluster")
    cluster = kind(
        **_settings(content),
        security=access.temporary_files(Path(certificates.name)),
        protocol="tls://",
        scheduler_options={
            "host": host,
            "dashboard": False,
            "dashboard_address": f"{access.LOOPBACK}:0",
        },
    )
    cluster.certificates = certificates
    try:
        _submit(cluster, content, program)
    except BaseException:
        # A job that was refused, or waits for an answer, would make the closing trip.
        for name, job in list(cluster.workers.items()):
            if job.status.name == "created":
                del cluster.workers[name]
        for job in list(cluster._created):
            if job.status.name == "created":
                cluster._created.discard(job)
        with suppress(AssertionError):
            end(cluster)
        raise
    return cluster


def end(cluster: Any) -> None:
    """Close a cluster that `start` gave, and remove its certificates."""
    try:
        cluster.close(timeout=5)
    finally:
        cluster.certificates.cleanup()


def _submit(cluster: Any, content: ClusterFile, program: str) -> None:
    """Submit all jobs now, so that a refusal is seen, and keep them alive from then on."""
    try:
        # What `scale` does, but the error comes here and not into a log of its event loop.
        for _ in range(content.workers):
            cluster.worker_spec.update(cluster.new_worker_spec())
        cluster.sync(cluster._correct_state, callback_timeout=_SUBMIT_S)
    except TimeoutError:
        raise Trouble(
            f"{program} gave no answer in {_SUBMIT_S} s: is the batch system up?"
        ) from None
    except ValueError as error:
        raise Trouble(f"{program} answered without the number of a job") from error
    except (OSError, RuntimeError) as error:
        said = [line.strip() for line in str(error).splitlines() if line.strip()]
        raise Trouble(f"{program} refused the job: {said[-1] if said else 'no reason'}") from error
    # The engine gives out as many tasks as there are slots: a cluster that grew with its tasks
    # alone would never grow.
    cluster.adapt(minimum_jobs=content.workers, maximum_jobs=content.workers)


def job_script(content: ClusterFile, scheduler: str = "tls://scheduler:8786") -> str:
    """Return the script that is submitted for one worker.

    Args:
        content: how to ask.
        scheduler: address of the Dask scheduler.
    """
    import dask_jobqueue  # noqa: PLC0415

    kind = getattr(dask_jobqueue, f"{_CLASSES[content.scheduler]}Cluster").job_cls
    job = kind(scheduler=scheduler, name="worker", protocol="tls://", **_settings(content))
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
        "worker_extra_args": [
            *("--lifetime", f"{life}s", "--lifetime-stagger", "60s"),
            *("--no-dashboard", "--dashboard-address", f"{access.LOOPBACK}:0"),
            *(() if content.interface else ("--host", access.LOOPBACK)),
        ],
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
