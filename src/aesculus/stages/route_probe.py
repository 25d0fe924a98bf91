"""Whether a router does on a device what it always did: one register is placed and routed."""

from collections.abc import Mapping, Sequence

from aesculus.families import Device, Router, family
from aesculus.stages import route_harness as hn
from aesculus.tools import nextpnr, written, yosys
from aesculus.tools.probe import PROBE_S, scratch

# The ports are those of the harness, which a device's constraints name.
_REGISTER = f"""
module {hn.TOP} (input logic clk_i, rst_ni, shift_i, output logic shift_o);
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) shift_o <= 1'b0;
    else shift_o <= !shift_i;
endmodule
"""


def one_register(
    device: Device, router: Router, files: Mapping[str, str], args: Sequence[str]
) -> None:
    """Place and route one register on a device.

    A router may tell its version and have lost the database of one device.

    Args:
        device: where to place it.
        router: of the device.
        files: the router's constraint files, name to content.
        args: its arguments but the seed, as of a design in its harness.

    Raises:
        ToolError: Yosys or the router does not work.
    """
    with scratch() as folder:
        for name, content in {**files, "register.sv": _REGISTER}.items():
            (folder / name).write_text(content, encoding="utf-8")
        lines = [
            f"read_slang --threads 1 --top {hn.TOP} register.sv",
            *family(device.family).harness_script(device.synthesis.variant),
            "write_json joined.json",
        ]
        yosys.run_script(lines, workdir=folder, timeout_s=PROBE_S)
        done = nextpnr.run_alone(router.tool, [*args, "--seed", "1"], folder, PROBE_S)
        written(folder / "report.json", router.tool, log=done.log)
