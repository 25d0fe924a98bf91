import pytest

from aesculus.ciphers.aes.parts import COLUMNS, count, features, walk
from aesculus.ciphers.aes.paths import paths
from aesculus.ciphers.aes.space import parse
from aesculus.design import features as named


def test_parts_are_counted() -> None:
    found = count(parse("UF2-PP2B-KL"))
    assert found["sbox_bram"] == 32
    assert found["sbox_logic"] == 8
    assert found["slots"] == 4
    assert found["loop_bits"] == 256
    assert found["memory_cut_bits"] == 2 * 2 * 128
    assert found["cut_bits"] == 4 * (128 + 1 + 128) - 2 * 2 * 128
    assert count(parse("UF10-PP2B"))["loop_bits"] == 0
    assert count(parse("UF3-PP1L"))["exit_bits"] == 128
    assert tuple(count(parse("UF1-PP1L"))) == COLUMNS
    assert count(parse("UF1-PP1L-W8"))["sbox_logic"] == 1
    assert count(parse("UF1-PP1L-W32"))["sbox_logic"] == 4
    # Here the key has S-boxes of its own.
    assert count(parse("UF1-PP1L-W8-KP"))["sbox_line"] == 1
    assert count(parse("AES192-UF1-PP1L-W32"))["sbox_logic"] == 8


@pytest.mark.parametrize(
    ("label", "registers"),
    [
        ("UF1-PP3T", 30),
        ("UF10-PP3T", 30),
        ("UF2-PP0L", 5),
        ("UF3-PP0L", 4),
        ("UF10-PP0L", 1),
        ("UF1-PP1L-W8", 217),
        ("UF1-PP1L-W8-KT", 177),
        ("AES256-UF1-PP1L-W32", 80),
        ("UF1-PP3T-CREDIT", 31),
    ],
)
def test_a_block_passes_as_many_registers_as_the_ring_says(label: str, registers: int) -> None:
    assert walk(parse(label)) == registers


def test_paths_lie_between_cuts() -> None:
    deep = paths(parse("UF10-PP3L"))
    assert {"mix": 2.0} in deep
    assert {"sbox_logic": 1.0} in deep
    assert max(path.get("sbox_logic", 0) for path in paths(parse("UF2-PP0L"))) == 2
    inner = paths(parse("UF10-C111T"))
    assert {path.get("sbox_tower", 0) for path in inner} == {0, 0.5}
    # The ring closes over the entry multiplexer.
    closed = paths(parse("UF1-PP1L"))
    assert any(p.get("loop") and p.get("sbox_logic") and p.get("add") == 1 for p in closed)


def test_features_say_it_all_in_one_mapping() -> None:
    point = parse("UF2-PP2T-G15710")
    found = features(point)
    assert named.parts(found) == count(point)
    assert named.paths(found) == list(paths(point))
    reason = ("basis 0x15710", "sbox_tower")
    assert named.corrected(found) == {reason: count(point)["sbox_tower"]}
    assert (found[named.WALK], found[named.RATE]) == (walk(point), 1 / 5)
