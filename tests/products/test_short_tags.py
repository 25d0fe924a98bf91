"""Messages to check or to decrypt whose header asks for a tag of a length that there is not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aesculus.design import parse
from aesculus.products.common import plan as plans
from aesculus.products.common.messages import Kind, Message
from aesculus.stages.simulation import verify_rtl
from products.faults import assert_found_by, keep_phases

pytestmark = pytest.mark.sim

_LENGTHS = {"CMAC.UF1-PP0L": (0, 17, 31), "CCM.UF1-PP0L": (0, 2, 3, 5, 15, 17, 18)}


def _short(found: list[Message], lengths: tuple[int, ...]) -> Iterator[Message]:
    """Give a message whose tag is right as far as it goes, with each of these lengths."""
    cut = next(
        each
        for each in found
        if each.decrypt and each.beats and each.beats[-1].kind is Kind.TAG
        if len(each.beats[-1].data) == 15
    )
    for length in lengths:
        tag = replace(cut.beats[-1], data=cut.beats[-1].data[:length])
        item = f"tag of {length} bytes to check"
        yield replace(cut, item=item, tag_bytes=length, beats=(*cut.beats[:-1], tag))


@pytest.fixture
def _asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    label: str = request.param
    answers: Any = parse(label).answers  # type: ignore[attr-defined]
    tame = answers.misused

    def misused(design: Any, random: Random) -> Iterator[Message]:
        found = list(tame(design, random))
        yield from found
        yield from _short(found, _LENGTHS[label])

    monkeypatch.setattr(answers, "misused", misused)
    keep_phases(monkeypatch, plans.MISUSE)
    return label


@pytest.mark.parametrize("_asked", _LENGTHS, indirect=True)
def test_no_length_of_a_tag_opens_what_it_may_not(_asked: str, tmp_path: Path) -> None:
    assert verify_rtl(parse(_asked), workdir=tmp_path).reason == ""


@pytest.mark.parametrize(
    ("_asked", "file", "right", "wrong"),
    [
        (
            "CMAC.UF1-PP0L",
            "aesculus_cmac.sv",
            "bad_tag: hdr_tag_bytes_i == '0 ||",
            "bad_tag: !hdr_decrypt_i && hdr_tag_bytes_i == '0 ||",
        )
    ],
    indirect=["_asked"],
)
def test_a_tag_of_no_bytes_that_opens_is_found(
    _asked: str,
    file: str,
    right: str,
    wrong: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert_found_by(_asked, file, right, wrong, tmp_path, monkeypatch)
