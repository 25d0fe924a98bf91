"""A worker that was told of the same folders takes designs from them without a scan."""

import pickle
import subprocess
import sys

import pytest

from aesculus.design import parse_build

_READ = "import pickle, sys; print(pickle.loads(bytes.fromhex(sys.argv[1])).label)"


@pytest.mark.parametrize("label", ["COUNTER.UF1-PP0T+flat", "SIMON128.UF2", "COUNTER.SIMON128.UF4"])
def test_a_pickled_build_is_read_in_another_process(both: None, label: str) -> None:
    sent = pickle.dumps(parse_build(label)).hex()
    command = [sys.executable, "-c", _READ, sent]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (found.stdout.strip(), found.stderr) == (label, "")
