"""Messages for `api.exchange`, for every kind of mode."""

from collections.abc import Iterator
from random import Random
from typing import Any

from aesculus import api
from aesculus.design import parse
from aesculus.design.kinds import Direction
from aesculus.products.modes.kw.answers import ICV1, room_of, wrapped

SIZES = (0, 1, 15, 16, 17, 40, 64, 100)


def messages(label: str, random: Random) -> Iterator[dict[str, Any]]:
    """Give the arguments of messages in both directions, those with a wrong tag among them."""
    mode: Any = parse(label)
    mode = mode.mode
    name, key_bytes = mode.name, mode.key_bits // 8
    whole = name in {"ECB", "CBC", "KW"}
    least = {"KW": 16, "KWP": 1, "XTS": 16}.get(name, 0)
    for asked in SIZES:
        size = max(least, -(-asked // 16) * 16 if whole else asked)
        if name in {"KW", "KWP"} and size > 8 * room_of(mode):
            continue
        common: dict[str, Any] = {"key": random.randbytes(key_bytes)}
        if name not in {"ECB", "CMAC", "KW", "KWP"}:
            lengths = {"CCM": (7, 13), "GCM": (12, 16, 20, 40), "GMAC": (12, 33)}
            common["iv"] = random.randbytes(random.choice(lengths.get(name, (16,))))
        if name in {"GCM", "CCM"}:
            common["aad"] = random.randbytes(random.choice((0, 5, 16, 30)))
        data = random.randbytes(size)
        tagged = name in {"GCM", "GMAC", "CCM", "CMAC"}
        if mode.shape.direction is Direction.DECRYPT:
            if name == "KW":
                data = wrapped(common["key"], ICV1, data)
            yield common | {"data": data, "decrypt": True}
            continue
        if tagged:
            common["tag_bytes"] = random.choice((4, 8, 12, 16))
        yield common | {"data": data}
        if name in {"CBC", "ECB", "XTS", "KW", "KWP"} and "ED" not in label:
            continue
        back = api.exchange(label, **common, data=data)
        body, tag = sealed(label, back)
        common.pop("tag_bytes", None)
        if name in {"CMAC", "GMAC"}:
            body = data
        yield common | {"data": body, "decrypt": True} | ({"tag": tag} if tagged else {})
        if tagged:
            wrong = bytes([tag[0] ^ 1]) + tag[1:]
            yield common | {"data": body, "decrypt": True, "tag": wrong}
        if name in {"KW", "KWP"}:
            yield common | {"data": body[:-1] + bytes([body[-1] ^ 1]), "decrypt": True}


def sealed(label: str, found: api.Exchange) -> tuple[bytes, bytes]:
    """Return the text and the tag that come out, by the transfers alone."""
    parts = {2: b"", 3: b""}
    for each in found.expected:
        if ".AXIS" in label:
            size = each["m_axis_tkeep_o"].bit_count()
            kind = each["m_axis_tuser_o"] & 3
            data = each["m_axis_tdata_o"].to_bytes(64, "little")[:size]
        else:
            size, kind = each["out_bytes_o"], each["out_kind_o"]
            whole = each["out_block_o"].to_bytes(64)
            blocks = [whole[at : at + 16] for at in (48, 32, 16, 0)]
            data = b"".join(blocks)[:size]
        parts[kind] += data
    return parts[2], parts[3]
