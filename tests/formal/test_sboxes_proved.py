"""S-boxes proved equal to the table of FIPS 197 by SAT, for every direction."""

import json
import random
from pathlib import Path

import pytest

from aesculus import resources
from aesculus.ciphers.aes.fields import families
from aesculus.tools import ToolError, yosys
from rtl_sources import spoilt
from samples import sampled

FORMAL = Path(__file__).parents[2] / "formal"
RESULTS = Path(__file__).parents[2] / "benchmarks/results/basis.json"
ROM, TOWER, CANRIGHT, LINE, SHALLOW, LUT = 1, 3, 4, 5, 7, 8
DIRECTIONS = {"encrypt": 0, "decrypt": 1, "both": 2}


def every_basis() -> list[int]:
    """Return all bases of GF((2^4)^2) that the RTL takes, as 16*Z + B."""
    found = []
    for b in range(16):
        for z in range(256):
            if _is_basis(z, b):
                found.append(16 * z + b)
    return found


def _gf16(p: int, q: int) -> int:
    product = 0
    for bit in range(4):
        if q >> bit & 1:
            product ^= p << bit
    for bit in (6, 5, 4):
        if product >> bit & 1:
            product ^= 0x13 << (bit - 4)
    return product


def _tower(p: int, q: int, b: int) -> int:
    high = _gf16(p >> 4, q >> 4)
    middle = _gf16(p >> 4, q & 15) ^ _gf16(p & 15, q >> 4)
    return (middle ^ high) << 4 | (_gf16(p & 15, q & 15) ^ _gf16(high, b))


def _is_basis(z: int, b: int) -> bool:
    if any(_gf16(x, x) ^ x ^ b == 0 for x in range(16)):
        return False
    powers = [1]
    for _ in range(8):
        powers.append(_tower(powers[-1], z, b))
    return powers[8] ^ powers[4] ^ powers[3] ^ powers[1] ^ 1 == 0


def prove(folder: Path, cases: list[dict[str, int]], files: list[Path] | None = None) -> None:
    """Prove each case in one Yosys run; raise ToolError if one of them fails."""
    sources = " ".join(str(path) for path in [*(files or resources.rtl_files())])
    script: list[str] = []
    for case in cases:
        values = " ".join(f"-G {name}={value}" for name, value in case.items())
        script += [
            f"read_slang --top aesculus_sbox_pair {values} {sources} "
            f"{FORMAL / 'aesculus_sbox_pair.sv'}",
            "flatten",
            "opt_clean",
            "memory_map",
            "sat -verify -prove differ_o 0 aesculus_sbox_pair",
            "design -reset",
        ]
    yosys.run_script(script, workdir=folder, timeout_s=600)


def every_family() -> list[int]:
    """Return two long bases of each kind below and above, drawn by their own numbers."""
    found: dict[str, list[int]] = {}
    for basis in families():
        if not basis.is_short:
            found.setdefault(basis.family, []).append(basis.number)
    rng = random.Random(1)
    return [number for listed in found.values() for number in rng.sample(listed, 2)]


def test_there_are_64_bases() -> None:
    assert len(every_basis()) == 64


@pytest.mark.synth
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("kind", [ROM, CANRIGHT, LINE, SHALLOW, LUT])
def test_kinds_without_parameters(tmp_path: Path, kind: int, direction: str) -> None:
    prove(tmp_path, [{"Kind": kind, "Direction": DIRECTIONS[direction]}])


@pytest.mark.long
@pytest.mark.synth
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_tower_in_every_basis(tmp_path: Path, direction: str) -> None:
    cases = [
        {"Kind": TOWER, "Direction": DIRECTIONS[direction], "Basis": basis}
        for basis in every_basis()
    ]
    prove(tmp_path, cases)


@pytest.mark.synth
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_tower_within_f2(tmp_path: Path, direction: str) -> None:
    cases = [
        {"Kind": TOWER, "Direction": DIRECTIONS[direction], "Basis": basis, "Whole": 1}
        for basis in every_basis()[::8]
    ]
    prove(tmp_path, cases)


@pytest.mark.synth
def test_tower_in_long_bases(tmp_path: Path) -> None:
    numbers = every_family()
    assert len(numbers) == 18
    cases = [
        {"Kind": TOWER, "Direction": place % 3, "Basis": number, "Whole": place // 2 % 2}
        for place, number in enumerate(numbers)
    ]
    prove(tmp_path, cases)


@pytest.mark.synth
@pytest.mark.parametrize(
    "kind", sampled((LUT, TOWER, CANRIGHT, LINE, SHALLOW), {TOWER, CANRIGHT, LINE, SHALLOW})
)
def test_kinds_mapped_to_ecp5(tmp_path: Path, kind: int) -> None:
    sources = " ".join(map(str, resources.rtl_files()))
    log = yosys.run_script(
        [
            f"read_slang --keep-hierarchy --top aesculus_sbox_pair -G Kind={kind} -G Direction=2 "
            f"{sources} {FORMAL / 'aesculus_sbox_pair.sv'}",
            "setattr -mod -set keep_hierarchy 1 aesculus_sub_bytes*",
            "synth_ecp5 -nowidelut -noiopad -top aesculus_sbox_pair",
            "select -assert-min 100 aesculus_sub_bytes*/t:LUT4",
            "read_verilog -overwrite +/ecp5/cells_sim.v",
            "setattr -mod -unset keep_hierarchy A:keep_hierarchy",
            "hierarchy -top aesculus_sbox_pair",
            "proc",
            "flatten",
            "opt_clean",
            "sat -verify -prove differ_o 0 aesculus_sbox_pair",
        ],
        workdir=tmp_path,
        timeout_s=600,
    ).log
    assert "proof finished - no model found: SUCCESS" in log


def prove_table(folder: Path, files: list[Path]) -> None:
    """Prove tables of SubBytes and MixColumns; raise ToolError if they are wrong."""
    sources = " ".join(map(str, files))
    script = [
        f"read_slang --top aesculus_ttable_pair {sources} {FORMAL / 'aesculus_ttable_pair.sv'}",
        "flatten",
        "opt_clean",
        "memory_map",
        "sat -verify -seq 2 -prove-skip 1 -prove differ_o 0 aesculus_ttable_pair",
    ]
    yosys.run_script(script, workdir=folder, timeout_s=600)


@pytest.mark.synth
def test_tables_with_mix_columns(tmp_path: Path) -> None:
    prove_table(tmp_path, resources.rtl_files())


@pytest.mark.synth
@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("aesculus_sbox_ttable.sv", "{xtime(Forward[i])", "{xtime(Forward[i == 9 ? 8 : i])"),
        ("aesculus_add_columns.sv", "d[(j+1)%4]", "d[(j+3)%4]"),
    ],
)
def test_a_wrong_table_is_refuted(file: str, right: str, wrong: str, tmp_path: Path) -> None:
    files = spoilt(tmp_path, file, right, wrong)
    with pytest.raises(ToolError, match="proof did fail"):
        prove_table(tmp_path, files)


@pytest.mark.synth
def test_tower_in_the_best_bases(tmp_path: Path) -> None:
    body = json.loads(RESULTS.read_text(encoding="utf-8"))
    found: dict[tuple[int, int, int], None] = {}
    for best in (body["fewest"], body["winners"]):
        for use, each in best.items():
            kind, way = use.split("_")[:2]
            found[int(each["number"], 16), DIRECTIONS[way], int(kind != "sbox")] = None
    cases = [
        {"Kind": TOWER, "Basis": number, "Direction": direction, "Whole": whole}
        for number, direction, whole in found
    ]
    assert len(cases) > 9
    prove(tmp_path, cases)


@pytest.mark.synth
def test_a_wrong_sbox_is_refuted(tmp_path: Path) -> None:
    right, wrong = "b_s1 ^ c_s1, norm_parts", "b_s1 | c_s1, norm_parts"
    files = spoilt(tmp_path, "aesculus_sbox_tower.sv", right, wrong)
    with pytest.raises(ToolError, match="proof did fail"):
        prove(tmp_path, [{"Kind": TOWER, "Direction": 0}], files)
