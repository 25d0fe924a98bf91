"""Numbers of bases: the RTL takes those that `aesculus.ciphers.aes.fields` lists, and no others."""

import random
from pathlib import Path

import pytest

from aesculus.ciphers.aes.fields import basis_numbers
from aesculus.resources import rtl_files
from aesculus.tools import ToolError, yosys

_RNG = random.Random(7)


def _numbers() -> list[int]:
    """Return numbers of every kind with every generator, listed or not, and their neighbours."""
    listed = basis_numbers()
    found = {n for n in listed if n < 0x1000} | set(_RNG.sample(listed, 400))
    found |= {0x10000 | high << 8 | x for high in range(256) for x in _RNG.sample(range(256), 4)}
    # X of a short basis over powers of a root of y^4 + y + 1, and X in the subfield.
    found |= {0x10000 | k << 8 | x for k in (1, 2, 4, 8) for x in range(256)}
    found |= set(_RNG.sample(range(1, 0x40000), 200))
    return sorted(found)


def _elaborate(folder: Path, numbers: list[int], taken: set[int]) -> None:
    checks = [
        f"  if (is_basis(32'h{n:x}) != 1'b{int(n in taken)}) begin : gen_{n:x} "
        f'$error("disagrees {n:x}"); end'
        for n in numbers
    ]
    text = "module listed import aesculus_field_pkg::*; ();\n" + "\n".join(checks) + "\nendmodule\n"
    folder.mkdir(exist_ok=True)
    files = " ".join(str(path) for path in rtl_files() if path.name.startswith("aesculus_field"))
    (folder / "listed.sv").write_text(text, encoding="utf-8")
    yosys.run_script(
        [f"read_slang --top listed {files} listed.sv"],
        workdir=folder,
        timeout_s=300,
    )


@pytest.mark.synth
def test_the_rtl_takes_the_listed_numbers_alone(tmp_path: Path) -> None:
    numbers = _numbers()
    taken = set(basis_numbers())
    assert len(numbers) > 2000
    assert 500 < len(taken & set(numbers)) < len(numbers) - 500
    _elaborate(tmp_path, numbers, taken)


@pytest.mark.synth
@pytest.mark.parametrize("number", [0x208, 0x1C103, 0x1005C])
def test_a_disagreement_is_seen(number: int, tmp_path: Path) -> None:
    with pytest.raises(ToolError, match=r"disagrees|elaboration failed"):
        _elaborate(tmp_path, [number], set(basis_numbers()) ^ {number})
