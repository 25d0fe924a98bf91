"""What cocotb runs in the simulator: packets through AXI4-Stream, answered by a library.

The bus models are those of cocotbext-axi, which know nothing of this project.
"""

import os
from itertools import count
from random import Random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC, CTR

from products.beginning import begin

_TEXT = 2
_LENGTHS = range(0, 601, 13)
_SEED = 0x5EED


def _header(key: bytes, iv: bytes, *, decrypt: bool) -> bytes:
    return bytes([decrypt, len(iv), 0, 0]) + bytes(12) + iv + key


def _answer(key: bytes, iv: bytes, data: bytes, *, decrypt: bool) -> bytes:
    mode = CTR(iv) if os.environ["AESCULUS_LABEL"].startswith("CTR") else CBC(iv)
    cipher: Any = Cipher(AES(key), mode)
    context = cipher.decryptor() if decrypt else cipher.encryptor()
    return bytes(context.update(data) + context.finalize())


class _Bench:
    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.random = Random(_SEED)
        self.whole = os.environ["AESCULUS_LABEL"].startswith("CBC")
        clock, reset = dut.clk, dut.rst
        self.headers = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_hdr"), clock, reset)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), clock, reset)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), clock, reset)
        Clock(clock, 10, "ns").start()

    async def begin(self) -> None:
        await begin(self.dut)

    def pause(self, *ports: Any, percent: int) -> None:
        for port in ports:
            port.set_pause_generator(self.random.randrange(100) < percent for _ in count())

    def send(self, size: int) -> bytes:
        """Send a packet with a header and return what must come back."""
        size = -(-size // 16) * 16 if self.whole else size
        key, iv, data = (self.random.randbytes(each) for each in (16, 16, size))
        self.headers.send_nowait(AxiStreamFrame(_header(key, iv, decrypt=False), tid=0))
        self.source.send_nowait(
            AxiStreamFrame(
                data or b"\0", tid=0, tuser=_TEXT, tkeep=[int(bool(data))] * max(1, size)
            )
        )
        return _answer(key, iv, data, decrypt=False)

    async def receive(self) -> AxiStreamFrame:
        return await with_timeout(self.sink.recv(compact=False), 2, "ms")

    async def check(self, wanted: bytes) -> None:
        frame = await self.receive()
        keep = frame.tkeep or [1] * len(frame.tdata)
        got = bytes(byte for byte, kept in zip(frame.tdata, keep, strict=True) if kept)
        assert got == wanted, f"{len(wanted)} bytes: expected {wanted.hex()} got {got.hex()}"
        users = frame.tuser if isinstance(frame.tuser, list) else [frame.tuser]
        assert set(users) == {_TEXT}


@cocotb.test()
async def packets_of_all_lengths(dut: Any) -> None:
    """Every length, back to back, without and with pauses on all three ports."""
    bench = _Bench(dut)
    await bench.begin()
    for percent in (0, 40):
        bench.pause(bench.headers, bench.source, bench.sink, percent=percent)
        wanted = [bench.send(size) for size in _LENGTHS]
        for each in wanted:
            await bench.check(each)
    assert int(dut.error.value) == 0


@cocotb.test()
async def a_clear_in_mid_packet(dut: Any) -> None:
    """What was on its way is dropped, and the next packet is right."""
    bench = _Bench(dut)
    await bench.begin()
    for _ in range(3):
        bench.send(300)
        for _ in range(bench.random.randrange(60, 160)):
            await RisingEdge(dut.clk)
        # The sources hold their offers while the core clears: they drop theirs with it.
        dut.rst.value = 1
        dut.clear.value = 1
        await RisingEdge(dut.clk)
        bench.headers.clear()
        bench.source.clear()
        bench.sink.clear()
        dut.clear.value = 0
        for _ in range(3):
            await RisingEdge(dut.clk)
        dut.rst.value = 0
        await bench.check(bench.send(77))


@cocotb.test()
async def packets_without_a_key_wait(dut: Any) -> None:
    """Nothing comes of data before its header, and all of it afterwards."""
    bench = _Bench(dut)
    await bench.begin()
    data, key, iv = (bench.random.randbytes(size) for size in (64, 16, 16))
    bench.source.send_nowait(AxiStreamFrame(data, tid=0, tuser=_TEXT))
    for _ in range(400):
        await RisingEdge(dut.clk)
        assert not int(dut.m_axis_tvalid.value)
    bench.headers.send_nowait(AxiStreamFrame(_header(key, iv, decrypt=False), tid=0))
    await bench.check(_answer(key, iv, data, decrypt=False))


@cocotb.test()
async def a_header_of_a_wrong_length_spoils_its_packet_alone(dut: Any) -> None:
    """Its packet gives one empty beat with the error mark, the next packet is right."""
    bench = _Bench(dut)
    await bench.begin()
    for change in (-1, 1, 40):
        key, iv, data = (bench.random.randbytes(size) for size in (16, 16, 48))
        header = _header(key, iv, decrypt=False)
        wrong = header[:change] if change < 0 else header + bytes(change)
        bench.headers.send_nowait(AxiStreamFrame(wrong, tid=0))
        bench.source.send_nowait(AxiStreamFrame(data, tid=0, tuser=_TEXT))
        right = bench.send(48)
        frame = await bench.receive()
        assert not any(frame.tkeep), bytes(frame.tdata).hex()
        assert not any(frame.tdata)
        users = frame.tuser if isinstance(frame.tuser, list) else [frame.tuser]
        assert all(user & 8 for user in users)
        await bench.check(right)
        assert int(dut.error.value) == 1 << 4
        dut.error_clear.value = 1
        await RisingEdge(dut.clk)
        dut.error_clear.value = 0
        await RisingEdge(dut.clk)
