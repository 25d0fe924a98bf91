"""Where `pick` looks: every number of passes that a key's rounds can take, whatever the key."""

import pytest

from aesculus.ciphers.aes.space import DesignPoint
from aesculus.search.designspace import DesignSpace
from aesculus.search.fixing import fixed_space


@pytest.mark.parametrize("key_bits", [128, 192, 256])
def test_all_numbers_of_passes_are_there_with_fewest_rounds(key_bits: int) -> None:
    space = DesignSpace(fixed_space("pick", [f"key_bits={key_bits}"]))
    cores = [point.design for point in space.points if isinstance(point.design, DesignPoint)]
    assert len(cores) == len(space.points)
    nr = DesignPoint(key_bits=key_bits).nr
    fewest = {}
    for unroll in range(nr, 0, -1):
        fewest[-(-nr // unroll)] = unroll
    assert {core.unroll for core in cores} == set(fewest.values())
    # Lanes, and the quickest pipelines and densest, are for whole ones.
    assert {core.unroll for core in cores if core.lanes > 1} == {nr}
    labels = {point.label for point in space.points}
    for name in ("UF{}-C5dfT-G5ac", "RF3-UF{}-C5dfT-G5ac", "UF{}-C12bN", "RF4-UF{}-C12bN"):
        label = name.format(nr)
        assert (label if key_bits == 128 else f"AES{key_bits}-{label}") in labels
