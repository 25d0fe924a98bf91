"""Merging identical modules."""

import re

import pytest

from aesculus.netlists.dedupe import base_name, merge_identical


def leaf(path: str, number: int, gate: str = "$xor", source: str = "a.sv:1.1") -> str:
    return f"""attribute \\src "{source}"
module \\leaf${path}
  attribute \\src "{source}"
  wire input 1 \\a
  wire output 2 \\y
  wire ${number}y
  attribute \\src "{source}"
  cell {gate} ${number}
    parameter \\A_WIDTH 1
    connect \\A \\a
    connect \\B \\a
    connect \\Y ${number}y [0]
  end
  cell $not ${number + 1}
    connect \\A ${number}y
    connect \\Y \\y
  end
end
"""


def parent(name: str, children: list[str]) -> str:
    cells = "".join(
        f"  cell \\{child} \\u{index}\n    connect \\a \\x\n  end\n"
        for index, child in enumerate(children)
    )
    return f"module \\{name}\n  wire \\x\n{cells}end\n"


def test_leaves_that_differ_in_generated_names_and_sources_are_one() -> None:
    text = parent("top", ["leaf$0", "leaf$1"]) + leaf("0", 5) + leaf("1", 70, source="b.sv:9.9")
    merged = merge_identical(text, "top")
    assert sorted(merged.instances.values()) == [1, 2]
    assert len(re.findall(r"^module ", merged.text, re.MULTILINE)) == 2
    kept = next(name for name in merged.instances if name != "\\top")
    assert merged.text.count(f"cell {kept} ") == 2


def test_leaves_that_differ_in_a_cell_stay_apart() -> None:
    text = parent("top", ["leaf$0", "leaf$1"]) + leaf("0", 5) + leaf("1", 5, gate="$xnor")
    assert list(merge_identical(text, "top").instances.values()) == [1, 1, 1]


def test_attributes_that_matter_keep_modules_apart() -> None:
    kept = "attribute \\keep 1\n  cell $not $6"
    text = parent("top", ["leaf$0", "leaf$1"]) + leaf("0", 5)
    text += leaf("1", 5).replace("cell $not $6", kept)
    assert len(merge_identical(text, "top").instances) == 3


def test_crossed_wires_are_not_hidden_by_renumbering() -> None:
    other = leaf("1", 5).replace("connect \\A $5y\n", "connect \\A \\a\n")
    text = parent("top", ["leaf$0", "leaf$1"]) + leaf("0", 5) + other
    assert len(merge_identical(text, "top").instances) == 3


def test_parents_of_merged_leaves_are_merged_and_counted() -> None:
    text = parent("top", ["mid$0", "mid$1", "leaf$4"])
    text += parent("mid$0", ["leaf$0", "leaf$1"]) + parent("mid$1", ["leaf$2", "leaf$3"])
    text += "".join(leaf(str(i), 3 * i) for i in range(5))
    merged = merge_identical(text, "top")
    counts = {base_name(name): count for name, count in merged.instances.items()}
    assert counts == {"top": 1, "mid": 2, "leaf": 5}
    assert [base_name(name) for name in merged.matching(["le*"])] == ["leaf"]


def test_modules_outside_the_design_are_dropped() -> None:
    merged = merge_identical(parent("top", []) + leaf("9", 1), "top")
    assert list(merged.instances) == ["\\top"]
    assert "leaf" not in merged.text


def test_merging_again_changes_nothing() -> None:
    text = parent("top", ["leaf$0", "leaf$1"]) + leaf("0", 5) + leaf("1", 70)
    once = merge_identical(text, "top")
    assert merge_identical(once.text, "top") == once


def test_unknown_top() -> None:
    with pytest.raises(KeyError, match="nowhere"):
        merge_identical(parent("top", []), "nowhere")
