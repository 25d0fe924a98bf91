"""The model of a block RAM against the memory that was mapped to it, in simulation."""

from pathlib import Path

import pytest

from aesculus import families
from aesculus.families import devices, family
from aesculus.tools import ToolError, run, verilator, yosys
from samples import first

_FAMILIES = Path(families.__file__).parent
MODEL = _FAMILIES / "ecp5" / "models" / "dp16kd.v"
_GOWIN = _FAMILIES / "gowin" / "models"

MEMORY = """
module memory #(parameter WIDE = 36, parameter DEEP = 9) (
  input clk, input we, input re, input [DEEP-1:0] wa, input [DEEP-1:0] ra,
  input [WIDE-1:0] d, output reg [WIDE-1:0] q
);
  (* ram_style = "block", no_rw_check *) reg [WIDE-1:0] mem [0:2**DEEP-1];
  integer i;
  initial for (i = 0; i < 2**DEEP; i = i + 1) mem[i] = 64'h9e3779b97f4a7c15 * (i + 1);
  always @(posedge clk) begin
    if (we) mem[wa] <= d;
    if (re) q <= mem[ra];
  end
endmodule
"""

BOTH = """
module both (
  input clk, input we, input re, input [{top}:0] wa, ra, input [{high}:0] d,
  output [{high}:0] meant, mapped
);
  memory #(.WIDE({wide}), .DEEP({deep})) u_meant (.q(meant), .*);
  mapped_memory u_mapped (.q(mapped), .*);
endmodule
"""

TIES = """
module GND(output G); assign G = 0; endmodule
module VCC(output V); assign V = 1; endmodule
"""

MAIN = """
#include <cstdint>
#include <random>
#include "Vboth.h"
int main() {
  VerilatedContext context;
  Vboth top{&context};
  std::mt19937_64 draw(1);
  bool known = false;
  for (int cycle = 0; cycle < 20000; ++cycle) {
    const uint64_t bits = draw();
    top.we = bits & 1;
    top.re = (bits >> 1) & 1;
    top.wa = (bits >> 2) & 0x1ff;
    top.ra = (bits >> 11) & 0x1ff;
    // What is read while it is written is not settled.
    if (top.wa == top.ra) top.we = 0;
    top.d = draw() & ((uint64_t{1} << WIDE) - 1);
    top.clk = 0;
    top.eval();
    known = known || top.re;
    top.clk = 1;
    top.eval();
    if (known && top.meant != top.mapped) return 1;
  }
  return 0;
}
"""


@pytest.mark.sim
@pytest.mark.parametrize("wide", first(1, [36, 18, 9]))
def test_a_mapped_memory_does_what_was_meant(tmp_path: Path, wide: int) -> None:
    deep = {36: 9, 18: 10, 9: 11}[wide]
    one_of_it = f"select -assert-count 1 t:DP16KD r:DATA_WIDTH_B={wide} %i"
    _compare("LFE5U-25F-8", [MODEL], one_of_it, tmp_path, wide=wide, deep=deep)


@pytest.mark.sim
@pytest.mark.parametrize(
    ("wide", "cell"), first(2, [(18, "DPX9B"), (36, "SDPX9B"), (16, "DPX9B"), (9, "DPX9B")])
)
def test_a_mapped_memory_of_gowin_does_too(tmp_path: Path, wide: int, cell: str) -> None:
    deep, word = {36: (9, 36), 9: (11, 9)}.get(wide, (10, 18))
    one_of_it = f"select -assert-count 1 t:{cell} r:BIT_WIDTH_0={word} %i"
    models = [_GOWIN / f"{cell.lower()}.v", _GOWIN / "nines.v"]
    _compare("GW2A-18", models, one_of_it, tmp_path, wide=wide, deep=deep)


def _compare(
    device: str, models: list[Path], check: str, tmp_path: Path, *, wide: int, deep: int
) -> None:
    chosen = devices.load(device)
    script = family(chosen.family).script(chosen.synthesis.variant, False, ())
    (tmp_path / "memory.v").write_text(MEMORY, encoding="utf-8")
    text = BOTH.format(top=deep - 1, high=wide - 1, wide=wide, deep=deep)
    (tmp_path / "both.sv").write_text(text, encoding="utf-8")
    (tmp_path / "main.cpp").write_text(MAIN, encoding="utf-8")
    yosys.run_script(
        [
            "read_verilog -sv memory.v",
            f"chparam -set WIDE {wide} -set DEEP {deep} memory",
            "hierarchy -top memory",
            "rename -top aesculus_point",
            *script,
            check,
            "rename -top mapped_memory",
            "write_verilog -noattr mapped.v",
        ],
        workdir=tmp_path,
        timeout_s=120,
    )
    (tmp_path / "ties.v").write_text(TIES, encoding="utf-8")
    sources = [tmp_path / name for name in ("both.sv", "memory.v", "mapped.v", "ties.v")]
    program = verilator.build(
        [*sources, *models],
        top="both",
        main=tmp_path / "main.cpp",
        workdir=tmp_path / "build",
        cflags=[f"-DWIDE={wide}"],
    )
    run([str(program)], name="simulation", cwd=tmp_path, log=tmp_path / "log", timeout_s=60)


@pytest.mark.sim
def test_a_width_that_is_not_modelled_stops_the_simulation(tmp_path: Path) -> None:
    (tmp_path / "both.sv").write_text(
        "module both(input clk); DP16KD #(.DATA_WIDTH_A(4)) u_ram (.CLKA(clk)); endmodule\n",
        encoding="utf-8",
    )
    main = '#include "Vboth.h"\nint main() { VerilatedContext c; Vboth top{&c}; top.eval(); }\n'
    (tmp_path / "main.cpp").write_text(main, encoding="utf-8")
    program = verilator.build(
        [tmp_path / "both.sv", MODEL],
        top="both",
        main=tmp_path / "main.cpp",
        workdir=tmp_path / "build",
    )
    with pytest.raises(ToolError) as caught:
        run([str(program)], name="simulation", cwd=tmp_path, log=tmp_path / "log", timeout_s=60)
    assert "width 4" in caught.value.log
