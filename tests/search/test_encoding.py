"""Points as coordinates, and as numbers for a regression."""

import numpy as np

from aesculus.design import parse_build
from aesculus.search.encoding import Encoding

LABELS = ("CTR.UF1-PP1T", "CTR-W32.UF1-PP1T", "CTR-W64.UF1-PP1T", "CMAC.UF1-PP1T", "UF2-PP1T")


def test_what_some_points_lack_is_a_column_of_its_own() -> None:
    """A space of several modes: each has options that others have not."""
    encoding = Encoding([parse_build(label) for label in LABELS])
    widths = encoding.choices["mode_counter_bits"]
    assert "" in widths
    assert {32, 64, 128} < set(widths)
    found = encoding.features()
    assert len(found) == len(LABELS)
    assert len(np.unique(found, axis=0)) == len(LABELS)
    assert 0 <= found.min() < found.max() <= 1


def test_points_of_one_kind_have_a_column_for_each_number_and_for_each_name() -> None:
    labels = ("UF1-PP1T", "UF2-PP1T", "UF10-PP1T", "UF1-PP1B", "UF1-PP1N")
    encoding = Encoding([parse_build(label) for label in labels])
    found = encoding.features()
    assert found.shape == (5, 1 + 3 + 3)  # unroll, sbox and, alike, key_sbox
    column = list(encoding.choices).index("unroll")
    assert list(np.unique(found[:, column])) == [0.0, np.log2(2) / np.log2(10), 1.0]
