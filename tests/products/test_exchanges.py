"""`api.exchange` gives what the RTL takes and gives, transfer by transfer."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aesculus import api
from aesculus.api import exchanging
from aesculus.errors import InputError
from products.bus_models import passed
from products.exchanged import messages, sealed
from samples import first

_CTR: dict[str, Any] = {"key": bytes(16), "iv": bytes(16)}
_XTS: dict[str, Any] = {"key": bytes(range(32)), "iv": bytes(16)}

_LABELS = (
    # A bus wider than the mode, behind whose last text no beat of its own comes.
    "GCM.AXIS512.UF1-PP0L",
    "KWP-H2.AES128ED-UF1-PP0T",
    "CTR.AXIS8.UF1-PP0L",
    "CCM.AXIS32.UF1-PP0L",
    "XTS.AES128ED-UF1-PP0L",
    "CBC.AXIS512.AES192ED-UF1-PP0L",
    "GCM-RAW.UF1-PP0L",
    "CMAC.AXIS128.UF1-PP0L",
    "GMAC.UF1-PP0L",
    "CTR.RF2-UF1-PP0L",
    "CFB8.UF1-PP0L",
    "CFB128.AXIS16.UF1-PP0L",
    "OFB.AES256-UF1-PP0L",
    "KW-INV.AES128ED-UF1-PP0L",
    "GCM.AXIS64.UF1-PP0L",
    "GCM.AXIS512.RF2-UF1-PP0L",
    "CCM-RAW.AXIS256.UF1-PP0L",
    "CCM.AXIS256.UF1-PP0L",
    # Cores whose header has the last part of the key schedule.
    "ECB.AES128D-UF1-PP0T-LAST",
    "KW.AES256D-UF1-PP0T-LAST",
)


@pytest.mark.sim
@pytest.mark.parametrize("label", first(3, _LABELS))
def test_the_rtl_moves_the_same(
    label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert passed(label, "exchanges", tmp_path, monkeypatch) == (1, 0)


@pytest.mark.parametrize("label", _LABELS)
def test_what_is_sealed_is_opened(label: str) -> None:
    found = list(messages(label, Random(3)))
    for there, back in pairwise(found):
        if not there.get("decrypt") and back.get("decrypt") and there["key"] == back["key"]:
            assert sealed(label, api.exchange(label, **back))[0] in {there["data"], b""}
    assert any(api.exchange(label, **each).expected for each in found)


def test_published_answers_come_out() -> None:
    """SP 800-38A, F.5.1."""
    key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    found = api.exchange(
        "CTR.UF1-PP0T",
        key=key,
        iv=bytes.fromhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"),
        data=bytes.fromhex("6bc1bee22e409f96e93d7e117393172a"),
    )
    assert found.expected[0]["out_block_o"] == 0x874D6191B620E3261BEF6864990DB6CE
    assert found.header[0]["hdr_key_i"] == int.from_bytes(key)
    assert [each["in_last_i"] for each in found.sent] == [1]


@pytest.mark.parametrize(
    ("label", "given", "said"),
    [
        ("UF1-PP0T", {"key": bytes(16)}, "UF1-PP0T: no port of messages; legal: a mode"),
        ("CTR.AXIL32.UF1-PP0T", {"key": bytes(16)}, "no port of messages"),
        ("CTR.UF1-PP0T", {"key": bytes(15)}, "key of 15 bytes: legal for CTR.UF1-PP0T: 16"),
        ("CTR.UF1-PP0T", {"key": bytes(16)}, "iv of 0 bytes: legal for CTR: 16"),
        ("CCM.UF1-PP0T", {"key": bytes(16), "iv": bytes(6)}, "legal for CCM: 7 to 13"),
        ("ECB.UF1-PP0T", {"key": bytes(16), "decrypt": True}, "has not this direction"),
        ("ECB.UF1-PP0T", {"key": bytes(16), "aad": b"a"}, "aad: ECB has none"),
        ("ECB.UF1-PP0T", {"key": bytes(16), "tag": b"a"}, "tag: ECB has none"),
        ("ECB.UF1-PP0T", {"key": bytes(16), "stream": 1}, "stream 1: legal"),
        ("ECB.UF1-PP0T", {"key": bytes(16), "data": b"a"}, "data of 1 bytes: legal for ECB: 0 or"),
        ("KW-INV.UF1-PP0L", {"key": bytes(16), "data": bytes(16)}, "encrypt: the core of KW-INV"),
        ("KW-H1.UF1-PP0L", {"key": bytes(16), "data": bytes(40)}, "up to 32"),
        ("CMAC.UF1-PP0T", {"key": bytes(16), "decrypt": True}, "tag: CMAC takes one"),
        ("CMAC.UF1-PP0T", {"key": bytes(16), "tag_bytes": 17}, "a tag of 17 bytes: legal"),
        (
            "CMAC.UF1-PP0T",
            {"key": bytes(16), "tag": bytes(16), "tag_bytes": 12, "decrypt": True},
            "tag_bytes 12: the tag has 16 bytes",
        ),
        ("CTR-W8.UF1-PP0L", {**_CTR, "data": bytes(16 * 256 + 1)}, "legal for CTR-W8.UF1-PP0L: up"),
        ("XTS-L8.UF1-PP0L", {**_XTS, "data": bytes(16 * 256 + 1)}, "up to 4096"),
        ("GCM-L8.UF1-PP0L", {**_CTR, "data": bytes(16 * 254 + 1)}, "up to 4064"),
        ("CCM.UF1-PP0L", {**_CTR, "iv": bytes(13), "data": bytes(1 << 16)}, "up to 65535"),
        ("CTR.UF1-PP0L", {**_CTR, "data": "text"}, "data of type str: legal: bytes"),
        ("CTR.UF1-PP0L", {**_CTR, "iv": None}, "iv of type NoneType: legal: bytes"),
        ("CTR.UF1-PP0L", {**_CTR, "stream": True}, "stream True: legal: a whole number"),
        ("CTR.UF1-PP0L", {**_CTR, "decrypt": 2}, "decrypt 2: legal: True or False"),
        ("GCM.UF1-PP0L", {**_CTR, "tag_bytes": 16.0}, "tag_bytes 16.0: legal: a whole number"),
        (5, _CTR, "label 5: legal: text"),
    ],
)
def test_what_is_no_message_is_refused(label: str, given: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        api.exchange(label, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [1, 7, 8, 13, 128, 129, 500])
def test_an_iv_of_any_length_has_an_answer(size: int) -> None:
    """By SP 800-38D where the library takes none, and by both where it does."""
    given: dict[str, Any] = {
        "key": bytes(range(16)),
        "iv": b"\1" * size,
        "aad": b"head",
    }
    text, tag = sealed("GCM.UF1-PP0L", api.exchange("GCM.UF1-PP0L", **given, data=b"text" * 9))
    back = api.exchange("GCM.UF1-PP0L", **given, data=text, tag=tag, decrypt=True)
    assert back.error == 0
    assert sealed("GCM.UF1-PP0L", back)[0] == b"text" * 9


@pytest.mark.parametrize("size", [8, 16, 40, 128])
def test_both_ways_to_an_answer_agree(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {
        "key": bytes(range(24)),
        "iv": bytes(range(1, 1 + size)),
        "aad": b"head" * 5,
    }
    label = "GCM.AES192-UF1-PP0L"
    there = api.exchange(label, **given, data=bytes(100))
    monkeypatch.setattr(exchanging, "_LIBRARY_IV", range(0))
    assert api.exchange(label, **given, data=bytes(100)) == there


def test_bytes_may_be_of_any_such_type() -> None:
    plain = api.exchange("CTR.UF1-PP0L", **_CTR, data=b"text")
    assert api.exchange("CTR.UF1-PP0L", **_CTR, data=bytearray(b"text")) == plain  # type: ignore[arg-type]
    assert api.exchange("CTR.UF1-PP0L", **_CTR, data=memoryview(b"text")) == plain  # type: ignore[arg-type]
