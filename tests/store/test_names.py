"""Names of devices in a store: a tool of the user's own may stand behind one."""

import pytest

from aesculus.store.names import refused


def _why(device: str) -> str:
    return refused(key="0" * 64, label="UF1-PP1T", device=device, artefacts={})


@pytest.mark.parametrize(
    "device", ["", "LFE5U-85F-8", "XC2V4000", "LFE5U-85F-8@diamond", "XC7A100T@nextpnr-xilinx"]
)
def test_names_of_devices(device: str) -> None:
    assert _why(device) == ""


@pytest.mark.parametrize(
    "device",
    ["@diamond", "A@", "A@B", "A@b@c", "A@b/c", "../A", "A/b", "A@b c", "A@" + "b" * 60],
)
def test_what_is_none(device: str) -> None:
    assert "is no device: legal are letters, digits, dots, dashes, @ before a tool" in _why(device)
