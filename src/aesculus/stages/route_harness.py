"""The serial harness in which a core is routed.

A core's ports are wider than any package, and a design without I/O would lose its clock buffer. In
the harness every input bit of the core is a stage of one long shift register, and every output bit
is captured in a register and folded into a second one, so that nothing is optimised away and every
path to and from the core starts and ends at a register. Four pins remain. A register more, a hop,
stands between two bits: each lies where the core wants it, and the way between is not the core's.
A harness without hops has a register less for each bit, for a core that all but fills its device.
"""

from typing import Any

from aesculus import verilog
from aesculus.netlists import netlist as nl

TOP = "harness"
"""Name of the harness module; its ports are `clk_i`, `rst_ni`, `shift_i` and `shift_o`."""

_DIRECT = ("clk_i", "rst_ni")


def harness(
    core: nl.Netlist,
    *,
    hops: bool = True,
    name: str = nl.TOP,
    keep: str = "",
    keep_core: str = "",
) -> str:
    """Return the SystemVerilog of a harness for a mapped core.

    Input bits that no cell of the core reads are tied to 0 and cost nothing.

    Args:
        core: the mapped core (Yosys JSON).
        hops: whether a register stands between two bits.
        name: the core's module.
        keep: attributes of the harness' registers, each line with its end.
        keep_core: so of the core's instance.

    Raises:
        ForeignCodeError: a port cannot be written into Verilog as it is.
    """
    read = _read_bits(core)
    stages = 0
    inputs: list[str] = []
    outputs: list[str] = []
    connections = [f".{each}({each}_q)" for each in _DIRECT if each == "rst_ni"]
    ports = _ports(core)
    for each, port in ports.items():
        if each in _DIRECT:
            continue
        bits = port["bits"]
        if port["direction"] == "output":
            outputs.append(each)
            inputs_or_outputs = f"  logic [{len(bits) - 1}:0] {each};"
            connections.append(f".{each}")
            inputs.append(inputs_or_outputs)
            continue
        sources = []
        for bit in bits:
            if bit in read:
                sources.append(f"shift_q[{stages}]")
                stages += 1
            else:
                sources.append("1'b0")
        connections.append(f".{each}({{{', '.join(reversed(sources))}}})")
    total = sum(len(ports[each]["bits"]) for each in outputs)
    return (_HOPS if hops else _NO_HOPS).format(
        top=TOP,
        core=name,
        keep=keep,
        keep_core=keep_core,
        stages=max(stages, 1),
        outputs=total,
        declarations="\n".join(inputs),
        connections=",\n    ".join([".clk_i", *connections]),
        word=", ".join(outputs),
    )


def blackbox(core: nl.Netlist) -> str:
    """Return the core's port list as an empty module, for the synthesis of the harness alone.

    Raises:
        ForeignCodeError: a port cannot be written into Verilog as it is.
    """
    ports = _ports(core)
    body = ",\n".join(
        f"  {port['direction']} wire [{len(port['bits']) - 1}:0] {name}"
        for name, port in ports.items()
    )
    return f"(* blackbox *)\nmodule {nl.TOP} (\n{body}\n);\nendmodule\n"


def _ports(core: nl.Netlist) -> dict[str, Any]:
    """Return the ports of a core, which may have come from somebody else."""
    ports: dict[str, Any] = nl.top_module(core)["ports"]
    verilog.check_ports(ports)
    return ports


def _read_bits(core: nl.Netlist) -> set[int | str]:
    module = nl.top_module(core)
    read: set[int | str] = set()
    for cell in module["cells"].values():
        for port, bits in cell["connections"].items():
            if cell["port_directions"].get(port) != "output":
                read.update(bits)
    for port in module["ports"].values():
        if port["direction"] == "output":
            read.update(port["bits"])
    return read


_HEAD = """\
module {top} (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic shift_i,
  output logic shift_o
);
{declarations}
{keep}  logic rst_ni_q;
"""

_TAIL = """\
  end

{keep_core}  {core} u_core (
    {connections}
  );
endmodule
"""

_HOPS = (
    _HEAD
    + """\
{keep}  logic [{stages}-1:0] shift_q, shift_hop_q;
{keep}  logic [{outputs}-1:0] capture_q, fold_q, fold_hop_q;

  always_ff @(posedge clk_i) begin
    rst_ni_q    <= rst_ni;
    shift_hop_q <= {stages}'({{shift_q, shift_i}});
    shift_q     <= shift_hop_q;
    capture_q   <= {{{word}}};
    fold_q      <= {outputs}'({{fold_hop_q, 1'b0}}) ^ capture_q;
    fold_hop_q  <= fold_q;
    shift_o     <= fold_hop_q[{outputs}-1];
"""
    + _TAIL
)

_NO_HOPS = (
    _HEAD
    + """\
{keep}  logic [{stages}-1:0] shift_q;
{keep}  logic [{outputs}-1:0] capture_q, fold_q;

  always_ff @(posedge clk_i) begin
    rst_ni_q  <= rst_ni;
    shift_q   <= {stages}'({{shift_q, shift_i}});
    capture_q <= {{{word}}};
    fold_q    <= {outputs}'({{fold_q, 1'b0}}) ^ capture_q;
    shift_o   <= fold_q[{outputs}-1];
"""
    + _TAIL
)
