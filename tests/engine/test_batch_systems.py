"""What batch systems are asked for: the scripts of the jobs, read as their schedulers read them."""

import json
import os
import re
import stat
import subprocess
from pathlib import Path

import pytest

from aesculus.engine import cluster, session
from aesculus.engine.cluster import SCHEDULERS, ClusterError, ClusterFile, job_script, load
from aesculus.engine.errors import Trouble
from aesculus.engine.pool import Pool
from aesculus.engine.session import Options

_DIRECTIVE = {"slurm": "#SBATCH", "pbs": "#PBS", "lsf": "#BSUB", "sge": "#$"}
_SUBMIT = {"slurm": "sbatch", "pbs": "qsub", "lsf": "bsub", "sge": "qsub"}


def _file(scheduler: str, **fields: object) -> ClusterFile:
    given: dict[str, object] = {
        "cores": 8,
        "memory": "32GB",
        "walltime": "02:30:00",
        "queue": "long",
        "account": "crypto",
        "python": "/opt/aesculus/bin/python",
        "directives": ("--hold-me=no",),
        "prologue": ("module load compilers",),
    }
    return load(scheduler).model_copy(update=given | fields)


def _directives(scheduler: str, script: str) -> list[str]:
    sign = _DIRECTIVE[scheduler]
    return [line.removeprefix(sign).strip() for line in script.splitlines() if sign in line]


@pytest.mark.parametrize(
    ("scheduler", "wanted"),
    [
        ("slurm", ["-p long", "-A crypto", "--cpus-per-task=8", "-t 02:30:00"]),
        ("pbs", ["-q long", "-A crypto", "-l walltime=02:30:00"]),
        ("lsf", ["-q long", '-P "crypto"', "-n 8", "-W 02:30"]),
        ("sge", ["-q long", "-P crypto", "-l h_rt=02:30:00", "-pe smp 8"]),
    ],
)
def test_script_asks_for_what_the_file_says(scheduler: str, wanted: list[str]) -> None:
    script = job_script(_file(scheduler), "tcp://head:8786")
    found = _directives(scheduler, script)
    assert set(wanted) <= set(found)
    assert any("--hold-me=no" in line for line in found)
    memory = " ".join(found)
    assert re.search(r"--mem=30G|mem=30GB|-M 32000|h_vmem=3814M", memory), memory
    lines = script.splitlines()
    start = next(n for n, line in enumerate(lines) if "dask_worker" in line)
    assert "module load compilers" in lines[:start]
    worker = lines[start]
    assert worker.startswith("/opt/aesculus/bin/python ")
    assert "tcp://head:8786" in worker
    assert "--nthreads 8" in worker
    # It leaves before the walltime ends, so that nothing is cut off.
    life = re.search(r"--lifetime ([0-9]+)s", worker)
    assert life is not None
    assert 0 < int(life[1]) <= 2.5 * 3600 - 120
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_the_files_that_come_along_need_nothing_more(scheduler: str) -> None:
    content = load(scheduler)
    assert content.scheduler == scheduler
    script = job_script(content)
    assert "None" not in script
    assert content.slots == content.cores * content.workers


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version = 1\n", "scheduler: "),
        ('version = 1\nscheduler = "htcondor"\n', "'htcondor': give one of 'slurm'"),
        ('version = 1\nscheduler = "pbs"\nnodes = 3\n', "nodes: no such key; legal: version"),
        ('version = 1\nscheduler = "pbs"\nwalltime = "00:05:00"\n', "at least 00:10:00"),
        ('version = 1\nscheduler = "pbs"\nmemory = "lots"\n', "memory: 'lots'"),
        ('version = 1\nscheduler = "pbs"\ncores = 0\n', "cores: 0"),
        ("version = ", "not TOML"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "cluster.toml"
    path.write_text(text)
    with pytest.raises(ClusterError) as caught:
        load(str(path))
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


_CODE = {"python", "directives", "prologue"}
"""What runs on the nodes, as SECURITY.md says; every other field is data."""


@pytest.mark.parametrize("name", sorted(set(ClusterFile.model_fields) - _CODE))
@pytest.mark.parametrize(
    "value", ["a\ntouch x", "a; touch x", "$(touch x)", "`touch x`", "a b", "-x", "a\n", 'a"', ""]
)
def test_no_other_field_puts_a_command_into_the_script(
    name: str, value: str, tmp_path: Path
) -> None:
    path = tmp_path / "cluster.toml"
    told = {"version": 1, "scheduler": "slurm"} | {name: value}
    path.write_text("".join(f"{key} = {json.dumps(each)}\n" for key, each in told.items()))
    with pytest.raises(ClusterError, match=f"{name}: ") as caught:
        load(str(path))
    assert str(caught.value).isprintable()
    assert re.search("give|legal|Input should be", str(caught.value))


def test_what_sites_name_so_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "cluster.toml"
    path.write_text(
        'version = 1\nscheduler = "sge"\nqueue = "all.q@@new-nodes"\naccount = "/physics/aes_1"\n'
        'interface = "ib0.8001"\nshared = "~/söhne/v1.2+x"\n'
    )
    assert "-q all.q@@new-nodes" in job_script(load(str(path)))


def test_an_interface_behind_a_name_is_data_too() -> None:
    assert load("slurm:ib0").interface == "ib0"
    with pytest.raises(ClusterError, match="interface: 'ib0; touch x'"):
        load("slurm:ib0; touch x")


def test_unknown_name_and_missing_file() -> None:
    with pytest.raises(ClusterError, match="legal: slurm, pbs, lsf, sge"):
        load("slrum")
    with pytest.raises(ClusterError, match="No such file"):
        load("nowhere.toml")


@pytest.mark.sim
@pytest.mark.parametrize("scheduler", ["slurm", "sge"])
def test_jobs_are_submitted_and_work(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a submit command that runs the script at once, in the stead of a batch system."""
    submit = tmp_path / "bin" / _SUBMIT[scheduler]
    submit.parent.mkdir()
    said = {"slurm": "Submitted batch job $!", "sge": "Your job $! has been submitted"}[scheduler]
    # The script is gone once it is submitted: a batch system keeps a copy, and so does this one.
    keep = f'job=$(mktemp "{tmp_path}/jobXXXXXX")\ncp "$1" "$job"\n'
    submit.write_text(f'#!/bin/sh\n{keep}sh "$job" >/dev/null 2>&1 </dev/null &\necho "{said}"\n')
    cancel = tmp_path / "bin" / {"slurm": "scancel", "sge": "qdel"}[scheduler]
    cancel.write_text('#!/bin/sh\nkill "$1"\n')
    for path in (submit, cancel):
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{submit.parent}{os.pathsep}{os.environ['PATH']}")
    content = load(scheduler).model_copy(update={"cores": 1, "workers": 2, "memory": "2GB"})
    with session._pool(Options(cluster=content)) as pool:
        assert isinstance(pool, Pool)
        assert pool.expected_slots == 2
        pool._client.wait_for_workers(2, timeout=60)
        assert len(set(pool._client.run(os.getpid).values())) == 2
        assert os.getpid() not in pool._client.run(os.getpid).values()


@pytest.mark.sim
def test_a_batch_system_that_gives_no_answer_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit = tmp_path / "bin" / _SUBMIT["slurm"]
    submit.parent.mkdir()
    submit.write_text("#!/bin/sh\nexec sleep 20\n")
    submit.chmod(submit.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{submit.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(cluster, "_SUBMIT_S", 1)
    content = load("slurm").model_copy(update={"cores": 1, "workers": 1, "memory": "2GB"})
    with (
        session._pool(Options(cluster=content)) as pool,
        pytest.raises(Trouble, match="sbatch gave no answer in 1 s: is the batch system up"),
    ):
        pool.start()
