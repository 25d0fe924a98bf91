"""Trials of what listens: strangers, wrong certificates, batch systems that are none."""

import os
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from aesculus.design import parse_build
from aesculus.engine import access
from aesculus.engine.access import AccessError
from aesculus.engine.chaos import worker_processes
from aesculus.engine.cluster import SCHEDULERS, load, start
from aesculus.engine.cluster import end as end_cluster
from aesculus.engine.engine import Engine
from aesculus.engine.errors import Trouble
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.records import Stage
from aesculus.store import Store
from aesculus.studies.faults.trial import TRIALS, Outcome, Trial, call, refused, trial


def _listening() -> set[str]:
    here = psutil.Process()
    return {
        str(connection.laddr.ip)
        for process in (here, *here.children(recursive=True))
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }


@trial("network", "what a run on this machine listens on")
def _embedded(_folder: Path) -> Outcome:
    with Pool(slots=1) as pool:
        pool.start()
        found = _listening()
    return Outcome(
        found <= {access.LOOPBACK}, f"listens on {', '.join(sorted(found)) or 'nothing'}"
    )


def _raw(host: str, port: int) -> str:
    with socket.create_connection((host, port), timeout=10):
        return "connected"


def _without_certificate(host: str, port: int) -> str:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((host, port), timeout=10) as wire,
        context.wrap_socket(wire) as stranger,
    ):
        stranger.sendall(b"\0" * 64)
        answer = stranger.recv(64)
    if not answer:
        raise ConnectionError("closed without an answer")
    return f"answered {answer!r}"


def _client(security: Any, scheme: str) -> Callable[[str, int], str]:
    def connect(host: str, port: int) -> str:
        import distributed  # noqa: PLC0415

        package: Any = distributed
        address = f"{scheme}://{host}:{port}"
        own = security() if security else None
        with package.Client(address, timeout=3, set_as_default=False, security=own):
            return "connected"

    return connect


_STRANGERS: dict[str, tuple[str, Callable[[str, int], str]]] = {
    "from 127.0.0.2": ("127.0.0.2", _raw),
    "without a certificate": (access.LOOPBACK, _without_certificate),
    "with a certificate of another run": (access.LOOPBACK, _client(access.temporary, "tls")),
    "without encryption": (access.LOOPBACK, _client(None, "tcp")),
}


def _stranger(how: str) -> Trial:
    host, connect = _STRANGERS[how]

    def act(_folder: Path) -> Outcome:
        with worker_processes(1) as cluster:
            port = int(cluster.scheduler_address.rpartition(":")[2])
            try:
                return Outcome(False, connect(host, port))
            except (OSError, ValueError, TimeoutError) as error:
                return Outcome(True, f"refused: {type(error).__name__}: {error}")

    return Trial("network", f"a stranger {how} asks a scheduler of this program", act)


TRIALS.extend(map(_stranger, _STRANGERS))

_ADDRESSES = {
    "tcp://10.255.255.1:8786": "--insecure",
    "tls://10.255.255.1:8786": "AESCULUS_TLS_CA",
    "ucx://10.255.255.1:8786": "tls://host:8786",
    "tls://head": "tls://host:8786",
    "here": "tls://host:8786",
}


def _address(address: str) -> Trial:
    def act(folder: Path) -> Outcome:
        return refused(
            call(folder, "verify", "UF1-PP2T", "--scheduler", address), 2, _ADDRESSES[address]
        )

    return Trial("network", f"--scheduler {address}", act)


TRIALS.extend(map(_address, _ADDRESSES))


@trial("network", "--scheduler where nobody listens")
def _nobody(folder: Path) -> Outcome:
    with socket.socket() as taken:
        taken.bind((access.LOOPBACK, 0))
        port = taken.getsockname()[1]
    found = call(folder, "verify", "UF1-PP2T", "--scheduler", f"tcp://{access.LOOPBACK}:{port}")
    return refused(found, 1, "no Dask scheduler answers")


@trial("network", "a scheduler without workers")
def _alone(folder: Path) -> Outcome:
    import distributed  # noqa: PLC0415

    package: Any = distributed
    with package.LocalCluster(
        n_workers=0, processes=True, protocol="tcp://", dashboard_address=None
    ) as cluster:
        found = call(
            *(folder, "verify", "UF1-PP2T", "--scheduler", cluster.scheduler_address),
            AESCULUS_WORKERS_S="1",
        )
    return refused(found, 1, "no worker of the scheduler")


def _no_system(system: str) -> Trial:
    def act(folder: Path) -> Outcome:
        (folder / "empty").mkdir()
        words = ("explore", "--cluster", system, "--points", "UF1-PP2T", "--device", "XC2V4000")
        found = call(folder, *words, PATH=str(folder / "empty"))
        return refused(found, 1, "on PATH")

    return Trial("network", f"--cluster {system} where there is none", act)


TRIALS.extend(map(_no_system, SCHEDULERS))


def _sbatch(folder: Path, text: str) -> dict[str, str]:
    for name, body in (("sbatch", text), ("scancel", "exit 0")):
        path = folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
    own = {"HOME": str(folder), "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    return {**own, "AESCULUS_WORKERS_S": "2"}


_SBATCH = {
    "refuses the job": ("echo 'error: invalid partition' >&2; exit 1", "sbatch refused the job"),
    "takes jobs that never begin": ("echo 'Submitted batch job 7'", "no worker of slurm for 2 s"),
    "names no job": ("echo 'good morning'", "without the number of a job"),
}


def _batch(how: str) -> Trial:
    text, words = _SBATCH[how]

    def act(folder: Path) -> Outcome:
        args = ("explore", "--cluster", "slurm", "--points", "UF1-PP2T", "--device", "XC2V4000")
        return refused(call(folder, *args, **_sbatch(folder, text)), 1, words, told=True)

    return Trial("network", f"--cluster slurm with an sbatch that {how}", act)


TRIALS.extend(map(_batch, _SBATCH))


@trial("network", "what --cluster slurm listens on, and its certificates on disk")
def _meets(folder: Path) -> Outcome:
    before = os.environ["PATH"]
    os.environ["PATH"] = _sbatch(folder, "echo 'Submitted batch job 7'")["PATH"]
    try:
        cluster = start(load("slurm").model_copy(update={"shared": str(folder / "shared")}))
        try:
            found = _listening()
            keys = list((folder / "shared").rglob("*.pem"))
            private = all(key.stat().st_mode & 0o077 == 0 for key in keys)
        finally:
            end_cluster(cluster)
    finally:
        os.environ["PATH"] = before
    left = list((folder / "shared").rglob("*.pem"))
    good = found <= {access.LOOPBACK} and private and len(keys) == 3 and not left
    return Outcome(good, f"{', '.join(sorted(found))}; {len(keys)} private files, {len(left)} left")


@trial("network", "a pool on a plain scheduler elsewhere, past the command line")
def _past(folder: Path) -> Outcome:
    try:
        with (
            Store.open(folder / "s.db") as store,
            Pool(slots=1, scheduler="tcp://10.9.9.9:1") as pool,
        ):
            Engine(store, pool).run([Want(parse_build("UF1-PP2T"), Stage.VERIFY)])
    except (AccessError, Trouble) as error:
        return Outcome("--insecure" in str(error), str(error))
    return Outcome(False, "connected")
