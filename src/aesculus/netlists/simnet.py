"""Writing a mapped netlist as Verilog for simulation.

Tables become expressions and flip-flops become a few clocked blocks, which Verilator builds and
runs far faster than one instance a cell. All other cells stay instances; their models come from
the family's folder or else from the libraries that Yosys brings, and are appended, so that the
text is complete in itself.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path

from aesculus import verilog
from aesculus.families import Family
from aesculus.families.cells import Bit, Cell, Register, Table
from aesculus.families.registry import folder
from aesculus.netlists import netlist as nl

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\(\*\s*\w.*?\*\)", re.DOTALL)
_BARE = re.compile(
    r"module\b[^;]*;\s*"
    r"(((input|output|inout|parameter|localparam)\b[^;]*|(wire|reg)\b[^;=]*);\s*)*"
    r"endmodule"
)
"""A module that does nothing: a head, and what names its pins and parameters."""

_CONSTANTS = {"0": 0, "1": 1, "x": 0, "z": 0}


class ModelError(LookupError):
    """A cell whose behaviour nothing tells."""


def own_models(family: str) -> list[Path]:
    """Return the files of a family's own cell models, sorted."""
    return sorted((folder(family) / "models").glob("*.v"))


def write_verilog(netlist: nl.Netlist, family: Family) -> str:
    """Return the netlist's top module and the models it needs as Verilog.

    Args:
        netlist: a flat mapped design (Yosys JSON).
        family: the family whose cells it is made of.

    Raises:
        ModelError: if there is no model of a cell.
    """
    module = nl.top_module(netlist)
    tables: list[Table] = []
    registers: list[Register] = []
    instances: list[tuple[str, Cell]] = []
    for name, cell in module["cells"].items():
        parts = family.describe(cell)
        if parts is None:
            instances.append((name, cell))
            continue
        tables += [part for part in parts if isinstance(part, Table)]
        registers += [part for part in parts if isinstance(part, Register)]
    lines = [
        f"module {nl.TOP} (",
        ",\n".join(_ports(module["ports"])),
        ");",
        *_declarations(module, registers),
        *_inputs(module["ports"]),
        *(f"assign {_bit(part.output)} = {_expression(part)};" for part in tables),
        *_clocked(registers),
    ]
    for index, (_, cell) in enumerate(instances):
        lines += _instance(index, cell)
    lines += [*_outputs(module["ports"]), "endmodule"]
    lines += _models(family, {cell["type"] for _, cell in instances})
    return "\n".join(lines) + "\n"


def same_verilog(netlist: nl.Netlist, family: Family, text: str) -> str:
    """Return `write_verilog` of a netlist, which must be a text that a synthesis wrote of it.

    Args:
        netlist: what is routed.
        family: as for `write_verilog`.
        text: what its verification is named by.

    Raises:
        ForeignCodeError: it is another, or `verilog.check_netlist` refuses the netlist.
        ModelError: there is no model of a cell.
    """
    verilog.check_netlist(netlist, nl.TOP)
    try:
        made = write_verilog(netlist, family)
    except ModelError:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        reason = "refused, as netlist.json has a cell with other pins or parameters than its kind"
        raise verilog.ForeignCodeError(reason) from error
    if made != text:
        raise verilog.ForeignCodeError(
            "refused, as netlist.v is not what netlist.json says: what is routed would be another "
            "netlist than the one that is simulated"
        )
    return made


def _bit(bit: Bit) -> str:
    return f"n{bit}" if isinstance(bit, int) else f"1'b{_CONSTANTS[bit]}"


def _bus(bits: Iterable[Bit]) -> str:
    return "{" + ", ".join(_bit(bit) for bit in reversed(list(bits))) + "}"


def _ports(ports: dict[str, Cell]) -> Iterator[str]:
    for name, port in ports.items():
        yield f"  {port['direction']} wire [{len(port['bits']) - 1}:0] {name}"


def _declarations(module: Cell, registers: Iterable[Register]) -> Iterator[str]:
    initial = {register.output: register.initial for register in registers}
    nets: set[int] = set()
    for port in module["ports"].values():
        nets.update(bit for bit in port["bits"] if isinstance(bit, int))
    for cell in module["cells"].values():
        for bits in cell["connections"].values():
            nets.update(bit for bit in bits if isinstance(bit, int))
    for net in sorted(nets):
        if net in initial:
            yield f"reg n{net} = 1'b{initial[net]};"
        else:
            yield f"wire n{net};"


def _inputs(ports: dict[str, Cell]) -> Iterator[str]:
    for name, port in ports.items():
        if port["direction"] == "input":
            for index, bit in enumerate(port["bits"]):
                yield f"assign {_bit(bit)} = {name}[{index}];"


def _outputs(ports: dict[str, Cell]) -> Iterator[str]:
    for name, port in ports.items():
        if port["direction"] == "output":
            yield f"assign {name} = {_bus(port['bits'])};"


def _expression(part: Table) -> str:
    inputs, init = _reduced(part)
    names = [_bit(bit) for bit in inputs]
    size = 1 << len(inputs)
    parity = sum(1 << i for i in range(size) if i.bit_count() & 1)
    if not inputs:
        return f"1'b{init}"
    if init == parity:
        return " ^ ".join(names)
    if init == parity ^ ((1 << size) - 1):
        return "~(" + " ^ ".join(names) + ")"
    # A shifted constant: as quick as the gates it stands for, and much quicker to compile.
    index = names[0] if len(names) == 1 else "{" + ", ".join(reversed(names)) + "}"
    return f"{size}'h{init:x} >> {index}"


def _reduced(part: Table) -> tuple[list[Bit], int]:
    """Return the inputs that matter and the table over them."""
    constants = tuple(_CONSTANTS[bit] if isinstance(bit, str) else None for bit in part.inputs)
    places, init = _over_what_matters(part.init, constants)
    return [part.inputs[place] for place in places], init


# A netlist has tens of thousands of tables, of a few hundred kinds.
@cache
def _over_what_matters(init: int, constants: tuple[int | None, ...]) -> tuple[tuple[int, ...], int]:
    """Return the places of the inputs that matter, and the table over them.

    Args:
        init: the table.
        constants: of each input 0 or 1; None if it is a net.
    """
    places, position = list(range(len(constants))), 0
    while position < len(places):
        low, high = _cofactors(init, position, len(places))
        constant = constants[places[position]]
        if constant is not None:
            init = high if constant else low
        elif low == high:
            init = low
        else:
            position += 1
            continue
        del places[position]
    return tuple(places), init & ((1 << (1 << len(places))) - 1)


def _cofactors(init: int, position: int, count: int) -> tuple[int, int]:
    low = high = 0
    for index in range(1 << (count - 1)):
        spread = (index >> position << (position + 1)) | (index & ((1 << position) - 1))
        low |= (init >> spread & 1) << index
        high |= (init >> (spread | 1 << position) & 1) << index
    return low, high


def _clocked(registers: Iterable[Register]) -> Iterator[str]:
    groups: dict[tuple[object, ...], list[Register]] = defaultdict(list)
    for register in registers:
        key = (
            *(register.clock, register.falling, register.enable, register.enable_low),
            *(register.reset, register.reset_low, register.asynchronous, register.enable_first),
        )
        groups[key].append(register)
    for group in groups.values():
        yield from _block(group)


def _block(group: list[Register]) -> Iterator[str]:
    first = group[0]
    reset = first.reset
    events = [f"{'negedge' if first.falling else 'posedge'} {_bit(first.clock)}"]
    if reset is not None and first.asynchronous:
        events.append(f"{'negedge' if first.reset_low else 'posedge'} {_bit(reset)}")
    enable = _level(first.enable, first.enable_low)
    reset_condition = _level(reset, first.reset_low)
    if first.enable_first and enable and reset_condition and not first.asynchronous:
        reset_condition = f"{enable} && {reset_condition}"
    yield f"always @({' or '.join(events)}) begin"
    if reset_condition:
        yield f"  if ({reset_condition}) begin"
        yield from (f"    {_bit(part.output)} <= 1'b{part.value};" for part in group)
        yield f"  end else {f'if ({enable}) ' if enable else ''}begin"
    else:
        yield f"  {f'if ({enable}) ' if enable else ''}begin"
    yield from (f"    {_bit(part.output)} <= {_bit(part.data)};" for part in group)
    yield "  end"
    yield "end"


def _level(bit: Bit | None, low: bool) -> str:
    if bit is None:
        return ""
    return f"{'!' if low else ''}{_bit(bit)}"


def _instance(index: int, cell: Cell) -> Iterator[str]:
    directions = cell["port_directions"]
    yield f"{cell['type']} #("
    yield ",\n".join(f"  .{k}({_parameter(v)})" for k, v in cell["parameters"].items())
    yield f") c{index} ("
    used = {
        port: bits
        for port, bits in cell["connections"].items()
        if directions.get(port) != "output" or any(isinstance(bit, int) for bit in bits)
    }
    yield ",\n".join(f"  .{port}({_bus(bits)})" for port, bits in used.items())
    yield ");"


def _parameter(value: str) -> str:
    if re.fullmatch(r"[01xz]+", value):
        return f"{len(value)}'b{value.replace('x', '0').replace('z', '0')}"
    return '"' + value.rstrip() + '"'


def _models(family: Family, types: set[str]) -> list[str]:
    if not types:
        return []
    models = _Library(family)
    needed, done = sorted(types), set[str]()
    texts: list[str] = []
    while needed:
        name = needed.pop()
        if name in done:
            continue
        done.add(name)
        text = models.find(name)
        texts.append(text)
        needed += [other for other in models.names() if re.search(rf"\b{other}\b\s*[#\w]", text)]
    return [*models.preambles, *reversed(texts)]


class _Library:
    """The cell models of one family: ours first, then those of Yosys."""

    def __init__(self, family: Family) -> None:
        self._family = family.name
        self.preambles: list[str] = []
        self._text: dict[str, str] = {}
        own = own_models(family.name)
        share = Path(str(resources.files("pyosys"))) / "share"
        for path in [*own, *(share / name for name in family.library)]:
            self._read(path.read_text(encoding="utf-8"))

    def _read(self, text: str) -> None:
        text = re.sub(r"\bspecify\b.*?\bendspecify\b", "", text, flags=re.DOTALL)
        head = re.split(r"^(?:\(\*.*\*\)\s*)?module\b", text, maxsplit=1, flags=re.MULTILINE)[0]
        macros = [line for line in head.splitlines() if line.startswith("`")]
        self.preambles += [line for line in macros if not line.startswith("`timescale")]
        for found in re.finditer(r"^module\s+(\w+).*?^endmodule", text, re.MULTILINE | re.DOTALL):
            # A library also lists cells of which it says nothing but the pins.
            if not _BARE.fullmatch(_COMMENT.sub("", found[0])):
                self._text.setdefault(found[1], found[0])

    def names(self) -> list[str]:
        return list(self._text)

    def find(self, name: str) -> str:
        if name not in self._text:
            where = f"families/{self._family}/models"
            raise ModelError(f"no simulation model of the cell {name}: add one in {where}")
        return self._text[name]
