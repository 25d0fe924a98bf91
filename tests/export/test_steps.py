"""What the benches of a bundle do: all keys, all ports, results that a library agrees with."""

from itertools import pairwise

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from aesculus.ciphers.aes.space import parse
from aesculus.design.ports import used_ports
from aesculus.export.steps import Step, script, sent_full
from aesculus.export.vectors import as_json, rows, width


@pytest.mark.parametrize("label", ["UF1-PP1T", "AES256-UF1-PP1T-W8-TAG3"])
def test_results_are_those_of_a_library(label: str) -> None:
    point = parse(label)
    run = script(point, 11)
    assert run is not None
    sent = [step.values for step in run.steps if step.kind == "send"]
    # All but those that the clear and the reset drop have a result.
    kinds = [step.kind for step in run.steps]
    drops = [at for at, kind in enumerate(kinds) if kind in ("clear", "reset")]
    assert len(drops) == 6
    # What is shown beside the request of a clear is handed over.
    drops = [at for at in drops if kinds[at] == "reset" or run.steps[at - 1] != Step("near")]
    assert len(drops) == 5
    for at in reversed(drops):
        del sent[kinds[:at].count("send") - 1]
    results = run.results["out"]
    assert len(sent) == len(results) > 50
    for values, result in zip(sent, results, strict=True):
        key = values["in_key_i"].to_bytes(point.key_bits // 8, "big")
        block = values["in_block_i"].to_bytes(16, "big")
        coded = Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(block)
        assert int.from_bytes(coded, "big") == result["out_block_o"]
        assert values["in_tag_i"] == result["out_tag_o"]


def test_stored_keys_come_before_their_blocks_and_after_a_clear() -> None:
    run = script(parse("UF1-PP1T-STORED"), 11)
    assert run is not None
    kinds = [step.channel or step.kind for step in run.steps]
    assert kinds[:2] == ["key", "in"]
    for how in ("clear", "reset"):
        assert kinds[kinds.index(how) + 1] == "key"


@pytest.mark.parametrize(
    "label", ["UF1-PP1T-STALL", "UF10-PP3B", "UF1-PP1T-W8-CREDIT", "AES192ED-UF1-PP1B-EXT"]
)
def test_the_rate_is_looked_at_without_a_gap_and_under_one_key(label: str) -> None:
    point = parse(label)
    run = script(point, 11)
    assert run is not None
    kinds = [step.kind for step in run.steps]
    begin, end = kinds.index("full"), kinds.index("rate")
    assert kinds[begin - 1] == "alone"
    between = run.steps[begin + 1 : end]
    assert {step.channel for step in between} == {"in"}
    assert len(between) == sent_full(run.fills) > 3 * point.shape().slots
    lone = kinds.count("alone")
    assert run.steps[end].due == {"out": lone + len(between)}


def test_external_keys_change_when_nothing_is_inside() -> None:
    run = script(parse("UF1-PP1T-EXT"), 11)
    assert run is not None
    for before, step in pairwise(run.steps):
        if step.kind == "set":
            assert before.kind == "drain"


@pytest.mark.parametrize("label", ["UF1-PP1T", "RF2-UF1-PP1T", "UF1-PP1T-EXT", "UF1-PP1T-STORED"])
def test_rows_are_as_wide_as_the_bench_reads(label: str) -> None:
    ports = used_ports(parse(label))
    run = script(parse(label), 11)
    assert run is not None
    files = rows(run, ports)
    digits = -(-(width(ports) + 8) // 4)
    _, *lines = files["steps.hex"].splitlines()
    assert {len(line) for line in lines} == {digits}
    assert len(lines) == len(run.steps)
    _, *wanted = files["out.hex"].splitlines()
    assert len(wanted) == len(run.results["out"])
    assert as_json(run, ports).startswith("{")


def test_a_lone_block_of_each_direction_is_timed() -> None:
    run = script(parse("AES128ED-UF1-PP1T-STORED"), 11)
    assert run is not None
    assert run.latency == 11
    kinds = [step.kind for step in run.steps]
    ways = [
        run.steps[at - 1].values["in_decrypt_i"] for at, kind in enumerate(kinds) if kind == "alone"
    ]
    assert sorted(ways) == [0, 1]


@pytest.mark.parametrize(
    ("label", "shown"), [("UF1-PP1T-STALL", "offered"), ("AES128ED-UF1-PP1T", "near 0")]
)
def test_a_clear_comes_at_once_at_the_last_edge_and_when_a_result_is_there(
    label: str, shown: str
) -> None:
    run = script(parse(label), 11)
    assert run is not None
    for how in ("clear", "reset"):
        befores = {
            f"{before.kind} {before.cycles}" if before.kind == "near" else before.kind
            for before, step in pairwise(run.steps)
            if step.kind == how
        }
        assert befores == {"send", "near 1", shown}
