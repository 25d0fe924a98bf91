"""GHASH in hardware against its definition, in every number of lanes and shape of multiplier."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from aesculus import resources
from aesculus.products.modes.gcm import sources as gcm
from aesculus.products.modes.gcm.answers import ghash
from aesculus.tools import ToolError, run, verilator, yosys
from samples import sampled

_BLOCK = 16
Message = tuple[bytes, list[bytes], int, int]
"""Key, blocks, chances of a gap before a beat and of a hash that waits, in percent."""


def _files(folder: Path, module: str, values: str) -> list[Path]:
    top = folder / "aesculus_point.sv"
    ports = [
        "clk_i",
        "rst_ni",
        "wipe_i",
        "h_valid_i",
        "h_ready_o",
        "in_valid_i",
        "in_ready_o",
        "in_last_i",
        "out_valid_o",
        "out_ready_i",
    ]
    declared = [f"  {'output' if name.endswith('_o') else 'input'} logic {name}" for name in ports]
    top.write_text(
        f"module aesculus_point #(localparam int unsigned B = {_blocks(values)}) (\n"
        + ",\n".join(declared)
        + ",\n  input logic [127:0] h_i, input logic [B-1:0][127:0] in_blocks_i,"
        + "\n  input logic [3:0] in_count_i, output logic [127:0] out_hash_o);\n"
        + f"  {module} #({values}) u_ghash (.*, .in_count_i(in_count_i[$clog2(B+1)-1:0]));\n"
        + "endmodule\n",
        encoding="utf-8",
    )
    return [*_rtl(), top]


def _rtl() -> list[Path]:
    prim = resources.rtl_dir() / "prim"
    names = ("lut4", "cut", "fifo", "kept_reg")
    return [*(prim / f"aesculus_{name}.sv" for name in names), *gcm.ghash_files()]


def _blocks(values: str) -> int:
    return int(values.partition(".Blocks(")[2].partition(")")[0] or 1)


def _simulate(
    folder: Path, module: str, values: str, messages: Sequence[Message]
) -> list[tuple[int, bytes]]:
    width = _blocks(values)
    lines = []
    for key, blocks, gap, wait in messages:
        lines.append(f"M {key.hex()} {gap} {wait}")
        for at in range(0, len(blocks), width):
            group = blocks[at : at + width]
            word = b"".join(reversed([*group, *[bytes(_BLOCK)] * (width - len(group))]))
            lines.append(f"B {len(group)} {int(at + width >= len(blocks))} {word.hex()}")
    (folder / "list.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
    main = Path(__file__).with_name("ghash.cpp")
    files = _files(folder, module, values)
    program = verilator.build(
        files, top="aesculus_point", main=main, workdir=folder, jobs=1, optimise=False
    )
    command = [str(program.resolve()), "list.txt", "trace.txt", "1"]
    run(command, name="simulation", cwd=folder, log=folder / "sim.log", timeout_s=120)
    rows = (line.split() for line in (folder / "trace.txt").read_text("ascii").splitlines())
    return [(int(cycle), bytes.fromhex(text)) for cycle, text in rows]


def _messages(random: Random, count: int) -> list[Message]:
    found: list[Message] = []
    for number in range(count):
        length = random.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 17, 30])
        gap, wait = (0, 0) if number % 20 < 10 else (random.randrange(80), random.randrange(80))
        blocks = [random.randbytes(_BLOCK) for _ in range(length)]
        found.append((random.randbytes(_BLOCK), blocks, gap, wait))
    return found


_SHAPES = sampled(
    (
        ("aesculus_ghash", ".Levels(3), .Cuts(13'h041)"),
        ("aesculus_ghash", ".Levels(2), .Cuts(13'h1147)"),
        ("aesculus_ghash", ".Blocks(2), .Cuts(13'h040)"),
        ("aesculus_ghash", ".Blocks(3), .Levels(5), .Cuts(13'h041)"),
        ("aesculus_ghash", ".Blocks(4), .Levels(1), .Cuts(13'h041)"),
        ("aesculus_ghash_serial", ".Digit(1)"),
        ("aesculus_ghash_serial", ".Digit(8)"),
    ),
    {
        ("aesculus_ghash_serial", ".Digit(1)"),
        ("aesculus_ghash", ".Levels(2), .Cuts(13'h1147)"),
        ("aesculus_ghash", ".Blocks(2), .Cuts(13'h040)"),
        ("aesculus_ghash", ".Blocks(3), .Levels(5), .Cuts(13'h041)"),
        ("aesculus_ghash", ".Blocks(4), .Levels(1), .Cuts(13'h041)"),
    },
)


@pytest.mark.sim
@pytest.mark.parametrize(("module", "values"), _SHAPES)
def test_hashes_are_those_of_the_definition(module: str, values: str, tmp_path: Path) -> None:
    messages = _messages(Random(7), 200)
    found = _simulate(tmp_path, module, values, messages)
    assert [hash_ for _, hash_ in found] == [ghash(key, blocks) for key, blocks, _, _ in messages]


@pytest.mark.sim
@pytest.mark.parametrize(
    "values",
    sampled((".Cuts(13'h1144)", ".Blocks(2), .Cuts(13'h040)"), {".Blocks(2), .Cuts(13'h040)"}),
)
def test_hashes_that_leave_together_make_room_for_no_key_of_before(
    values: str, tmp_path: Path
) -> None:
    random = Random(11)
    messages: list[Message] = []
    for number in range(600):
        # Till one hash is taken all stand still, and keys of two messages are there.
        wait = 99 if number % 16 == 0 else 0
        blocks = [random.randbytes(_BLOCK) for _ in range(random.choice([1, 1, 1, 2, 3]))]
        messages.append((random.randbytes(_BLOCK), blocks, 0, wait))
    found = _simulate(tmp_path, "aesculus_ghash", values, messages)
    assert [hash_ for _, hash_ in found] == [ghash(key, blocks) for key, blocks, _, _ in messages]


@pytest.mark.synth
def test_a_register_at_a_level_that_is_not_there_is_refused(tmp_path: Path) -> None:
    sources = " ".join(map(str, _rtl()))
    script = [f"read_slang --top aesculus_ghash -G Levels=1 {sources}"]
    with pytest.raises(ToolError):
        yosys.run_script(script, workdir=tmp_path, timeout_s=240)
    said = "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("*.log"))
    assert "Cuts is 0144; legal with Levels 1: some of 10c3" in said


@pytest.mark.long
@pytest.mark.sim
def test_a_block_a_cycle_and_short_messages_without_a_bubble(tmp_path: Path) -> None:
    random = Random(3)
    short = [(random.randbytes(16), [random.randbytes(16) for _ in range(5)]) for _ in range(60)]
    long = [(random.randbytes(16), [random.randbytes(16) for _ in range(200)]) for _ in range(3)]
    messages = [(key, blocks, 0, 0) for key, blocks in [*short, *long]] + _messages(random, 200)
    found = _simulate(tmp_path, "aesculus_ghash", "", messages)
    cycles = [cycle for cycle, _ in found]
    # Five beats and one power of a new key.
    assert cycles[50] - cycles[10] == 6 * 40
    assert cycles[62] - cycles[61] <= 202
    assert [hash_ for _, hash_ in found] == [ghash(key, blocks) for key, blocks, _, _ in messages]
