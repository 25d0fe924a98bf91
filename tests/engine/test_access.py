"""Nobody but who was given the certificates reaches a scheduler, and nothing waits in silence."""

import os
import socket
import ssl
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import distributed
import psutil
import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine import access
from aesculus.engine import pool as pool_module
from aesculus.engine.access import AccessError
from aesculus.engine.chaos import worker_processes
from aesculus.engine.cluster import SCHEDULERS, ClusterError, ClusterFile, end, load, start
from aesculus.engine.engine import Engine
from aesculus.engine.errors import Trouble
from aesculus.engine.plan import Want
from aesculus.engine.pool import Pool
from aesculus.records import Stage, Status
from aesculus.store import Store
from engine.fakes import good

SUBMIT = {"slurm": "sbatch", "pbs": "qsub", "lsf": "bsub", "sge": "qsub"}


def listening(process: psutil.Process) -> set[str]:
    """Return the addresses on which a process and its children wait for connections."""
    found = set()
    for each in [process, *process.children(recursive=True)]:
        found |= {
            str(connection.laddr.ip)
            for connection in each.net_connections("inet")
            if connection.status == psutil.CONN_LISTEN
        }
    return found


@contextmanager
def plain(address: str) -> Iterator[socket.socket]:
    host, _, port = address.partition("://")[2].rpartition(":")
    with socket.create_connection((host, int(port)), timeout=5) as found:
        yield found


@pytest.fixture
def variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Certificates as files, named by the variables."""
    made = access.temporary()
    own = made.get_tls_config_for_role("client")
    for kind, variable in (("ca_file", "CA"), ("cert", "CERT"), ("key", "KEY")):
        path = tmp_path / f"{kind}.pem"
        path.write_text(own[kind])
        monkeypatch.setenv(f"AESCULUS_TLS_{variable}", str(path))
    return made


@pytest.mark.parametrize(
    ("address", "insecure", "said"),
    [
        ("tcp://10.1.2.3:8786", False, "--insecure"),
        ("tcp://head.example:8786", False, "--insecure"),
        ("tcp://head.example:8786", True, ""),
        ("tcp://127.0.0.1:8786", False, ""),
        ("tcp://[::1]:8786", False, ""),
        ("tcp://localhost:8786", False, ""),
        ("tcp://localhost.example:8786", False, "--insecure"),
        ("ucx://10.1.2.3:8786", True, "tls://host:8786"),
        ("tls://head", False, "tls://host:8786"),
        ("tls://head:99999999", False, "tls://host:8786"),
        ("http://[::1", False, "tls://host:8786"),
        ("tcp://[::1:8786", False, "tls://host:8786"),
        ("tcp://[::1]:x", False, "tls://host:8786"),
        ("tls://head:8786", False, "not set: AESCULUS_TLS_CA, AESCULUS_TLS_CERT"),
    ],
)
def test_addresses(
    address: str, insecure: bool, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in access.FILES.values():
        monkeypatch.delenv(variable, raising=False)
    if not said:
        access.check(address, insecure=insecure)
        return
    with pytest.raises(AccessError) as caught:
        Pool(slots=1, scheduler=address, insecure=insecure)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_each_variable_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in access.FILES.values():
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(AccessError) as caught:
        access.check("tls://head:8786")
    assert [str(caught.value).count(name) for name in access.FILES.values()] == [1, 1, 1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--scheduler", "http://[::1"], "give its address, such as tls://host:8786"),
        (["--cluster", "slurm:ib9"], "no network interface 'ib9'; legal: "),
        (["--cluster", "/dev/zero"], "cluster '/dev/zero': a cluster file's name ends in .toml"),
        (["--cluster", "nowhere"], "no cluster 'nowhere'; legal: slurm"),
    ],
)
def test_what_cannot_be_reached_is_bad_input(words: list[str], said: str, tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "s.db")]
    found = CliRunner().invoke(app, ["explore", "-p", "UF1-PP2T", *words, *store])
    assert found.exit_code == 2, found.output
    assert said in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_why_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_CONNECT_S", 1)
    with Pool(slots=1, scheduler="tcp://127.0.0.1:1") as pool, pytest.raises(Trouble) as caught:
        pool.start()
    assert str(caught.value) == (
        "no Dask scheduler answers at tcp://127.0.0.1:1: Connection refused; is it up?"
    )


@pytest.mark.usefixtures("variables")
def test_why_no_encrypted_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_CONNECT_S", 1)
    with Pool(slots=1, scheduler="tls://127.0.0.1:1") as pool, pytest.raises(Trouble) as caught:
        pool.start()
    assert str(caught.value).endswith(
        "Connection refused; is it up, and does it know these certificates?"
    )


@pytest.mark.usefixtures("variables")
def test_certificates_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access.check("tls://head:8786")
    (tmp_path / "none.pem").write_text("no certificate")
    for variable in access.FILES.values():
        with monkeypatch.context() as change:
            change.setenv(variable, str(tmp_path / "none.pem"))
            with pytest.raises(AccessError, match="no certificate and key"):
                access.check("tls://head:8786")
            change.setenv(variable, str(tmp_path))
            with pytest.raises(AccessError, match="no such file"):
                access.check("tls://head:8786")


def test_the_embedded_pool_is_not_reached_from_outside() -> None:
    before = listening(psutil.Process())
    with Pool(slots=1) as pool:
        assert pool.slots == 1
        pool._start()
        assert listening(psutil.Process()) - before <= {"127.0.0.1"}
        for node in (pool._cluster.scheduler, *pool._cluster.workers.values()):
            # Its web server has no page, whatever is installed.
            port = node.http_server.port
            for page in ("status", "health", "info/main/workers.html", "metrics"):
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/{page}", timeout=10)


def test_workers_of_this_machine_know_only_who_has_the_certificates() -> None:
    """Without a certificate, with another one, in plain words, and from another address."""
    package: Any = distributed
    before = listening(psutil.Process())
    with worker_processes(1) as cluster:
        assert listening(psutil.Process()) - before <= {"127.0.0.1"}
        address = cluster.scheduler_address
        assert address.startswith("tls://127.0.0.1:")
        port = address.rpartition(":")[2]
        # From another address of this machine: nobody listens there.
        for host in ("127.0.0.2", *(h for h in [_other_address()] if h)):
            with pytest.raises(ConnectionRefusedError), plain(f"tls://{host}:{port}"):
                pass
        bare = ssl.create_default_context()
        bare.check_hostname, bare.verify_mode = False, ssl.CERT_NONE
        assert _answer_without_certificate(address, bare) == b""
        plainly = f"tcp://127.0.0.1:{port}"
        for to, certificates in ((plainly, None), (address, access.temporary())):
            with pytest.raises((OSError, ValueError)):
                package.Client(to, timeout=2, set_as_default=False, security=certificates)
        with package.Client(cluster, set_as_default=False) as client:
            assert client.submit(os.getpid).result(timeout=60) != os.getpid()


def _answer_without_certificate(address: str, context: ssl.SSLContext) -> bytes:
    with plain(address) as wire:
        try:
            with context.wrap_socket(wire) as stranger:
                stranger.settimeout(10)
                stranger.sendall(b"\0" * 64)
                return stranger.recv(1024)
        except (ssl.SSLError, ConnectionError):
            return b""


def _other_address() -> str:
    """Return an address of this machine that is not loopback, if it has one."""
    for addresses in psutil.net_if_addrs().values():
        for each in addresses:
            if each.family == socket.AF_INET and not access.is_loopback(each.address):
                return str(each.address)
    return ""


@pytest.mark.sim
def test_a_scheduler_with_given_certificates_works(variables: Any, tmp_path: Path) -> None:
    package: Any = distributed
    with (
        package.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=True,
            security=variables,
            protocol="tls://",
            dashboard_address=None,
        ) as cluster,
        Store.open(tmp_path / "s.db") as store,
        Pool(
            slots=1,
            scheduler=cluster.scheduler_address,
            stages={Stage.VERIFY: lambda task, _folder: good(task)},
        ) as pool,
    ):
        done = Engine(store, pool).run([Want(parse_build("UF1-PP2T"), Stage.VERIFY)])
        assert (done.ran, done.failed) == (1, 0)


def test_a_scheduler_without_workers_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package: Any = distributed
    monkeypatch.setenv("AESCULUS_WORKERS_S", "1")
    with (
        package.LocalCluster(
            n_workers=0, processes=True, protocol="tcp://", dashboard_address=None
        ) as cluster,
        Store.open(tmp_path / "s.db") as store,
        Pool(slots=1, scheduler=cluster.scheduler_address) as pool,
    ):
        begun = time.monotonic()
        with pytest.raises(Trouble, match="no worker of the scheduler tcp://127") as caught:
            Engine(store, pool).run([Want(parse_build("UF1-PP2T"), Stage.VERIFY)])
        assert time.monotonic() - begun < 20
        assert "dask worker" in str(caught.value)


@pytest.mark.parametrize("system", SCHEDULERS)
def test_no_batch_system_is_one_line(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with Pool(slots=1, batch_system=load(system)) as pool, pytest.raises(Trouble) as caught:
        assert pool.slots
    assert f"no {SUBMIT[system]} on PATH" in str(caught.value)
    assert "\n" not in str(caught.value)


def _program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> ClusterFile:
    """Put a stand-in for sbatch on PATH; return a file that asks for one worker."""
    for name, body in (("sbatch", text), ("scancel", "exit 0")):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")
    changes = {"cores": 1, "workers": 1, "memory": "1GB", "shared": str(tmp_path / "shared")}
    return load("slurm").model_copy(update=changes)


def test_a_job_that_is_refused_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = _program(
        tmp_path, monkeypatch, "echo 'error: invalid partition specified: long' >&2; exit 1"
    )
    with (
        Pool(slots=1, batch_system=content) as pool,
        pytest.raises(Trouble, match="sbatch refused the job: error: invalid partition") as caught,
    ):
        assert pool.slots
    assert "\n" not in str(caught.value)


def test_jobs_that_never_start_are_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = _program(tmp_path, monkeypatch, "echo 'Submitted batch job 7'")
    monkeypatch.setenv("AESCULUS_WORKERS_S", "1")
    with (
        Store.open(tmp_path / "s.db") as store,
        Pool(slots=1, batch_system=content) as pool,
        pytest.raises(Trouble, match="no worker of slurm for 1 s") as caught,
    ):
        Engine(store, pool).run([Want(parse_build("UF1-PP2T"), Stage.VERIFY)])
    assert "no interface is named" in str(caught.value)
    with Store.open(tmp_path / "s.db") as store:
        assert store.records(status=Status.FAILED) == []


def test_a_batch_system_meets_on_loopback_or_the_named_interface(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = _program(
        tmp_path, monkeypatch, f'cp "$1" {tmp_path}/job; echo "Submitted batch job 7"'
    )
    before = listening(psutil.Process())
    cluster = start(content)
    try:
        assert cluster.scheduler_address.startswith("tls://127.0.0.1:")
        assert listening(psutil.Process()) - before <= {"127.0.0.1"}
        script = (tmp_path / "job").read_text()
        assert "--protocol tls://" in script
        assert "--host 127.0.0.1" in script
        assert "--no-dashboard" in script
        keys = [word for word in script.split() if word.endswith("key.pem")]
        assert len(keys) == 1
        assert Path(keys[0]).stat().st_mode & 0o077 == 0
        assert (tmp_path / "shared").stat().st_mode & 0o077 == 0
    finally:
        end(cluster)
    assert not Path(keys[0]).exists(), "keys end with the run"
    with pytest.raises(ClusterError, match=r"no network interface 'ib99'; legal: .*lo"):
        start(content.model_copy(update={"interface": "ib99"}))
    assert load("slurm:ib99").interface == "ib99"
    named = start(content.model_copy(update={"interface": "lo"}))
    try:
        assert "--interface lo" in (tmp_path / "job").read_text()
    finally:
        end(named)


_WITNESS = """
import socket, sys
connect = socket.socket.connect

def refused(self, address):
    where = address[0] if isinstance(address, tuple) else "local"
    if where not in ("127.0.0.1", "::1", "local"):
        sys.stderr.write(f"connects to {where}")
        raise SystemExit(9)
    return connect(self, address)

socket.socket.connect = refused
socket.socket.connect_ex = refused
socket.getaddrinfo = lambda host, *rest, **more: refused(None, (host,))
from aesculus.cli import main
main()
"""


@pytest.mark.parametrize(
    "words",
    [
        "doctor",
        "show --reference --device LFE5U-85F-8",
        "pick --known --device LFE5U-85F-8 --throughput 1Gbps --min lut",
        "explore -p UF1-PP0N -d ICE40HX8K --seeds 1 --budget 1s",
        "report",
        "devices",
    ],
)
def test_no_command_asks_anybody_for_anything(words: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITNESS, *words.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "connects to" not in done.stderr
    assert done.returncode in {0, 1, 2}, done.stderr


def test_who_asks_somebody_is_found(tmp_path: Path) -> None:
    code = _WITNESS.replace("main()\n", "socket.create_connection(('192.0.2.1', 80), 1)\n")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (9, "connects to 192.0.2.1")
