"""Decisions of GCM and XTS in tables, and counts in parts, proved equal to what they stand for."""

from pathlib import Path

import pytest

from aesculus import resources
from aesculus.tools import ToolError, yosys
from rtl_sources import with_mistake

_PAIRS = Path(__file__).parents[2] / "formal"
_PRODUCTS = Path(resources.__file__).parent / "products" / "modes"
_TABLE = resources.rtl_dir() / "prim" / "aesculus_lut4.sv"
_TURNS = {"gcm": "aesculus_gcm_turn", "xts": "aesculus_xts_turn"}
_COUNT = _PRODUCTS / "gcm" / "aesculus_gcm_count.sv"


def _turn(mode: str) -> list[Path]:
    return [_TABLE, _PRODUCTS / mode / f"{_TURNS[mode]}.sv"]


def _prove(
    pair: str, files: list[Path], folder: Path, *, values: str = "", begin: str = ""
) -> None:
    """Prove that a pair never differs, from what its registers begin with if it has any."""
    sources = " ".join(str(path) for path in [*files, _PAIRS / f"{pair}.sv"])
    script = [
        f"read_slang --top {pair} {values} {sources}",
        *("flatten", "async2sync", "opt_clean"),
        f"sat -verify {begin} -prove differ_o 0 {pair}",
    ]
    yosys.run_script(script, workdir=folder, timeout_s=120)


def _prove_turn(mode: str, files: list[Path], folder: Path) -> None:
    _prove(f"{_TURNS[mode]}_pair", files, folder)


def _prove_count(folder: Path, files: list[Path], width: int, low: int, bytes_w: int) -> None:
    values = f"-G Width={width} -G LowW={low} -G BytesW={bytes_w}"
    # By induction, from a cycle of reset on.
    begin = "-set-at 1 rst_ni 0 -tempinduct -seq 1"
    _prove("aesculus_gcm_count_pair", files, folder, values=values, begin=begin)


@pytest.mark.synth
@pytest.mark.parametrize("mode", sorted(_TURNS))
def test_tables_say_what_they_stand_for(mode: str, tmp_path: Path) -> None:
    _prove_turn(mode, _turn(mode), tmp_path)


@pytest.mark.synth
@pytest.mark.parametrize(
    ("mode", "right", "wrong"),
    [
        ("gcm", "16'hf800)) u_beat", "16'hfc00)) u_beat"),
        ("gcm", "16'hfeee)) u_begins", "16'heeee)) u_begins"),
        ("gcm", "16'h000e)) u_rests", "16'h0006)) u_rests"),
        ("gcm", "16'h00f2)) u_count", "16'h00f0)) u_count"),
        ("xts", "16'h0d00)) u_ends", "16'h0500)) u_ends"),
        ("xts", "16'hff40)) u_pop", "16'hffc0)) u_pop"),
        ("xts", "assign steady = calm_i && ready_i", "assign steady = calm_i || ready_i"),
    ],
)
def test_a_wrong_table_is_refuted(mode: str, right: str, wrong: str, tmp_path: Path) -> None:
    files = with_mistake(
        _turn(mode), tmp_path, right, wrong, among=lambda path: path.stem == _TURNS[mode]
    )
    with pytest.raises(ToolError, match="proof did fail"):
        _prove_turn(mode, files, tmp_path)


@pytest.mark.synth
@pytest.mark.parametrize(
    ("width", "low", "bytes_w"), [(6, 3, 2), (8, 5, 4), (36, 18, 5), (36, 18, 7), (61, 31, 7)]
)
def test_a_sum_in_parts_is_the_plain_one(
    width: int, low: int, bytes_w: int, tmp_path: Path
) -> None:
    _prove_count(tmp_path, [_COUNT], width, low, bytes_w)


@pytest.mark.synth
def test_a_sum_whose_carries_may_follow_each_other_is_none(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="proof did fail"):
        _prove_count(tmp_path, [_COUNT], 6, 3, 3)


@pytest.mark.synth
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("carry_q ? more_high_q : high_q", "high_q"),
        ("more_high_q <= high_q + 1'b1", "more_high_q <= high_q"),
        ("keeps_i ? low_q : '0", "low_q"),
        ("keeps_i ? high : '0", "high"),
    ],
)
def test_a_wrong_sum_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    files = with_mistake([_COUNT], tmp_path, right, wrong, among=lambda path: path == _COUNT)
    with pytest.raises(ToolError, match="proof did fail"):
        _prove_count(tmp_path, files, 6, 3, 2)
