from itertools import pairwise
from random import Random

import pytest

from aesculus.benches.draws import in_lanes, random_vectors
from aesculus.ciphers.aes.cipher import CIPHER
from aesculus.ciphers.aes.reference import cipher_block, round_keys
from aesculus.ciphers.aes.space import Direction
from aesculus.ciphers.aes.vectors import (
    FIPS_197,
    NIST_SETS,
    REFERENCE,
    answers_under,
    fips197_examples,
    known_answers,
    nist_file,
)

# Blocks in each section (ENCRYPT and DECRYPT alike) of each file of the CAVP archive.
BLOCKS = {
    "ECBGFSbox128.rsp": 7,
    "ECBGFSbox192.rsp": 6,
    "ECBGFSbox256.rsp": 5,
    "ECBKeySbox128.rsp": 21,
    "ECBKeySbox192.rsp": 24,
    "ECBKeySbox256.rsp": 16,
    "ECBMMT128.rsp": 55,
    "ECBMMT192.rsp": 55,
    "ECBMMT256.rsp": 55,
    "ECBVarKey128.rsp": 128,
    "ECBVarKey192.rsp": 192,
    "ECBVarKey256.rsp": 256,
    "ECBVarTxt128.rsp": 128,
    "ECBVarTxt192.rsp": 128,
    "ECBVarTxt256.rsp": 128,
}


@pytest.mark.parametrize(("name", "blocks"), BLOCKS.items())
def test_every_file_is_read_whole(name: str, blocks: int) -> None:
    vectors = nist_file(name)
    assert sum(not v.decrypt for v in vectors) == blocks
    assert sum(v.decrypt for v in vectors) == blocks
    assert {len(v.key) * 8 for v in vectors} == {int(name[-7:-4])}
    assert {len(v.data) for v in vectors} | {len(v.expected) for v in vectors} == {16}
    assert len({(v.item, v.decrypt) for v in vectors}) == 2 * blocks


@pytest.mark.parametrize("key_bits", [128, 192, 256])
def test_two_implementations_agree_on_every_known_answer(key_bits: int) -> None:
    vectors = known_answers(key_bits, Direction.BOTH)
    for v in vectors:
        assert cipher_block(v.key, v.data, decrypt=v.decrypt) == v.expected, str(v)


def test_known_answers_hold_all_files_of_a_direction() -> None:
    forward = known_answers(128, Direction.ENCRYPT)
    backward = known_answers(128, Direction.DECRYPT)
    assert len(forward) == 2 + 339
    assert not any(v.decrypt for v in forward)
    assert all(v.decrypt for v in backward)
    assert {v.source for v in forward} == {f"ECB{s}128.rsp" for s in NIST_SETS} | {"FIPS197"}
    assert set(known_answers(128, Direction.BOTH)) == set(forward) | set(backward)


def test_fips197_has_its_examples() -> None:
    assert [len(fips197_examples(bits)) for bits in (128, 192, 256)] == [4, 2, 2]


def test_a_multi_block_message_names_its_block() -> None:
    items = [v.item for v in nist_file("ECBMMT128.rsp") if not v.decrypt]
    assert items[:3] == ["COUNT 0", "COUNT 1 block 0", "COUNT 1 block 1"]


def test_random_vectors_repeat_with_their_seed() -> None:
    def draw(seed: int) -> list[object]:
        return list(
            random_vectors(Random(seed), 20, CIPHER, key_bits=192, direction=Direction.BOTH)
        )

    assert draw(1) == draw(1)
    assert draw(1) != draw(2)


def test_keys_change_as_asked() -> None:
    every = random_vectors(Random(1), 50, CIPHER, key_bits=128, direction=Direction.ENCRYPT)
    assert len({v.key for v in every}) == 50
    runs = random_vectors(
        Random(1),
        200,
        CIPHER,
        key_bits=256,
        direction=Direction.ENCRYPT,
        longest_run=6,
        related_keys=True,
    )
    changed = [
        (int.from_bytes(a.key, "big") ^ int.from_bytes(b.key, "big")).bit_count()
        for a, b in pairwise(runs)
    ]
    assert set(changed) == {0, 1}


# Last words of the expansions in FIPS 197, appendix A.
@pytest.mark.parametrize(
    ("key", "last"),
    [
        ("2b7e151628aed2a6abf7158809cf4f3c", "b6630ca6"),
        ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", "01002202"),
        ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", "706c631e"),
    ],
)
def test_round_keys_are_those_of_fips_197(key: str, last: str) -> None:
    keys = round_keys(bytes.fromhex(key))
    assert keys.startswith(bytes.fromhex(key))
    assert keys.endswith(bytes.fromhex(last))
    assert len(keys) == 16 * (len(key) // 8 + 7)


def test_round_keys_need_a_key_of_aes() -> None:
    with pytest.raises(ValueError, match="key of 17 bytes"):
        round_keys(bytes(17))


def test_every_answer_goes_through_every_lane() -> None:
    answers = known_answers(128, Direction.BOTH)
    for same_key in (False, True):
        beats = in_lanes(answers, 3, same_key=same_key)
        for lane in range(3):
            assert {beat[lane] for beat in beats} == set(answers)
        assert len(beats) == len(answers)
        assert all(len({v.decrypt for v in beat}) == 1 for beat in beats)
        if same_key:
            assert all(len({v.key for v in beat}) == 1 for beat in beats)
        assert sum(len(set(beat)) == 3 for beat in beats) > len(beats) // 2
    assert in_lanes(answers, 1, same_key=True) == [(v,) for v in answers]


def test_answers_under_one_key_begin_with_the_published_ones() -> None:
    example = answers_under(bytes(range(16)), Direction.ENCRYPT)
    assert [v.source for v in example].count(FIPS_197) == 1
    assert {v.source for v in example} == {FIPS_197, REFERENCE}
    zero = answers_under(bytes(16), Direction.DECRYPT)
    assert {"ECBVarTxt128.rsp", "ECBGFSbox128.rsp", REFERENCE} == {v.source for v in zero}
    for v in example + zero:
        assert cipher_block(v.key, v.data, decrypt=v.decrypt) == v.expected


@pytest.mark.parametrize("block", [b"", b"\0" * 15, b"\0" * 32])
def test_a_block_of_wrong_length_is_refused(block: bytes) -> None:
    with pytest.raises(ValueError, match="AES takes 16"):
        cipher_block(b"\0" * 16, block)
