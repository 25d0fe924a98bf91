"""Switching activity of a mapped netlist: what is counted, and the Verilog that counts it.

A net counts with every change of its settled value from one clock edge to the next, times the cell
inputs that it drives (its fan-out), which stands for the load that it charges. The clock counts the
same way, two changes a cycle. Glitches within a cycle are not seen, nor what goes on inside a block
RAM.

The same is counted once more while no beat comes and the ports of data show noise: what a core then
switches is what its entry lets in.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from aesculus.families.cells import Cell
from aesculus.netlists import netlist as nl

TOP = "aesculus_activity"
"""The module around the netlist that drives it and ends the run."""

BLOCKS = 64
"""Beats over which activity is counted, from the one that leaves to the one so many later."""

WORKLOADS = 5
"""How often activity is counted, each time under other random words."""

PLUSARG = "workload"
"""Argument of the simulation that says which of the workloads it is, from 0."""

RESTED = 256
"""Cycles without a beat over which activity is counted, when all beats are long out."""

CLOCK = "clock"
PARTS: Mapping[str, tuple[str, ...]] = {
    "keys": ("u_keys", "u_key_store", "u_key", "round_keys"),
    "states": ("u_states", "u_state", "u_column", "u_byte"),
}
"""Part of a core to the instances by which the names of its nets tell it."""

OTHER = "control and ports"
_TAG = "ACTIVITY"
_SEED = 20040830
_WORD = 32


class ActivityError(ValueError):
    """There is no workload for a design, or the run did not count."""


@dataclass(frozen=True)
class Group:
    """Nets that count alike.

    Attributes:
        part: part of the core, a key of `PARTS` or `OTHER`.
        fanout: cell inputs that each of them drives.
        nets: their numbers in the netlist.
    """

    part: str
    fanout: int
    nets: tuple[int, ...]


def groups(netlist: nl.Netlist) -> list[Group]:
    """Return the nets of a netlist by part and fan-out, without the clock and what drives nothing.

    A net without a telling name is of the part of what it drives. Synthesis names nets after
    others, so parts are rougher than their sum: what a stored key is added to may count as the
    key's.
    """
    module = nl.top_module(netlist)
    clock = _clock(module)
    loads: Counter[int] = Counter()
    drives: defaultdict[int, set[int]] = defaultdict(set)
    for cell in module["cells"].values():
        ins, outs = _pins(cell)
        loads.update(ins)
        for bit in ins:
            drives[bit].update(outs)
    parts = _named(module)
    _spread(parts, drives)
    found: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for bit, fanout in loads.items():
        if bit != clock:
            found[parts.get(bit, OTHER), fanout].append(bit)
    return [Group(*key, tuple(sorted(nets))) for key, nets in sorted(found.items())]


def clock_load(netlist: nl.Netlist) -> int:
    """Return how many cell inputs the clock drives."""
    module = nl.top_module(netlist)
    clock = _clock(module)
    return sum(_pins(cell)[0].count(clock) for cell in module["cells"].values())


def _clock(module: Cell) -> int:
    return int(module["ports"]["clk_i"]["bits"][0])


def _pins(cell: Cell) -> tuple[list[int], list[int]]:
    """Return the nets at the inputs and at the outputs of a cell."""
    ins: list[int] = []
    outs: list[int] = []
    for port, bits in cell["connections"].items():
        side = outs if cell["port_directions"][port] == "output" else ins
        side += [bit for bit in bits if isinstance(bit, int)]
    return ins, outs


def _named(module: Cell) -> dict[int, str]:
    """Return the parts that the names of nets tell."""
    found: dict[int, str] = {}
    for name, net in module["netnames"].items():
        steps = name.replace("\\", ".").split(".")
        for part, marks in PARTS.items():
            if any(step.partition("[")[0] in marks for step in steps):
                for bit in net["bits"]:
                    if isinstance(bit, int):
                        found.setdefault(bit, part)
    return found


def _spread(parts: dict[int, str], drives: Mapping[int, set[int]]) -> None:
    """Give nets without a telling name the part of most of what they drive, from the back."""
    while True:
        told = {}
        for bit, driven in drives.items():
            if bit not in parts:
                votes = Counter(parts[other] for other in sorted(driven) if other in parts)
                if votes:
                    told[bit] = votes.most_common(1)[0][0]
        if not told:
            return
        parts |= told


def monitored(text: str, counted: list[Group]) -> str:
    """Return a netlist's Verilog with counters of the changes of groups of nets.

    Args:
        text: as `simnet.write_verilog` gives it.
        counted: as `groups` gives them.
    """
    head, end, rest = text.partition("\nendmodule\n")
    return head + "\n" + "\n".join(_counters(counted)) + end + rest


def _counters(counted: list[Group]) -> Iterator[str]:
    for index, group in enumerate(counted):
        width = len(group.nets)
        nets = ", ".join(f"n{net}" for net in group.nets)
        yield f"wire [{width - 1}:0] act{index} = {{{nets}}};"
        yield f"reg [{width - 1}:0] was{index};"
        yield f"always @(posedge clk_i) was{index} <= act{index};"
        for sum_, when in (("sum", "counting"), ("rest", "at_rest")):
            yield f"reg [63:0] {sum_}{index} = 0;"
            yield f"always @(posedge clk_i) if ({TOP}.{when})"
            yield f"  {sum_}{index} <= {sum_}{index} + $countones(act{index} ^ was{index});"
        yield f'final $display("{_TAG} %0d %0d %0d", {index}, sum{index}, rest{index});'


def workload(netlist: nl.Netlist) -> str:
    """Return the module that drives a netlist: a random block, and a random key, with each beat.

    The words are xorshift sequences from fixed seeds of each workload, the same for a port of every
    design, as far as it has these words.
    Beats are offered and taken in every cycle. Then none is offered any more, and the words change
    in every cycle.

    Raises:
        ActivityError: it has not the ports of a core.
    """
    ports = nl.top_module(netlist)["ports"]
    missing = {"clk_i", "rst_ni", "in_valid_i", "in_ready_o", "out_valid_o", "in_block_i"} - set(
        ports
    )
    if missing:
        raise ActivityError(f"no workload for a design without {', '.join(sorted(missing))}")
    lines = [
        f"module {TOP} (input wire clk_i, input wire rst_ni, output reg done_o);",
        "reg counting = 0, resting = 0;",
        "reg [31:0] left = 0, cycles = 0, rested = 0;",
        f"wire at_rest = rested >= {_DRAINED};",
        "reg keyed = 0;",
    ]
    connected = []
    taken = "resting || in_valid_i[0] && in_ready_o[0]"
    for name, port in ports.items():
        width = len(port["bits"])
        if name in {"clk_i", "rst_ni"}:
            connected.append(f".{name}({name})")
            continue
        connected.append(f".{name}({name})")
        if port["direction"] == "output":
            lines.append(f"wire [{width - 1}:0] {name};")
        elif name in _RANDOM:
            lines += _drawn(name, width, taken if name in _BEATS else "resting")
        else:
            lines.append(f"wire [{width - 1}:0] {name} = {_DRIVEN.get(name, '0')};")
    lines += [
        f"{nl.TOP} u_dut ({', '.join(connected)});",
        "always @(posedge clk_i) begin",
        "  if (key_ready_o[0] && key_valid_i[0]) keyed <= 1;"
        if "key_ready_o" in ports
        else "  keyed <= 1;",
        "  if (counting) cycles <= cycles + 1;",
        "  if (rst_ni && out_valid_o[0]) begin",
        "    left <= left + 1;",
        f"    if (left == {_WARM}) counting <= 1;",
        f"    if (left == {_WARM + BLOCKS}) begin counting <= 0; resting <= 1; end",
        "  end",
        "  if (resting) rested <= rested + 1;",
        f"  if (rested == {_DRAINED + RESTED - 1}) done_o <= 1;",
        "end",
        "initial done_o = 0;",
        f'final $display("{_TAG} cycles %0d", cycles);',
        "endmodule",
    ]
    return "\n".join(lines) + "\n"


_WARM = 16
"""Beats that leave before the count begins."""

_DRAINED = 1024
"""Cycles after which no beat is inside any more, whatever the core."""

_BEATS = ("in_block_i", "in_key_i", "in_tag_i")
_RANDOM = (*_BEATS, "key_i", "round_key_i")
_DRIVEN = {
    "in_valid_i": "rst_ni && !resting",
    "out_ready_i": "1'b1",
    "key_valid_i": "rst_ni && !keyed",
}


def _drawn(name: str, width: int, when: str) -> Iterator[str]:
    words = -(-width // _WORD)
    for word in (f"{name}_w{index}" for index in range(words)):
        yield f"reg [31:0] {word};"
        yield f"wire [31:0] {word}_a = {word} ^ ({word} << 13);"
        yield f"wire [31:0] {word}_b = {word}_a ^ ({word}_a >> 17);"
        yield f"always @(posedge clk_i) if ({when}) {word} <= {word}_b ^ ({word}_b << 5);"
    # In one block: which of several comes first is open in Verilog.
    yield f"integer {name}_workload;"
    yield "initial begin"
    yield f'  if (!$value$plusargs("{PLUSARG}=%d", {name}_workload)) {name}_workload = 0;'
    yield f"  case ({name}_workload)"
    for workload in range(WORKLOADS):
        yield f"    {workload}: begin"
        for index in range(words):
            yield f"      {name}_w{index} = 32'h{seed_of(name, index, workload):08x};"
        yield "    end"
    yield '    default: $fatal(1, "no such workload");'
    yield "  endcase"
    yield "end"
    joined = ", ".join(f"{name}_w{index}" for index in reversed(range(words)))
    yield f"wire [{words * _WORD - 1}:0] {name}_all = {{{joined}}};"
    yield f"wire [{width - 1}:0] {name} = {name}_all[{width - 1}:0];"


def seed_of(port: str, word: int, workload: int) -> int:
    """Return where the sequence of a word of a port begins in a workload.

    Each is drawn on its own. Words that differ between workloads by the same sequence would go on
    doing so, as the sequences are linear: what adds two of them up would see no difference. It is
    odd, as a sequence from zero would stay there.
    """
    drawn = random.Random(f"{_SEED}/{port}/{word}/{workload}")  # noqa: S311 - no secret
    return drawn.getrandbits(_WORD) | 1


def counted(log: str, found: list[Group], load: int, lanes: int) -> dict[str, Any]:
    """Return the figures that a run has counted.

    Args:
        log: what the simulation printed.
        found: the groups, in the order in which they were counted.
        load: as `clock_load` gives it.
        lanes: blocks in a beat.

    Returns:
        `switching_per_block` and, by part, `switching_by_part`: changes times fan-out, for a block.
        `switching_at_rest`: the same in a cycle without a beat, the clock left out.

    Raises:
        ActivityError: a count is missing.
    """
    told: dict[str, tuple[int, int]] = {}
    cycles = 0
    for line in log.splitlines():
        match line.split():
            case [tag, "cycles", count] if tag == _TAG:
                cycles = int(count)
            case [tag, index, at_work, at_rest] if tag == _TAG:
                told[index] = int(at_work), int(at_rest)
    if not cycles or any(str(index) not in told for index in range(len(found))):
        raise ActivityError("the run ended without its counts")
    blocks = BLOCKS * lanes
    sums: Counter[str] = Counter()
    rest = 0
    for place, group in enumerate(found):
        working, resting = told[str(place)]
        sums[group.part] += working * group.fanout
        rest += resting * group.fanout
    sums[CLOCK] = 2 * load * cycles
    parts = {part: round(total / blocks, 3) for part, total in sorted(sums.items())}
    return {
        "switching_per_block": round(sum(sums.values()) / blocks, 3),
        "switching_by_part": parts,
        "switching_blocks": blocks,
        "switching_cycles": cycles,
        "switching_at_rest": round(rest / RESTED, 3),
    }


def over_workloads(runs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what several workloads of a design gave together.

    Args:
        runs: what `counted` returned of each.

    Returns:
        The means of the figures, the sums of blocks and cycles, and `switching_workloads`: what
        each gave for a block.
    """
    each = [run["switching_per_block"] for run in runs]
    parts = runs[0]["switching_by_part"]
    return {
        "switching_per_block": round(fmean(each), 3),
        "switching_by_part": {
            part: round(fmean(run["switching_by_part"][part] for run in runs), 3) for part in parts
        },
        "switching_workloads": each,
        "switching_blocks": sum(run["switching_blocks"] for run in runs),
        "switching_cycles": sum(run["switching_cycles"] for run in runs),
        "switching_at_rest": round(fmean(run["switching_at_rest"] for run in runs), 3),
    }
