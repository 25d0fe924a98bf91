"""`api.exchange` gives what the RTL takes and gives, transfer by transfer."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from aesculus import api
from aesculus.errors import InputError
from products.bus_models import passed
from products.exchanged import messages, sealed
from samples import first

_LABELS = (
    "GCM.AXIS64.UF1-PP0L",
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
        if not there.get("decrypt") and back.get("decrypt"):
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
    ],
)
def test_what_is_no_message_is_refused(label: str, given: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        api.exchange(label, **given)  # type: ignore[arg-type]
