"""Mutants that make something of `out_ready_i`, or of a reset, which the right core does not."""

from pathlib import Path

import pytest

from aesculus.ciphers.aes.space import parse
from aesculus.resources import rtl_files
from aesculus.studies.mutation import heard, mutants, proof
from aesculus.studies.mutation.aiger import Aiger
from rtl_sources import spoilt

_CREDIT = "if (Cfg.flow == FlowCredit)"


def _graph(folder: Path, label: str, files: list[Path]) -> Aiger:
    folder.mkdir(exist_ok=True)
    mutants.elaborate(parse(label), folder, timeout_s=300, files=files)
    return proof.graph(folder / mutants.ELABORATED, 300)


# Inputs rst_ni = 2, out_ready_i = 4; a register full = 6, set by a reset, and emptied or not.
_RESET, _READY, _FULL = 2, 4, 6


def _small(ands: list[tuple[int, int]], full: int, taken: int) -> Aiger:
    head = f"aig {3 + len(ands)} 2 1 2 {len(ands)}".encode()
    roots = [str(literal).encode() for literal in (full, _FULL, taken)]
    inputs = {("rst_ni", 0): _RESET, ("out_ready_i", 0): _READY}
    return Aiger(head, roots, ands, 8, inputs, ("full",), ("out_valid_o[0]", "in_ready_o[0]"))


_DEAF = _small([], _RESET ^ 1, _FULL ^ 1)
_EMPTIED = _small([(_FULL, _READY ^ 1), (9, _RESET)], 11, _FULL ^ 1)  # 8: full and not taken
_PATH = _small([(_READY ^ 1, _FULL)], _RESET ^ 1, 9)
_FALSE_PATH = _small([(_FULL, _READY), (_FULL ^ 1, 8)], _RESET ^ 1, 10)


def test_what_a_consumer_says_is_found_where_it_is_taken() -> None:
    assert [heard.looks(core) for core in (_DEAF, _EMPTIED, _PATH)] == [False, True, True]
    assert [heard.leads(core) for core in (_DEAF, _EMPTIED, _PATH)] == [False, False, True]
    assert [heard.offers(core) for core in (_DEAF, _EMPTIED, _PATH)] == [False, True, False]


def test_a_path_that_nothing_takes_is_none(tmp_path: Path) -> None:
    assert heard.leads(_FALSE_PATH)
    assert proof.listens(_FALSE_PATH, _DEAF, tmp_path) == ""
    assert proof.listens(_PATH, _DEAF, tmp_path) == "a path leads from out_ready_i to in_ready_o"


@pytest.mark.synth
@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("UF1-PP0P-W8", "what is offered hangs on out_ready_i"),
        pytest.param(
            "UF1-PP0P-CREDIT",
            "a path leads from out_ready_i to in_ready_o",
            marks=pytest.mark.long,
        ),
    ],
)
def test_another_flow_control_is_refuted(tmp_path: Path, label: str, told: str) -> None:
    right = _graph(tmp_path / "right", label, list(rtl_files()))
    turned = _CREDIT.replace("==", "!=")
    files = spoilt(tmp_path, "aesculus_flow.sv", _CREDIT, turned)
    other = _graph(tmp_path / "other", label, files)
    assert proof.listens(other, right, tmp_path) == told
    assert proof.listens(right, right, tmp_path) == ""


@pytest.mark.synth
def test_what_stands_until_the_first_edge_of_a_reset_is_refuted(tmp_path: Path) -> None:
    right = _graph(tmp_path / "right", "UF1-PP0P-W8", list(rtl_files()))
    edge = "always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin"
    late = "always_ff @(posedge clk_i) begin\n    if (1'b0) begin"
    files = spoilt(tmp_path, "aesculus_kept_reg.sv", edge, late)
    other = _graph(tmp_path / "other", "UF1-PP0P-W8", files)
    assert proof.loud(other, right, tmp_path).endswith(" is high in a reset")
    assert proof.loud(right, right, tmp_path) == ""
    # Nor is a mutant held to what the core is not.
    assert proof.loud(other, other, tmp_path) == ""
