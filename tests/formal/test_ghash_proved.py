"""The multiplication and the reduction of GHASH, proved equal to their definitions by SAT."""

from pathlib import Path

import pytest

from aesculus import resources
from aesculus.products.modes.gcm.sources import ghash_files
from aesculus.tools import ToolError, yosys
from rtl_sources import with_mistake
from samples import first

_PAIR = Path(__file__).parents[2] / "formal" / "aesculus_ghash_pair.sv"
_PRIMITIVES = ("aesculus_lut4", "aesculus_cut")
_SHAPES = ((4, 1, 1), (4, 2, 2), (8, 1, 3))
"""Width, terms, levels; the multiplier of 128 bits is made of the same steps."""


def _prove(
    folder: Path, width: int, terms: int, levels: int, files: list[Path], *, reduces: bool = False
) -> None:
    primitives = [resources.rtl_dir() / "prim" / f"{name}.sv" for name in _PRIMITIVES]
    sources = " ".join(str(path) for path in [*primitives, *files, _PAIR])
    # What is not asked for stands still.
    still = "-set x_i 0" if reduces else "-set product_i 0"
    values = f"-G Width={width} -G Terms={terms} -G Levels={levels}"
    script = [
        f"read_slang --top aesculus_ghash_pair {values} {sources}",
        *("flatten", "opt_clean"),
        f"sat -verify {still} -prove differ_o 0 aesculus_ghash_pair",
    ]
    yosys.run_script(script, workdir=folder, timeout_s=240)


def _parts() -> list[Path]:
    return [path for path in ghash_files() if path.stem not in _UNUSED]


_UNUSED = ("aesculus_ghash", "aesculus_ghash_serial")


@pytest.mark.synth
@pytest.mark.parametrize(("width", "terms", "levels"), first(2, _SHAPES))
def test_products(width: int, terms: int, levels: int, tmp_path: Path) -> None:
    _prove(tmp_path, width, terms, levels, _parts())


@pytest.mark.synth
@pytest.mark.long
def test_the_reduction(tmp_path: Path) -> None:
    _prove(tmp_path, 8, 1, 1, _parts(), reduces=True)


@pytest.mark.synth
@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    first(
        1,
        [
            ("aesculus_ghash_join.sv", "p2[j], p1[j]", "1'b0, p1[j]"),
            ("aesculus_ghash_dot.sv", "16'h8778", "16'h7888"),
            ("aesculus_ghash_pkg.sv", "^ 6'(high[126])", ""),
            ("aesculus_ghash_reduce.sv", "high[i-6]", "high[i-5]"),
        ],
    ),
)
def test_a_wrong_one_is_refuted(file: str, right: str, wrong: str, tmp_path: Path) -> None:
    files = with_mistake(_parts(), tmp_path, right, wrong, among=lambda p: p.name == file)
    with pytest.raises(ToolError, match="proof did fail"):
        _prove(tmp_path, 8, 1, 1, files, reduces=file.endswith(("pkg.sv", "reduce.sv")))
