"""A board of Python at the end of a line, right or with a fault, to see what the host finds."""

from aesculus.ciphers.aes.reference import cipher_block
from aesculus.design import parse_build
from aesculus.export.boards.fit import drivable
from aesculus.export.boards.host import successor, summed


class FakeBoard:
    """Speaks the commands of docs/boards.md as a core of a label would, but for a fault.

    Attributes:
        fault: `digest`, `block`, `order`, `sum`, `slow`, `late`, `kept` or `silent`, or empty.
    """

    def __init__(self, label: str, *, latency: int = 11, period: int = 10, fault: str = "") -> None:
        self.point = parse_build(label)
        self.shape = drivable(self.point)
        self.latency, self.period, self.fault = latency, period, fault
        self.key: bytes | None = self.shape.fixed_key or None
        self.block, self.decrypt, self.count = bytes(16), False, 0
        self.inward, self.outward = b"", b""

    def write(self, data: bytes, /) -> None:
        self.inward += data
        while self.inward and self._one():
            pass

    def read(self, size: int, /) -> bytes:
        found, self.outward = self.outward[:size], self.outward[size:]
        return b"" if self.fault == "silent" else found

    def _one(self) -> bool:
        name = self.inward[:1]
        fixed = bool(self.shape.fixed_key)
        key_bytes = 0 if fixed else self.shape.key_bits // 8
        size = 1 + {b"K": key_bytes, b"E": 16, b"D": 16, b"R": 3}.get(name, 0)
        if len(self.inward) < size:
            return False
        payload, self.inward = self.inward[1:size], self.inward[size:]
        if name != b"\0":
            self.outward += self._answer(name, payload)
        return True

    def _answer(self, name: bytes, payload: bytes) -> bytes:
        decrypts = self.shape.direction.decrypts
        if name == b"I":
            return self._about()
        if name == b"K" and not self.shape.fixed_key:
            self.key = payload
            return b"k"
        if name == b"Z":
            if self.fault != "kept":
                self.key = self.shape.fixed_key or None
            return b"z"
        if name in (b"E", b"D") and (name == b"D") in decrypts and self.key is not None:
            self.block, self.decrypt = payload, name == b"D"
            return self._cipher(wrong=self.fault == "block")
        if name == b"R" and self.key is not None:
            return self._run(int.from_bytes(payload, "big"))
        return b"?"

    def _cipher(self, *, wrong: bool) -> bytes:
        assert self.key is not None
        result = cipher_block(self.key, self.block, decrypt=self.decrypt)
        self.block = successor(self.block)
        self.count += 1
        # One bit of one block, well into the random ones.
        return bytes([result[0] ^ 1, *result[1:]]) if wrong and self.count == 12 else result

    def _run(self, count: int) -> bytes:
        results = [self._cipher(wrong=False) for _ in range(count)]
        if self.fault == "order" and count > 1:
            results[0], results[1] = results[1], results[0]
        if self.fault == "sum" and count > 1:
            results = results[:-1]
        period = self.period + (self.fault == "slow")
        cycles = (count - 1) * period + self.latency + (self.fault == "late")
        return summed(results) + cycles.to_bytes(4, "big")

    def _about(self) -> bytes:
        decrypts = self.shape.direction.decrypts
        flags = int(False in decrypts) | int(True in decrypts) << 1
        flags |= int(bool(self.shape.fixed_key)) << 2
        flags |= int(self.shape.schedule == "stored") << 3
        digest = bytes.fromhex(self.point.design.digest[:16])
        if self.fault == "digest":
            digest = digest[::-1]
        head = b"AES" + bytes([1, self.shape.key_bits // 8, flags])
        return head + (25_000).to_bytes(4, "big") + (25).to_bytes(2, "big") + digest
