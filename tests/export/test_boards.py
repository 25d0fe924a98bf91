"""Boards: their files, which cores they take, the host's judgement, and the whole in simulation."""

import json
import re
from fractions import Fraction
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from aesculus.ciphers.aes.reference import cipher_block
from aesculus.cli.app import app
from aesculus.design import parse_build
from aesculus.errors import InputError, RunError
from aesculus.export.boards import model, port, simulated
from aesculus.export.boards.build import loader_command
from aesculus.export.boards.chips import ChipError, chip_of
from aesculus.export.boards.exercise import SHORT, Amount, Findings, exercise
from aesculus.export.boards.fit import drivable, speed
from aesculus.export.boards.host import Line, LineError, Link, successor, summed
from aesculus.export.boards.top import CORE, RESET, Clocking, line_files, system, top
from aesculus.families import devices
from aesculus.tools import packer
from export.boards_fake import FakeBoard

_TICKS = count()


def _tried(line: Line, label: str, amount: Amount = SHORT) -> Findings:
    return exercise(
        Link(line),
        parse_build(label),
        latency_cycles=11,
        blocks_per_cycle=Fraction(1, 10),
        amount=amount,
        now=lambda: float(next(_TICKS)),
    )


# Files of boards


def test_the_boards_are_those_that_have_a_file() -> None:
    assert model.names() == ("icebreaker", "tangnano20k", "ulx3s")


@pytest.mark.parametrize("name", model.names())
def test_a_board_is_of_a_family_with_a_packer(name: str) -> None:
    board = model.load(name)
    device = devices.load(board.device)
    chip = chip_of(device.family)
    assert chip.packer.tool in packer.PROGRAMS
    assert chip.pll.tool in packer.PROGRAMS
    # The oscillator alone must do, whatever a PLL reaches.
    baud, clks = speed(board, board.oscillator_mhz, 50)
    assert abs(board.oscillator_mhz * 1e6 / clks - baud) < 0.015 * baud
    assert loader_command(board, Path("a.bit"))[0] == "openFPGALoader"


def test_a_board_keeps_its_device_but_for_the_package() -> None:
    board = model.load("tangnano20k")
    placed, device = board.placed_on(), devices.load(board.device)
    assert placed.router is not None
    assert "GW2AR-LV18QN88C8/I7" in placed.router.args
    assert placed.resources == device.resources


def test_what_is_no_serial_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoLineError(OSError):
        """What pyserial raises, which keeps the number in its text."""

    def none(*_: object, **__: object) -> None:
        raise NoLineError("Could not configure port: (25, 'Inappropriate ioctl for device')")

    serial = SimpleNamespace(Serial=none, SerialException=NoLineError)
    monkeypatch.setattr(port, "import_module", lambda _: serial)
    with (
        pytest.raises(RunError, match="cannot be opened: it is no serial line; legal is such"),
        port.opened("/dev/null", 9600),
    ):
        pass


def test_an_unknown_board_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match=r"unknown board 'arty'; legal: icebreaker, tang"):
        model.load("arty")


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('device = "LFE5U-85F-6"', 'device = "XC7V2000T"', "XC7V2000T"),
        ('tx_o = { site = "L4"', 'led_o = { site = "L4"', "led_o"),
        ("oscillator_mhz = 25", "oscillator_mhz = 0", "oscillator_mhz"),
        ("baud = [1000000, 115200]", "baud = []", "baud"),
    ],
)
def test_a_bad_board_file_is_told_by_its_field(
    tmp_path: Path, right: str, wrong: str, told: str
) -> None:
    text = (model.KNOWN / "ulx3s.toml").read_text(encoding="utf-8")
    assert right in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        model.read(path)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_family_without_a_packer_is_refused() -> None:
    with pytest.raises(ChipError, match="'xilinx'; legal: ecp5, gowin, ice40"):
        chip_of("xilinx")


@pytest.mark.parametrize("family", ["ecp5", "gowin", "ice40"])
def test_the_clock_of_a_pll_is_read_from_its_file(family: str) -> None:
    texts = {
        "ecp5": '(* FREQUENCY_PIN_CLKI="25" *)\n(* FREQUENCY_PIN_CLKOP="83.3333" *)\n',
        "gowin": " * Requested output frequency:   80.000 MHz\n"
        " * Achieved output frequency:    83.333 MHz\n",
        "ice40": " * Achieved output frequency:   83.333 MHz\n",
    }
    assert chip_of(family).pll.reached_mhz(texts[family]) == pytest.approx(83.3333, abs=1e-3)
    assert chip_of(family).pll.reached_mhz("module pll; endmodule") is None


# Which cores, and how fast


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("RF2-UF1-PP0T", "2 lanes"),
        ("UF1-PP0T-EXT", "round keys from outside"),
        ("AES128D-UF1-PP0T-LAST", "end of the key schedule"),
        ("GCM.UF1-PP0L", "no core alone"),
        ("CTR.AXIS64.UF1-PP0L", "no core alone"),
    ],
)
def test_what_the_line_cannot_drive_is_refused(tmp_path: Path, label: str, told: str) -> None:
    arguments = ["build", label, "--board", "ulx3s", "--out", str(tmp_path / "out")]
    result = CliRunner().invoke(app, [*arguments, "--store", str(tmp_path / "store.db")])
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "label", ["UF10-PP1T-CREDIT", "AES256ED-UF1-PP0T-STORED", "UF1-PP0T-FIXED", "UF1-PP1T-W8"]
)
def test_cores_are_driven(label: str) -> None:
    assert drivable(parse_build(label)).lanes == 1


def test_a_line_is_as_fast_as_clock_and_core_let_it() -> None:
    board = model.load("icebreaker")
    assert speed(board, 12.0, 11) == (1_000_000, 12)
    # A block outlasts two bytes: the command behind it would be lost.
    assert speed(board, 12.0, 500) == (115_200, 104)
    # 1 Mbit/s cannot be made of 2.5 MHz at all, 115,200 bit/s only too roughly.
    with pytest.raises(InputError, match="--mhz"):
        speed(board, 0.6, 11)


# The host


@pytest.mark.parametrize(
    "label", ["UF1-PP0T", "AES256ED-UF1-PP0T-STORED", "AES192D-UF1-PP0T", "UF1-PP0T-FIXED"]
)
def test_a_right_board_passes(label: str) -> None:
    found = _tried(FakeBoard(label), label)
    directions = len(drivable(parse_build(label)).direction.decrypts)
    assert found.known >= 8 * directions
    assert found.random == 8 * directions
    assert found.blocks_per_cycle == pytest.approx(0.1)
    assert found.core_gbps == pytest.approx(0.1 * 0.025 * 128)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("digest", "the board has the design"),
        ("block", "not"),
        ("order", "a run of 60 blocks"),
        ("sum", "a run of 60 blocks"),
        ("slow", "blocks a cycle"),
        ("late", "takes 12 cycles; in the simulation 11"),
        ("kept", "without a key"),
        ("silent", "wrong line, speed or bitstream"),
    ],
)
def test_a_wrong_board_is_found(fault: str, told: str) -> None:
    with pytest.raises(LineError, match=re.escape(told)):
        _tried(FakeBoard("UF1-PP0T", fault=fault), "UF1-PP0T")


def test_a_board_of_another_design_is_found() -> None:
    with pytest.raises(LineError, match="the board has the design"):
        _tried(FakeBoard("UF1-PP0T"), "UF2-PP0T")


def test_a_refused_command_is_told() -> None:
    with pytest.raises(LineError, match="refuses the command D"):
        Link(FakeBoard("UF1-PP0T-FIXED")).blocks(bytes(16), decrypt=True)


def test_a_line_that_never_falls_silent_is_told() -> None:
    class Talker:
        def write(self, data: bytes, /) -> None: ...

        def read(self, size: int, /) -> bytes:
            return bytes(size)

    with pytest.raises(LineError, match="sends more than 65,536 bytes unasked"):
        Link(Talker()).settle()


def test_a_run_has_no_more_blocks_than_its_count_can_say() -> None:
    with pytest.raises(ValueError, match="16777216 blocks; legal: 0"):
        Link(FakeBoard("UF1-PP0T")).run(1 << 24)


def test_successor_doubles_in_the_field_of_cmac() -> None:
    # SP 800-38B, examples D.1: L, K1 and K2 of AES-128.
    texts = (
        "7df76b0c1ab899b33e42f047b91b546f",
        "fbeed618357133667c85e08f7236a8de",
        "f7ddac306ae266ccf90bc11ee46d513b",
    )
    first, second, third = map(bytes.fromhex, texts)
    assert (successor(first), successor(second)) == (second, third)


def test_a_sum_depends_on_order() -> None:
    first, second = bytes([1] * 16), bytes([2] * 16)
    assert summed([first, second]) != summed([second, first])


# Programs and ports


def test_a_missing_loader_is_told_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    command = loader_command(model.load("ulx3s"), Path("my/core.bit"))
    with pytest.raises(RunError, match=r"openFPGALoader -b ulx3s my/core\.bit"):
        port.load(command)


def test_a_loader_is_given_the_board_and_its_failure_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "openFPGALoader"
    program.write_text(f"#!/bin/sh\necho $* > {tmp_path}/said\ntest $3 = good.bin\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    board = model.load("icebreaker")
    port.load(loader_command(board, Path("good.bin")))
    assert (tmp_path / "said").read_text() == "-b ice40_generic good.bin\n"
    with pytest.raises(RunError, match=r"exit code 1: openFPGALoader -b ice40_generic bad\.bin"):
        port.load(loader_command(board, Path("bad.bin")))


def test_a_missing_pyserial_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(port, "import_module", missing)
    with pytest.raises(RunError, match=r"\[board\]"), port.opened("/dev/null", 9600):
        pass


def test_a_port_that_is_none_is_told() -> None:
    pytest.importorskip("serial")
    said = "no-such-port cannot be opened: No such file or directory$"
    with pytest.raises(RunError, match=said), port.opened("no-such-port", 9600):
        pass


def _told(**changes: object) -> str:
    told = {"label": "UF1-PP0T", "board": "ulx3s", "baud": 115200, "latency_cycles": 11}
    return json.dumps({**told, "blocks_per_cycle": "1/10", **changes})


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"label": "UF1-PP0T"}',
        _told(baud=True),
        _told(baud=-1),
        _told(latency_cycles=0),
        _told(blocks_per_cycle="1e9999999999"),
        _told(blocks_per_cycle="1/0"),
        _told(blocks_per_cycle="0"),
        None,
    ],
)
def test_a_folder_of_another_kind_is_refused(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "board.json").write_text(content, encoding="utf-8")
    result = CliRunner().invoke(app, ["board", str(tmp_path), "/dev/null"])
    assert result.exit_code == 2
    assert "board.json" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("tool", packer.PROGRAMS)
def test_every_program_is_installed(tool: str) -> None:
    assert packer.command(tool, ["-h"])[-1] == "-h"


# The whole in simulation


def _built(label: str, board: str, clks_per_bit: int, workdir: Path) -> tuple[Path, Clocking]:
    point, chosen = parse_build(label), model.load(board)
    clocking = Clocking(25.0, 1_000_000, clks_per_bit, pll=True)
    workdir.mkdir()
    made = {
        "core.sv": point.design.top(CORE),
        "system.sv": system(point, clocking),
        "board.sv": top(point, chosen, clocking),
    }
    for name, text in made.items():
        (workdir / name).write_text(text, encoding="utf-8")
    sources = [*point.design.sources(), *line_files(), RESET, *(workdir / name for name in made)]
    return simulated.build(sources, chosen, clocking, workdir=workdir), clocking


@pytest.mark.sim
def test_the_host_talks_to_a_simulated_board(tmp_path: Path) -> None:
    """Everything between the pins but the PLL, with keys that are stored and both directions."""
    label = "AES128ED-UF1-PP0L-STORED"
    program, clocking = _built(label, "icebreaker", 16, tmp_path / "sim")
    with simulated.running(program, clocking) as line:
        link = Link(line)
        link.settle()
        # Nothing works without a key; one that was never ended is ended by zeros.
        assert link.refuses(b"E" + bytes(16))
        assert link.refuses(b"R\0\0\1")
        assert link.refuses(b"x")
        line.write(b"K" + bytes(5))
        link.settle()
        found = exercise(
            link,
            parse_build(label),
            latency_cycles=11,
            blocks_per_cycle=Fraction(1, 10),
            amount=SHORT,
            now=line.now,
        )
        assert found.about.clks_per_bit == 16
        assert found.known >= 16
        # 17 bytes of 10 bits in, 16 of them behind, with some cycles between.
        most = clocking.mhz * 1e6 / (17 * 10 * 16)
        assert 0.7 * most < found.line_blocks_per_s < most
        link.load_key(bytes(16))
        none = link.run(0)
        assert (none.total, none.cycles) == (bytes(16), 0)


def _answered(link: Link) -> bool:
    """Return whether blocks without a pause are right, far more than could wait anywhere."""
    link.settle()
    link.load_key(bytes(16))
    data = bytes(range(256)) * 2
    expected = [cipher_block(bytes(16), data[at : at + 16]) for at in range(0, len(data), 16)]
    return link.blocks(data) == b"".join(expected)


@pytest.mark.sim
def test_a_line_that_is_a_little_off_is_read_and_one_that_is_far_off_is_not(tmp_path: Path) -> None:
    program, clocking = _built("UF1-PP1T-W8", "ulx3s", 40, tmp_path / "sim")
    for clks, fine in ((39, True), (41, True), (36, False), (45, False)):
        off = Clocking(clocking.mhz, clocking.baud, clks, pll=True)
        with simulated.running(program, off) as line:
            if fine:
                assert _answered(Link(line))
            else:
                with pytest.raises(LineError):
                    _answered(Link(line))
