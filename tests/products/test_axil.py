"""Registers on AXI4-Lite: their generated files, and bus models that others wrote."""

import shutil
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from aesculus.benches.bench import TOP
from aesculus.benches.simulate import VERILATOR_ARGS
from aesculus.design import IllegalDesignError, LabelError, parse
from aesculus.products.common.registers import around
from aesculus.tools import run, verilator
from products.bus_models import passed
from products.faults import assert_found
from products.recorded import verify_rtl
from rtl_sources import with_mistake
from samples import first

_PLAIN = "CTR.AXIL32.UF1-PP0P-W8"

_MUTANTS = [
    ("if (hand_over) begin", "if (from_regs.DATA_IN[0].word.wr_swacc) begin"),
    ("assign clear = clear_i ||", "assign clear ="),
]


@pytest.mark.parametrize("text", [_PLAIN, "CBC.AXIL32.AES256-UF1-PP0T"])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)
    assert parse(text).digest != parse(text.replace("AXIL32.", "")).digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CTR.AXIL64.UF1-PP0T", "AXIL has no width of 64 bits; legal: 32"),
        ("CTR-S2.AXIL32.UF1-PP0T", "AXIL is around no mode with 2 streams; legal: 1"),
        ("CTR.AXIL32.RF2-UF1-PP0T", "AXIL is around no core with 2 lanes; legal: 1"),
        ("CTR.AXIL32.AES128D-UF1-PP0T", "CTR is around no core with direction decrypt"),
    ],
)
def test_what_cannot_be_built_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


def test_a_bus_needs_a_mode() -> None:
    with pytest.raises(LabelError, match="AXIL is around a mode, which UF1-PP0T is not"):
        parse("AXIL32.UF1-PP0T")


def test_generated_files_are_those_of_the_register_description(tmp_path: Path) -> None:
    # Its generators are tools of development alone.
    registers = pytest.importorskip("products.registers", exc_type=ModuleNotFoundError)
    made = registers.generate(tmp_path)
    there = {*registers.GENERATED.iterdir(), registers.PAGE}
    assert set(made) == there
    stale = [path.name for path, text in made.items() if path.read_text("utf-8") != text]
    assert not stale, "python -m products.registers, in tests/, makes them anew"


@pytest.mark.sim
def test_registers_are_right(tmp_path: Path) -> None:
    found = verify_rtl(parse(_PLAIN), workdir=tmp_path)
    assert found.reason == ""
    # The core alone gives a block every 200 cycles, too.
    assert (found.metrics["blocks_per_cycle"], found.metrics["latency_cycles"]) == ("1/200", 235)


@pytest.mark.long
@pytest.mark.sim
@pytest.mark.parametrize(("right", "wrong"), first(1, _MUTANTS))
def test_a_fault_in_the_registers_is_found(
    right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_found(
        parse(_PLAIN), right, wrong, tmp_path, monkeypatch,
        among=lambda path: path.name == "aesculus_registers.sv",
    )  # fmt: skip


@pytest.mark.sim
def test_bus_models_of_others_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert passed(_PLAIN, "register_accesses", tmp_path, monkeypatch) == (9, 0)


@pytest.mark.sim
@pytest.mark.parametrize(
    ("file", "right", "wrong", "fails"),
    first(
        3,
        [
            # An answer that nobody took yet is lost.
            (
                "aesculus_axil.sv",
                "aw_full_q && w_full_q && !b_valid_q",
                "aw_full_q && w_full_q",
                "messages",
            ),
            # A write goes through behind a clear.
            (
                "aesculus_axil.sv",
                "dropped_q  <= clear_i && w_full_d",
                "dropped_q  <= 1'b0",
                "a_clear_by_the_pin",
            ),
            # A result stays to be read behind a clear, or comes in the cycle of one.
            (
                "aesculus_axil.sv",
                "if (s_axil_rready_i || clear_i) r_data_q",
                "if (s_axil_rready_i) r_data_q",
                "a_clear_wipes_a_read_that_waits",
            ),
            (
                "aesculus_axil.sv",
                "r_data_q  <= clear_i ? '0 : rsp_data_i",
                "r_data_q  <= rsp_data_i",
                "a_clear_wipes_a_read_that_waits",
            ),
            # A key of which one word was written is one.
            (
                "aesculus_registers.sv",
                "assign keyed = &keyed_q;",
                "assign keyed = |keyed_q;",
                "no_message_without_a_key",
            ),
            (
                "aesculus_registers.sv",
                "start && hdr_free && keyed",
                "start && hdr_free",
                "no_message_without_a_key",
            ),
            (
                "aesculus_registers.sv",
                "keyed_q <= keyed_q | key_write",
                "keyed_q <= '1 | key_write",
                "no_message_without_a_key",
            ),
        ],
    ),
)
def test_bus_models_of_others_find_what_the_bench_does_not(
    file: str,
    right: str,
    wrong: str,
    fails: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    sources = with_mistake(
        parse(_PLAIN).sources(), tmp_path, right, wrong, among=lambda path: path.name == file
    )
    with pytest.raises(SystemExit):
        passed(_PLAIN, "register_accesses", tmp_path, monkeypatch, sources=sources)
    told = capfd.readouterr()
    assert f"register_accesses.{fails} failed" in told.out + told.err


_C = Path(around.__file__).with_name("c")
_INCLUDED = (_C, _C.with_name("generated"))


def test_the_driver_needs_no_library(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no C compiler")
    strict = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffreestanding"]
    run(
        [
            *(compiler, *strict, "-c", str(_C / "aesculus.c"), "-o", str(tmp_path / "driver.o")),
            *(f"-I{folder}" for folder in _INCLUDED),
        ],
        name="compiler",
        cwd=tmp_path,
        log=tmp_path / "compiler.log",
        timeout_s=60,
    )


@pytest.mark.sim
def test_the_driver_works_with_the_core(tmp_path: Path) -> None:
    design = parse(_PLAIN)
    top = tmp_path / f"{TOP}.sv"
    top.write_text(design.top(TOP), encoding="utf-8")
    executable = verilator.build(
        [*design.sources(), top],
        top=TOP,
        main=Path(__file__).with_name("axil_driver.cpp"),
        workdir=tmp_path,
        cflags=["-DAESCULUS_HOSTED", *(f"-I{folder}" for folder in _INCLUDED)],
        verilator_args=VERILATOR_ARGS,
        optimise=False,
    )
    # SP 800-38A, F.5.1, without the last three bytes; what it gives is the library's answer.
    key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    counter = bytes.fromhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
    plain = bytes.fromhex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45")
    coded = _counted(key, counter, plain)
    assert coded[:16] == bytes.fromhex("874d6191b620e3261bef6864990db6ce")
    arguments = [key.hex(), counter.hex(), plain.hex(), "0"]
    found = run(
        [str(executable.resolve()), *arguments],
        name="driver",
        cwd=tmp_path,
        log=tmp_path / "driver.log",
        timeout_s=60,
    )
    assert found.log.splitlines() == [
        *("open 0", "core CTR 16", "cleared 0", "short key -2", "load 0"),
        *("crypt 0", f"text {coded.hex()}", "again 0", f"text {coded.hex()}"),
        *(
            *("short IV -4 0x10", "errors 0", "crypt 0", f"text {coded.hex()}"),
            *("again 0", f"text {coded.hex()}"),
        )
        * 3,
        "nothing 0",
        *("zeroise 0", "no key -5", f"text {plain.hex()}"),
        *("stale -6", f"text {plain.hex()}", "zeroise 0", "crypt 0", f"text {coded.hex()}"),
        *("cut -4", "errors 0x200"),
        *("other mode -7", f"text {plain.hex()}"),
    ]


def test_the_driver_writes_no_more_than_was_asked_for(tmp_path: Path) -> None:
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    main = Path(__file__).with_name("endless_device.cpp")
    words = [compiler, str(main), "-o", str(tmp_path / "device"), "-DAESCULUS_HOSTED"]
    words += [f"-I{folder}" for folder in _INCLUDED]
    run(words, name="compiler", cwd=tmp_path, log=tmp_path / "compiler.log", timeout_s=60)
    found = run(
        [str(tmp_path / "device")],
        name="driver",
        cwd=tmp_path,
        log=tmp_path / "driver.log",
        timeout_s=60,
    )
    assert found.log.splitlines() == [
        *("crypt 8 by 16: -4, beyond 0", "crypt 40 by 16: -4, beyond 0"),
        # It returns, too, where blocks of nothing would fill the buffer never.
        *("crypt 8 by 0: -4, beyond 0", "crypt 40 by 0: -4, beyond 0"),
    ]


def _counted(key: bytes, counter: bytes, data: bytes) -> bytes:
    context = Cipher(AES(key), CTR(counter)).encryptor()
    return context.update(data) + context.finalize()
