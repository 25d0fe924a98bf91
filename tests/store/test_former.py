"""Names under which the version before kept results: what it measured is found by them still."""

import pytest

from aesculus.design import parse_build
from aesculus.records import Stage
from aesculus.store import Job

# Made by the version in which the recipe was a field of the design point.
_KEYS = {
    "UF2-PP3B": (
        "a633fca3e1dc673de373e46a9b4cf9275a74960bceb41ca90ac894b0332b293f",
        "9876679d0b3a31c6164066b0c8960c880e8918739714b10e278807740cb3b4c1",
    ),
    "UF2-PP3B+widelut": (
        "6c77b184d58b974ba8409a87926a78a4453cc01f13ab83dcc1c958e0c3d7d867",
        "fa0dbb79903129a1d8638659aa40975af4eb9e1747bbd0031c60577f768d8404",
    ),
    "UF1-PP0P-W8": (
        "e92cfdb3654dd390e543812e544a6879c70a4bfdb5a45ccc3f314f71cb6ae148",
        "d5b3f298cb673c7866a61bcbf6e58a2a2fd0aa14b075a4c8f29c74bf8abe22df",
    ),
}


@pytest.mark.parametrize("label", _KEYS)
def test_a_job_has_the_key_that_it_had(label: str) -> None:
    build = parse_build(label)
    verify = Job.of(
        Stage.VERIFY, build, rtl_digest="r", inputs={"bench": "b"}, tools={"verilator": "5"}
    )
    synth = Job.of(
        Stage.SYNTH,
        build,
        device="D",
        device_digest="d",
        recipe=build.recipe,
        rtl_digest="r",
        inputs={"flow": "f"},
        tools={"yosys": "0"},
    )
    assert (verify.key, synth.key) == _KEYS[label]
    assert verify.label == label
    assert verify.design["recipe"] == build.recipe
