"""The register of results: the edge that begins a clear loads nothing.

Its reset comes a net's delay after that edge, and what is without delays cannot see what is shown
in between. So the register itself is asked: with `clear_i` high its next content must not depend on
what stands at its input.
"""

from pathlib import Path

import pytest

from aesculus.resources import rtl_dir
from aesculus.studies.mutation.aiger import Aiger
from aesculus.studies.mutation.left import whole
from aesculus.tools import yosys
from two_copies import reached_by


def _depends(folder: Path, text: str, clear: int) -> bool:
    """Return whether the next content depends on the input while `clear_i` is as given."""
    (folder / "reg.sv").write_text(text, encoding="utf-8")
    yosys.run_script(
        [
            "read_slang --top aesculus_result_reg -GWidth=4 -GReach=2 reg.sv",
            *("proc", "flatten", "async2sync", "dffunmap", "simplemap", "techmap", "opt_expr"),
            *("aigmap", "opt_clean", "write_aiger -symbols model.aig"),
        ],
        workdir=folder,
        timeout_s=60,
    )
    graph = Aiger.read(folder / "model.aig").chosen("clear_i", clear).chosen("rst_ni", 1)
    return any(reached_by(whole(graph), {"d_i"}, folder))


@pytest.mark.synth
def test_the_edge_of_a_clear_loads_nothing(tmp_path: Path) -> None:
    text = (rtl_dir() / "prim/aesculus_result_reg.sv").read_text(encoding="utf-8")
    assert not _depends(tmp_path, text, clear=1)
    assert _depends(tmp_path, text, clear=0)
    wrong = text.replace("load_i[p] && !clear_i", "load_i[p]")
    assert wrong != text
    assert _depends(tmp_path, wrong, clear=1)
