"""A message as transfers: what goes into a design with a mode, and what must come out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from cryptography.hazmat.primitives.ciphers.modes import ECB

from aesculus.api.exchange_rules import TAGS, WRAPS, Given, check, text_of, typed, whole
from aesculus.api.naming import legal_point
from aesculus.errors import InputError
from aesculus.export.messages import header_key
from aesculus.products.buses.axis.driver import AxisDriver
from aesculus.products.common.around import AroundCore, Driven
from aesculus.products.common.confidential import ByLibrary, counted, through
from aesculus.products.common.driver import MessagePort, in_lanes
from aesculus.products.common.messages import BLOCK, Beat, Fault, Kind, Message
from aesculus.products.modes.ccm import answers as ccm
from aesculus.products.modes.cmac.answers import tag_of
from aesculus.products.modes.gcm import answers as gcm
from aesculus.products.modes.kw.answers import ICV1, ICV2, SEMI, padded, wrapped

Transfer = Mapping[str, int]
"""A transfer: the value of each port that belongs to it but valid and ready."""

_TAG = BLOCK
_LIBRARY_IV = range(8, 129)
"""Bytes of an IV of GCM that the library takes."""


@dataclass(frozen=True)
class Exchange:
    """What a message moves, in order; what waits for what is on the pages of modes.

    Attributes:
        header: transfers of the header, at `hdr_*` or `s_hdr_*`.
        sent: transfers of the message, at `in_*` or `s_axis_*`.
        expected: transfers of the result, at `out_*` or `m_axis_*`. Bits of data that no byte
            enable covers are zeros.
        error: the bits of `error_o` that it sets.
    """

    header: tuple[Transfer, ...]
    sent: tuple[Transfer, ...]
    expected: tuple[Transfer, ...]
    error: int = 0


def exchange(
    label: str,
    *,
    key: bytes,
    data: bytes = b"",
    iv: bytes = b"",
    aad: bytes = b"",
    decrypt: bool = False,
    tag: bytes | None = None,
    tag_bytes: int | None = None,
    stream: int = 0,
) -> Exchange:
    """Return what a message moves at a design's ports.

    The answers are those of the package `cryptography` where it has them.

    Args:
        label: a mode around a core, or with AXI4-Stream around it: `CBC.UF1-PP1T`,
            `GCM.AXIS64.UF10-PP2T`.
        key: of the cipher; of XTS both. The header has what the core takes for it.
        data: text to encrypt or decrypt; of CMAC and GMAC what is authenticated.
        iv: IV, nonce, first counter or tweak.
        aad: associated data, of GCM and CCM.
        decrypt: decrypt, unwrap, or check a tag.
        tag: the tag to check; a wrong one is allowed, and shows what it does.
        tag_bytes: length of a tag that is made; 16 if left out.
        stream: the message's stream.

    Raises:
        LabelError, IllegalDesignError: there is no such design.
        InputError: it has no port of messages, or the message is none that the mode takes.
    """
    named = legal_point(text_of("label", label)).design
    driver = getattr(named, "driver", None)
    if not isinstance(driver, MessagePort | AxisDriver):
        raise InputError(
            f"{label}: no port of messages; legal: a mode, alone or with AXI4-Stream around it"
        )
    design = cast("Driven", named)
    mode = design.mode
    if whole("stream", stream) not in range(mode.streams):
        raise InputError(f"stream {stream}: legal for {label}: 0 to {mode.streams - 1}")
    message = _message(
        mode,
        typed(key=key, data=data, iv=iv, aad=aad, tag=tag, tag_bytes=tag_bytes, decrypt=decrypt),
    )
    brought = header_key(mode.shape, message)
    beats = message.cut(driver.unit)
    read = _axis if isinstance(driver, AxisDriver) else _port
    return Exchange(
        tuple(read("s_hdr", line) for line in driver.header(stream, message, brought)),
        tuple(read("s_axis", line) for beat in beats for line in driver.data(stream, beat)),
        tuple(_results(message, stream, driver, BLOCK * mode.shape.lanes)),
        sum(1 << fault for fault in message.faults),
    )


def _message(mode: AroundCore, given: Given) -> Message:
    check(mode, given)
    key, data, iv, aad, tag = given.key, given.data, given.iv, given.aad, given.tag
    decrypt = given.decrypt
    size = len(tag) if tag is not None else given.tag_bytes or _TAG
    name = mode.name
    sent: list[tuple[Kind, bytes]] = [(Kind.AAD, aad), (Kind.TEXT, data)]
    if name in {"CMAC", "GMAC"}:
        sent = [(Kind.AAD, data)]
    shown, right_tag = b"", b""
    right = True
    match name:
        case "CMAC":
            right_tag = tag_of(key, data)[:size]
        case "GMAC":
            right_tag = _gcm_sealed(key, iv, data, b"")[1][:size]
        case "GCM":
            plain = gcm.opened(key, iv, data) if decrypt else data
            coded, right_tag = _gcm_sealed(key, iv, aad, plain)
            shown, right_tag = plain if decrypt else coded, right_tag[:size]
        case "CCM":
            plain = ccm.opened(key, iv, data) if decrypt else data
            coded, right_tag = ccm.sealed(key, iv, aad, plain, size)
            shown = plain if decrypt else coded
        case "KW" | "KWP":
            inverse = bool(mode.values.get("inverse"))
            pads = name == "KWP"
            if decrypt:
                plain_key = _unwrapped(key, data, pads=pads, inverse=inverse)
                shown, right = plain_key or b"", plain_key is not None
            else:
                first, rest = padded(data) if pads else (ICV1, data)
                shown = wrapped(key, first, rest, inverse=inverse)
        case _:
            answers = cast("ByLibrary", mode.answers)
            shown = answers.answer(mode, key, iv, data, decrypt=decrypt)
    expect = [(Kind.TEXT, shown)]
    if name in TAGS:
        right = not decrypt or tag == right_tag
        if decrypt:
            sent.append((Kind.TAG, cast("bytes", tag)))
            expect = [(Kind.TEXT, shown if right or mode.values.get("raw") else b"")]
        else:
            expect.append((Kind.TAG, right_tag))
    long_iv = len(iv) > BLOCK
    return Message(
        "user",
        "",
        key,
        b"" if long_iv else iv,
        decrypt,
        tuple([(Kind.IV, iv)] * long_iv + sent),
        tuple(expect),
        auth=decrypt and right and (name in TAGS or name in WRAPS),
        faults=frozenset() if right else frozenset({Fault.TAG}),
        tag_bytes=size if name in TAGS else 0,
    )


def _unwrapped(key: bytes, coded: bytes, *, pads: bool, inverse: bool) -> bytes | None:
    """Return an unwrapped key, or None if it is none: SP 800-38F, algorithms 2, 4 and 6."""
    if len(coded) % SEMI or len(coded) < BLOCK:
        return None

    def back(block: bytes) -> bytes:
        return through(ECB(), key, block, decrypt=not inverse)  # noqa: S305 - the block cipher

    rest = [coded[at : at + SEMI] for at in range(SEMI, len(coded), SEMI)]
    first, count = coded[:SEMI], len(rest)
    if count == 1:
        whole = back(coded)
        first, rest = whole[:SEMI], [whole[SEMI:]]
    else:
        for step in range(6 * count, 0, -1):
            place = (step - 1) % count
            mixed = int.from_bytes(first) ^ step
            block = back(mixed.to_bytes(SEMI) + rest[place])
            first, rest[place] = block[:SEMI], block[SEMI:]
    plain = b"".join(rest)
    if not pads:
        return plain if first == ICV1 else None
    size = int.from_bytes(first[4:])
    fits = len(plain) - SEMI < size <= len(plain) and not any(plain[size:])
    return plain[:size] if first[:4] == ICV2 and fits else None


def _gcm_sealed(key: bytes, iv: bytes, aad: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return cipher text and tag of any legal IV, SP 800-38D section 7.1."""
    if len(iv) in _LIBRARY_IV:
        return gcm.sealed(key, iv, aad, text)
    h = through(ECB(), key, bytes(BLOCK), decrypt=False)  # noqa: S305 - the block cipher

    def hashed(*parts: bytes, lengths: bytes) -> bytes:
        padded = b"".join(part + bytes(-len(part) % BLOCK) for part in parts) + lengths
        return gcm.ghash(h, (padded[at : at + BLOCK] for at in range(0, len(padded), BLOCK)))

    coded = gcm.opened(key, iv, text)
    start = gcm.first_counter(key, iv)
    lengths = (8 * len(aad)).to_bytes(BLOCK // 2) + (8 * len(coded)).to_bytes(BLOCK // 2)
    tag = counted(key, start, hashed(aad, coded, lengths=lengths), bits=32)
    return coded, tag


def _results(
    message: Message, stream: int, driver: MessagePort | AxisDriver, unit: int
) -> list[Transfer]:
    """Return the transfers of what comes out.

    Args:
        message: what goes in.
        stream: its number.
        driver: of the port or bus.
        unit: bytes in a beat of the mode.
    """
    width, axis = driver.beat, isinstance(driver, AxisDriver)
    answer = replace(message, parts=message.expect, beats=())
    beats = list(answer.cut(width))
    left = len(beats[-1].data)
    if any(kind is Kind.TAG for kind, _ in message.parts) and left:
        # Of text that was decrypted the verdict is a beat of its own. A bus that is wider than the
        # mode waits for more behind whole beats of it, so there the verdict comes with them.
        joined = left < width and left % unit == 0
        if not joined:
            beats = [
                *(replace(each, last=False) for each in beats),
                Beat(Kind.TEXT, b"", last=True),
            ]
    return [_out(beat, stream, width, auth=message.auth and beat.last, axis=axis) for beat in beats]


def _out(beat: Beat, stream: int, width: int, *, auth: bool, axis: bool) -> Transfer:
    data = beat.data.ljust(width, b"\0")
    kind = int(beat.kind)
    if axis:
        return {
            "m_axis_tdata_o": int.from_bytes(data, "little"),
            "m_axis_tkeep_o": (1 << len(beat.data)) - 1,
            "m_axis_tlast_o": int(beat.last),
            "m_axis_tid_o": stream,
            "m_axis_tuser_o": kind | auth << 2,
        }
    return {
        "out_stream_o": stream,
        "out_kind_o": kind,
        "out_block_o": int.from_bytes(in_lanes(data, width // BLOCK)),
        "out_bytes_o": len(beat.data),
        "out_last_o": int(beat.last),
        "out_auth_o": int(auth),
        "out_error_o": 0,
    }


def _port(bus: str, line: str) -> Transfer:
    """Read a line of the message port's driver."""
    words = line.split()
    if bus == "s_hdr":
        names = ("stream", "decrypt", "key", "iv", "iv_bytes", "tag_bytes", "aad_bytes")
        return _named("hdr", (*names, "text_bytes"), words, {"key", "iv"})
    return _named("in", ("stream", "kind", "bytes", "last", "block"), words, {"block"})


def _axis(bus: str, line: str) -> Transfer:
    """Read a line of the driver of AXI4-Stream."""
    found = _named(
        bus, ("tid", "tuser", "tkeep", "tlast", "tdata"), line.split(), {"tkeep", "tdata"}
    )
    # A header has no TUSER.
    return {name: value for name, value in found.items() if name != "s_hdr_tuser_i"}


def _named(
    bus: str, names: Sequence[str], words: Sequence[str], hexadecimal: set[str]
) -> dict[str, int]:
    return {
        f"{bus}_{name}_i": int(word, 16 if name in hexadecimal else 10)
        for name, word in zip(names, words, strict=True)
    }
