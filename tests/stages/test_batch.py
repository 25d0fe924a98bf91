"""Parts of the core mapped many in a run."""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.fields.lut_package import sbox
from aesculus.ciphers.aes.fields.lut_sbox import Way
from aesculus.families import devices
from aesculus.stages.synth_batch import lut_counts
from aesculus.tools import ToolError

_ANDS = """module {name} (input logic [%d:0] a_i, output logic y_o);
  assign y_o = &a_i;
endmodule
"""
_SBOX = """module {name} (input logic [7:0] data_i, output logic [7:0] data_o);
  import aesculus_pkg::*;
  aesculus_sbox_tower #(.Basis(%d)) u_sbox (
    .clk_i(1'b0), .en_i(1'b1), .inv_i(1'b0), .data_i, .data_o
  );
endmodule
"""


@pytest.mark.synth
def test_each_module_is_counted_by_itself(tmp_path: Path) -> None:
    modules = [_ANDS % 3, _ANDS % 6, _SBOX % 0x208, _SBOX % 0x208, _ANDS % 3]
    found = lut_counts(modules, devices.load("LFE5U-85F-8"), workdir=tmp_path / "a folder")
    assert (found[0], found[1], found[4]) == (1, 2, 1)
    assert found[2] == found[3] > 50


@pytest.mark.synth
def test_a_module_that_is_wrong_is_a_tools_failure(tmp_path: Path) -> None:
    with pytest.raises(ToolError):
        lut_counts(["module {name} (;"], devices.load("LFE5U-85F-8"), workdir=tmp_path)


_TABLES = """module {name} (input logic inv, input logic [7:0] d, output logic [7:0] q);
  aesculus_sub_bytes #(
    .Kind(aesculus_pkg::SboxLut), .Direction(aesculus_pkg::%s), .Bytes(1)
  ) u_sub (.clk_i(1'b0), .en_i(1'b0), .inv_i(inv), .data_i(d), .data_o(q));
endmodule
"""


@pytest.mark.synth
@pytest.mark.long
def test_each_table_of_an_sbox_is_one_cell(tmp_path: Path) -> None:
    """Mapped as one network these take more: the mapper takes them apart."""
    modules = [_TABLES % way for way in ("DirEncrypt", "DirDecrypt", "DirBoth")]
    found = lut_counts(modules, devices.load("LFE5U-85F-8"), workdir=tmp_path)
    assert found == [len(sbox(way).tables) for way in Way]
