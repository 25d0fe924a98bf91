"""Key wrap around cores: labels, rules, simulation, and that faults are found."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives import keywrap

from aesculus.design import IllegalDesignError, LabelError, parse
from aesculus.products.common.messages import Fault, Kind, Message
from aesculus.products.modes.kw.answers import ICV1, WrapAnswers, padded, wrapped
from products.faults import assert_found
from products.published import take_every
from products.recorded import verify_rtl
from rtl_sources import with_mistake
from samples import first

_SAMPLE = {
    "KWP.AES192ED-UF1-PP0L": 2,
    # A core that encrypts alone unwraps what the inverse cipher wrapped; few semiblocks, and a bus.
    "KW-H1-INV.AXIS32.AES256-UF1-PP0L-CREDIT": 1,
}
"""Published files."""

_MUTANTS = [
    # Half of the integrity check, and of what KWP checks beside it.
    ("KW.AES128D-UF1-PP0L", "right = a_q == Icv1", "right = a_q[63:32] == Icv1[63:32]"),
    ("KWP.AES128D-UF1-PP0L", "~64'd0 << {lacks", "~64'd0 >> {lacks"),
]


@pytest.mark.parametrize("text", [*_SAMPLE, "KWP-H12-INV.AES256ED-UF1-PP0T"])
def test_a_label_reads_back(text: str) -> None:
    assert parse(text).label == text
    assert parse(text.lower()) == parse(text)


def test_what_is_no_option_is_told() -> None:
    with pytest.raises(LabelError, match="legal: KW takes H1 to H12, INV"):
        parse("KW-S2.UF1-PP0L")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("KW.RF2-UF1-PP0L", "no core with lanes 2; legal: 1$"),
        ("KWP-INV.AES128D-UF1-PP1T-LAST", "key schedule last; legal: online with INV"),
        ("KWP.UF1-PP1T-STORED", "no core with key schedule stored; legal: last, online"),
    ],
)
def test_what_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(IllegalDesignError, match=said):
        parse(text).check()


def _published(text: str) -> list[Message]:
    design = parse(text)
    return list(design.answers.published(design))  # type: ignore[attr-defined]


@pytest.mark.parametrize("inverse", ["", "-INV"])
@pytest.mark.parametrize("bits", [128, 192, 256])
@pytest.mark.parametrize("mode", ["KW", "KWP"])
def test_every_published_answer_is_read(mode: str, bits: int, inverse: str) -> None:
    found = _published(f"{mode}{inverse}.AES{bits}ED-UF1-PP0L")
    named = [each for each in found if each.source.startswith(mode)]
    ending = "_inv" * bool(inverse)
    assert {each.source for each in named} == {
        f"{mode}_{what}_{bits}{ending}.txt" for what in ("AE", "AD")
    }
    assert len(named) == 1000
    assert sum(Fault.TAG in each.faults for each in named) == 100
    assert (len(found) > len(named)) is (mode == "KWP" and not inverse and bits < 256)


@pytest.mark.parametrize("mode", ["KW", "KWP"])
def test_the_definition_gives_what_is_published(mode: str) -> None:
    for inverse in ("", "-INV"):
        for each in islice(_published(f"{mode}{inverse}.AES192ED-UF1-PP0L"), 0, None, 9):
            if not each.decrypt:
                plain, coded = each.parts[0][1], each.expect[0][1]
                first, data = padded(plain) if mode == "KWP" else (ICV1, plain)
                assert wrapped(each.key, first, data, inverse=bool(inverse)) == coded


@pytest.mark.parametrize("mode", ["KW", "KWP"])
def test_the_library_too_refuses_what_is_wrong_among_the_misuse(mode: str) -> None:
    design = parse(f"{mode}.AES128ED-UF1-PP0L")
    found = list(design.answers.misused(design, Random(1)))  # type: ignore[attr-defined]
    told = {fault for each in found for fault in each.faults}
    assert told == {Fault.LENGTH, Fault.KIND, Fault.IV, Fault.OVERRUN, Fault.TAG}
    unwrap = keywrap.aes_key_unwrap_with_padding if mode == "KWP" else keywrap.aes_key_unwrap
    for each in found:
        if Fault.TAG in each.faults:
            with pytest.raises(keywrap.InvalidUnwrap):
                unwrap(each.key, dict(each.parts)[Kind.TEXT])


def test_a_core_of_one_direction_refuses_the_other() -> None:
    for text, unwraps in (
        ("KW.UF1-PP0L", True),
        ("KW-INV.UF1-PP0L", False),
        ("KW.AES128D-UF1-PP0L", False),
    ):
        design = parse(text)
        found = design.answers.misused(design, Random(1))  # type: ignore[attr-defined]
        assert [each.decrypt for each in found if Fault.DIRECTION in each.faults] == [unwraps]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take every 37th of the published messages: all lengths are among them."""
    take_every(37, WrapAnswers, monkeypatch)


@pytest.mark.sim
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("text", first(1, _SAMPLE))
def test_it_wraps_and_unwraps(text: str, tmp_path: Path) -> None:
    design = parse(text)
    design.check()
    found = verify_rtl(design, workdir=tmp_path)
    assert found.reason == ""
    assert len(found.metrics["kat"]) == _SAMPLE[text]


@pytest.mark.sim
@pytest.mark.usefixtures("few")
@pytest.mark.long
@pytest.mark.parametrize(("text", "right", "wrong"), _MUTANTS)
def test_a_fault_in_the_rtl_is_found(
    text: str, right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_found(
        parse(text), right, wrong, tmp_path, monkeypatch, among=lambda p: p.name == "aesculus_kw.sv"
    )


_WATCHED = """
  always_ff @(posedge clk_i) begin
    if (at_q == AtLoad && count_q == '0 && cleared_o) begin
      for (int unsigned w = 0; w < 2**AddrW; w++) begin
        if (u_words.mem[w] != '0) $stop;
      end
    end
  end
endmodule"""


@pytest.mark.sim
@pytest.mark.long
@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("AtPut:   write   = 1'b1;", "AtPut:   write   = 1'b1;", ""),
        ("AtPut:   write   = 1'b1;", "AtPut:   write   = 1'b0;", "Verilog $stop"),
    ],
)
def test_no_word_of_a_key_is_left_behind_its_message(
    right: str, wrong: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = parse("KWP-H3.AES128ED-UF1-PP0L")
    (tmp_path / "watched").mkdir()
    among = "aesculus_kw.sv"
    files = with_mistake(design.sources(), tmp_path, right, wrong, among=lambda p: p.name == among)
    files = with_mistake(
        files, tmp_path / "watched", "\nendmodule", _WATCHED, among=lambda p: p.name == among
    )
    monkeypatch.setattr(type(design), "sources", lambda _self: files)
    found = verify_rtl(design, workdir=tmp_path)
    assert said in found.reason
    assert bool(said) == bool(found.reason)
