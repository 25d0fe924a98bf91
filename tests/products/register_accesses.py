"""What cocotb runs in the simulator: the registers on each bus, answered by a library.

The model of AXI4-Lite is that of cocotbext-axi. Offsets are those of the page, given anew.
"""

import os
from itertools import count
from random import Random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from aesculus.design import parse
from aesculus.products.common.registers.around import RegisterBus
from products.beginning import begin
from products.wishbone_master import WishboneMaster

_ID, _POINT, _MODE, _DIGEST = 0x00, 0x04, 0x08, 0x10
_CTRL, _STATUS, _ERROR, _IRQ_ENABLE, _IRQ_STATUS = 0x20, 0x24, 0x28, 0x2C, 0x30
_HEADER, _AAD_BYTES, _TEXT_BYTES, _IN_CTRL = 0x40, 0x44, 0x48, 0x4C
_IV, _DATA_IN, _DATA_OUT, _KEY, _END = 0x50, 0x60, 0x70, 0x80, 0xC0
_START, _ZEROISE = 1, 2
_HDR_READY, _IN_READY, _OUT_VALID, _CLEARED, _KEYED = (1 << bit for bit in range(5))
_LAST, _TEXT = 1 << 4, 2
_E_IV, _E_BUSY, _E_EMPTY, _E_NO_KEY = 1 << 4, 1 << 8, 1 << 9, 1 << 10
_HOLES = (0x18, 0x1C, 0x34, 0x3C, _END, 0xFC)
_RESET = {
    _HEADER: 0x0010_1000,
    _IN_CTRL: 0x1002,
    _STATUS: _HDR_READY | _IN_READY | _CLEARED,
    _ERROR: 0,
    _AAD_BYTES: 0,
    _TEXT_BYTES: 0,
}
_SEED = 0x5EED


def _answer(key: bytes, iv: bytes, data: bytes) -> bytes:
    context: Any = Cipher(AES(key), CTR(iv)).encryptor()
    return bytes(context.update(data) + context.finalize())


class _Bench:
    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.random = Random(_SEED)
        design = parse(os.environ["AESCULUS_LABEL"])
        assert isinstance(design, RegisterBus)
        self.design = design
        self.key_bytes = design.mode.key_bits // 8
        self.axil = design.name == "AXIL"
        self.bus: Any = (
            AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.clk, dut.rst)
            if self.axil
            else WishboneMaster(dut)
        )
        Clock(dut.clk, 10, "ns").start()

    async def begin(self) -> None:
        await begin(self.dut)

    def pause(self, percent: int) -> None:
        if not self.axil:
            self.bus.pause(lambda: self.random.randrange(100) < percent)
            return
        write, read = self.bus.write_if, self.bus.read_if
        for channel in (
            write.aw_channel,
            write.w_channel,
            write.b_channel,
            read.ar_channel,
            read.r_channel,
        ):
            channel.set_pause_generator(self.random.randrange(100) < percent for _ in count())

    async def put(self, address: int, data: int | bytes) -> None:
        """Write words, or single bytes."""
        whole = data.to_bytes(4, "little") if isinstance(data, int) else data
        answer = await self.bus.write(address, whole)
        assert answer.resp == AxiResp.OKAY, hex(address)

    async def get(self, address: int, size: int = 4) -> bytes:
        answer = await self.bus.read(address, size)
        assert answer.resp == AxiResp.OKAY, hex(address)
        return bytes(answer.data)

    async def word(self, address: int) -> int:
        return int.from_bytes(await self.get(address), "little")

    async def until(self, bits: int) -> int:
        for _ in range(500):
            status = await self.word(_STATUS)
            if status & bits == bits:
                return status
        raise AssertionError(f"status {status:#x} never had {bits:#x}")

    async def header(self, key: bytes, iv: bytes) -> None:
        await self.until(_HDR_READY)
        await self.put(_KEY, key)
        await self.put(_IV, iv.ljust(16, b"\0"))
        await self.put(_HEADER, len(iv) << 8)
        await self.put(_CTRL, _START)

    async def block(self, data: bytes, *, last: bool) -> None:
        await self.until(_IN_READY)
        await self.put(_IN_CTRL, len(data) << 8 | last * _LAST | _TEXT)
        await self.put(_DATA_IN, data.ljust(16, b"\xa5"))

    async def result(self) -> tuple[bytes, int]:
        status = await self.until(_OUT_VALID)
        size = status >> 16 & 31
        assert status >> 12 & 3 == _TEXT
        data = await self.get(_DATA_OUT, 16)
        assert not any(data[size:])
        return data[:size], status

    async def message(self, size: int) -> None:
        """Send a message block by block and compare what comes."""
        key, iv, data = (self.random.randbytes(each) for each in (self.key_bytes, 16, size))
        await self.header(key, iv)
        got = b""
        for at in range(0, max(1, size), 16):
            last = at + 16 >= size
            await self.block(data[at : at + 16], last=last)
            part, status = await self.result()
            got += part
            assert bool(status & 1 << 8) == last
            assert not status & 1 << 10
        assert got == _answer(key, iv, data), f"{size} bytes"


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def it_says_what_it_is(dut: Any) -> None:
    """Identification, resets, addresses without a register, and what is written only."""
    bench = _Bench(dut)
    await bench.begin()
    assert await bench.word(_ID) == 0xAE5C_0101
    assert await bench.word(_POINT) == bench.design.mode.key_bits
    assert (await bench.get(_MODE, 8)).rstrip(b"\0").decode() == bench.design.mode.name
    digest = await bench.word(_DIGEST), await bench.word(_DIGEST + 4)
    assert "{:08x}{:08x}".format(*digest) == bench.design.digest[:16]
    for address, value in _RESET.items():
        assert await bench.word(address) == value, hex(address)
    for address in _HOLES:
        assert (await bench.bus.read(address, 4)).resp == AxiResp.SLVERR, hex(address)
        assert (await bench.bus.write(address, b"\1\2\3\4")).resp == AxiResp.SLVERR, hex(address)
    for address in (*range(_IV, _DATA_OUT, 4), *range(_KEY, _END, 4)):
        if address != _DATA_IN + 12:
            await bench.put(address, bench.random.randbytes(4))
        assert not await bench.word(address), hex(address)
    assert not await bench.word(_CTRL)
    await bench.put(_ID, 0)
    assert await bench.word(_ID) == 0xAE5C_0101
    # Bytes are written one by one, too.
    for place, byte in enumerate(b"\x01\x0c\x08"):
        await bench.put(_HEADER + place, bytes([byte]))
    assert await bench.word(_HEADER) == 0x00080C01
    # Lengths are kept where the mode reads them.
    told = 0x0BADF00D if bench.design.mode.told_lengths else 0
    for address in (_AAD_BYTES, _TEXT_BYTES):
        await bench.put(address, 0x0BADF00D)
        assert await bench.word(address) == told, hex(address)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def messages(dut: Any) -> None:
    """Messages of some lengths, without and with pauses on all channels."""
    bench = _Bench(dut)
    await bench.begin()
    for percent, sizes in ((0, (0, 1, 15, 16, 17, 48)), (60, (31, 33))):
        bench.pause(percent)
        for size in sizes:
            await bench.message(size)
    assert not await bench.word(_ERROR)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def misuse(dut: Any) -> None:
    """What is done while it cannot be is noted, and does nothing."""
    bench = _Bench(dut)
    await bench.begin()
    for word in range(4):
        assert not await bench.word(_DATA_OUT + 4 * word)
        assert await bench.word(_ERROR) == _E_EMPTY
        await bench.put(_ERROR, _E_EMPTY)
    assert not await bench.word(_ERROR)
    # No header is there, so the first block waits, and a second one is lost.
    key, iv, data = (bench.random.randbytes(size) for size in (bench.key_bytes, 16, 16))
    await bench.block(data, last=True)
    assert not await bench.word(_STATUS) & _IN_READY
    assert not await bench.word(_ERROR)
    for address in (_IN_CTRL, *range(_DATA_IN, _DATA_OUT, 4)):
        await bench.put(address, bench.random.randbytes(4))
        assert await bench.word(_ERROR) == _E_BUSY, hex(address)
        # Another bit, then this one.
        await bench.put(_ERROR, ~_E_BUSY & 0xFFFFFFFF)
        assert await bench.word(_ERROR) == _E_BUSY
        await bench.put(_ERROR, _E_BUSY)
        assert not await bench.word(_ERROR)
    await bench.header(key, iv)
    assert (await bench.result())[0] == _answer(key, iv, data)
    # One or two headers wait in the mode, the next in the registers; another is lost.
    waiting = 2 if bench.design.mode.headers()["Single"] == "1'b1" else 3
    for number in range(waiting):
        await bench.until(_HDR_READY)
        await bench.put(_IV, bytes([number] * 16))
        await bench.put(_CTRL, _START)
    for _ in range(4):
        assert not await bench.word(_STATUS) & _HDR_READY
    for address in (_HEADER, _AAD_BYTES, _TEXT_BYTES, _IV, _IV + 12, _KEY, _END - 4, _CTRL):
        await bench.put(address, 1)
        assert await bench.word(_ERROR) == _E_BUSY, hex(address)
        await bench.put(_ERROR, _E_BUSY)
    # Reading what a header is made of is no misuse.
    assert await bench.word(_HEADER) == 16 << 8
    assert not await bench.word(_ERROR)
    for number in range(waiting):
        await bench.block(data, last=True)
        assert (await bench.result())[0] == _answer(key, bytes([number] * 16), data)
    # An error of the mode: its message gives nothing, the next one is right.
    await bench.header(key, iv[:12])
    await bench.block(data, last=True)
    got, status = await bench.result()
    assert not got
    assert status & 1 << 10
    assert await bench.word(_ERROR) == _E_IV
    assert int(dut.error.value) == _E_IV
    await bench.message(20)
    assert await bench.word(_ERROR) == _E_IV
    await bench.put(_ERROR, _E_IV)
    assert not await bench.word(_ERROR)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def single_bytes(dut: Any) -> None:
    """A byte starts what its register starts; without any nothing is written."""
    bench = _Bench(dut)
    await bench.begin()
    key, iv = bench.random.randbytes(bench.key_bytes), bench.random.randbytes(16)
    data = bench.random.randbytes(12) + b"\0\0\0" + bench.random.randbytes(1)
    await bench.header(key, iv)
    await bench.until(_IN_READY)
    await bench.put(_IN_CTRL, 16 << 8 | _LAST | _TEXT)
    await bench.put(_DATA_IN, data[:12])
    await bench.put(_DATA_IN + 15, data[15:])
    await bench.until(_OUT_VALID)
    got = await bench.get(_DATA_OUT, 12)
    assert await bench.word(_STATUS) & _OUT_VALID
    if bench.axil:
        got += await bench.get(_DATA_OUT + 12)
    else:
        got += (await bench.bus.access(_DATA_OUT + 12, lanes=0)).data
        for address in (_HOLES[0], _KEY, _CTRL):
            answer = await bench.bus.access(address, lanes=0, word=0xFFFF_FFFF)
            assert answer.resp == AxiResp.OKAY, hex(address)
    assert got == _answer(key, iv, data)
    status = await bench.word(_STATUS)
    assert status & (_OUT_VALID | _CLEARED | _KEYED) == _CLEARED | _KEYED
    assert not await bench.word(_ERROR)


async def _assert_unkeyed(bench: _Bench) -> None:
    """No message begins, and it is noted."""
    assert not await bench.word(_STATUS) & _KEYED
    await bench.put(_CTRL, _START)
    assert await bench.word(_ERROR) == _E_NO_KEY
    assert await bench.word(_STATUS) & _HDR_READY
    await bench.put(_ERROR, _E_NO_KEY)
    assert not await bench.word(_ERROR)


async def _assert_empty(bench: _Bench) -> None:
    for address, value in _RESET.items():
        assert await bench.word(address) == value, hex(address)
    for address in range(_IV, _END, 4):
        assert not await bench.word(address), hex(address)
    await bench.put(_ERROR, _E_EMPTY)
    await _assert_unkeyed(bench)
    # Neither key nor IV are left: where a byte of each word is written, the others are zeros.
    data = bench.random.randbytes(16)
    for word in range(bench.key_bytes // 4):
        await bench.put(_KEY + 4 * word, b"\0")
    await bench.put(_CTRL, _START)
    await bench.block(data, last=True)
    assert (await bench.result())[0] == _answer(bytes(bench.key_bytes), bytes(16), data)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def no_message_without_a_key(dut: Any) -> None:
    """Each word that the key has must be written, whatever was written beside it."""
    bench = _Bench(dut)
    await bench.begin()
    await _assert_unkeyed(bench)
    # It is noted at once, so that a 1 that is written next takes it away.
    await bench.put(_CTRL, _START)
    await bench.put(_ERROR, _E_NO_KEY)
    assert not await bench.word(_ERROR)
    words = bench.key_bytes // 4
    iv, data = bench.random.randbytes(16), bench.random.randbytes(16)
    await bench.block(data, last=True)
    for without in range(words):
        key = bench.random.randbytes(bench.key_bytes)
        for word in range(words):
            if word != without:
                await bench.put(_KEY + 4 * word, key[4 * word : 4 * word + 4])
        for beyond in range(_KEY + bench.key_bytes, _END, 4):
            await bench.put(beyond, b"\xff" * 4)
        await bench.put(_IV, iv)
        await _assert_unkeyed(bench)
        for _ in range(40):
            assert not await bench.word(_STATUS) & _OUT_VALID
        await bench.put(_KEY + 4 * without, key[4 * without : 4 * without + 4])
        assert await bench.word(_STATUS) & _KEYED
        # The block that waited is not of the messages that did not begin.
        await bench.put(_CTRL, _START)
        assert (await bench.result())[0] == _answer(key, iv, data)
        await bench.put(_CTRL, _ZEROISE)
        await bench.until(_CLEARED)
        await bench.block(data, last=True)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def zeroise(dut: Any) -> None:
    """It ends what is on its way and leaves nothing, whenever it comes."""
    bench = _Bench(dut)
    await bench.begin()
    for wait in (0, 1, 3, 8, 40):
        await bench.header(bench.random.randbytes(bench.key_bytes), bench.random.randbytes(16))
        await bench.put(_KEY, bench.random.randbytes(bench.key_bytes))
        await bench.block(bench.random.randbytes(16), last=False)
        for _ in range(wait):
            await RisingEdge(dut.clk)
        await bench.put(_CTRL, _ZEROISE | _START)
        # Until it is done nothing is written.
        assert not await bench.word(_STATUS)
        await bench.put(_KEY, 0xFFFFFFFF)
        await bench.until(_CLEARED)
        assert await bench.word(_ERROR) == _E_BUSY
        await bench.put(_ERROR, _E_BUSY)
        await _assert_empty(bench)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_clear_by_the_pin(dut: Any) -> None:
    """Transactions come to their end in it, and nothing is left behind it."""
    bench = _Bench(dut)
    await bench.begin()
    bench.pause(40)
    dropped = 0
    for _ in range(12):
        await bench.header(bench.random.randbytes(bench.key_bytes), bench.random.randbytes(16))
        await bench.block(bench.random.randbytes(16), last=False)
        writes = [bench.bus.init_write(_KEY + 4 * word, b"\xff" * 4) for word in range(4)]
        reads = [bench.bus.init_read(_DATA_OUT, 4) for _ in range(3)]
        for _ in range(bench.random.randrange(12)):
            await RisingEdge(dut.clk)
        dut.clear.value = 1
        await RisingEdge(dut.clk)
        dut.clear.value = 0
        for each in (*writes, *reads):
            await each.wait()
        answers = {each.data.resp for each in writes}
        assert answers <= {AxiResp.OKAY, AxiResp.SLVERR}
        dropped += AxiResp.SLVERR in answers
        await bench.until(_CLEARED)
        await bench.put(_CTRL, _ZEROISE)
        await bench.until(_CLEARED)
        await bench.put(_ERROR, 0xFFFFFFFF)
        await _assert_empty(bench)
    # Wishbone keeps nothing that could be dropped.
    assert bool(dropped) == bench.axil


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_clear_wipes_a_read_that_waits(dut: Any) -> None:
    """What nobody took yet is zeros behind a clear, whenever it comes."""
    bench = _Bench(dut)
    await bench.begin()
    if not bench.axil:
        return  # Wishbone's master takes an answer at once.
    taking = bench.bus.read_if.r_channel
    held = 0
    for gap in range(8):
        await bench.header(bench.random.randbytes(bench.key_bytes), bench.random.randbytes(16))
        await bench.block(bench.random.randbytes(16), last=True)
        await bench.until(_OUT_VALID)
        taking.pause = True
        read = bench.bus.init_read(_DATA_OUT, 4)
        for _ in range(gap):
            await RisingEdge(dut.clk)
        dut.clear.value = 1
        await RisingEdge(dut.clk)
        held += bool(int(dut.s_axil_rvalid.value) and int(dut.s_axil_rdata.value))
        dut.clear.value = 0
        for _ in range(12):
            await RisingEdge(dut.clk)
            assert not int(dut.s_axil_rdata.value), gap
        taking.pause = False
        await read.wait()
        await bench.until(_CLEARED)
        await bench.put(_ERROR, 0xFFFFFFFF)
    assert held


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def interrupts(dut: Any) -> None:
    """Each cause raises the line while it lasts, if it is enabled."""
    bench = _Bench(dut)
    await bench.begin()

    async def line() -> int:
        await RisingEdge(dut.clk)
        await RisingEdge(dut.clk)
        return int(dut.irq.value)

    assert await bench.word(_IRQ_STATUS) == 0b01011
    assert not await line()
    for bit, high in ((0, 1), (1, 1), (2, 0), (3, 1), (4, 0)):
        await bench.put(_IRQ_ENABLE, 1 << bit)
        assert await line() == high, bit
    await bench.put(_IRQ_STATUS, 1 << 3)
    assert await bench.word(_IRQ_STATUS) == 0b00011
    await bench.put(_IRQ_ENABLE, 1 << 2)
    await bench.header(bytes(bench.key_bytes), bytes(16))
    await bench.block(bytes(16), last=True)
    await bench.until(_OUT_VALID)
    assert await line()
    await bench.result()
    assert not await line()
    await bench.put(_IRQ_ENABLE, 1 << 4)
    await bench.word(_DATA_OUT)
    assert await line()
    await bench.put(_ERROR, _E_EMPTY)
    assert not await line()
    await bench.put(_IRQ_ENABLE, 1 << 3)
    await bench.put(_CTRL, _ZEROISE)
    await bench.until(_CLEARED)
    assert await line()
    assert await bench.word(_IRQ_ENABLE) == 1 << 3
    await bench.put(_IRQ_STATUS, 1 << 3)
    assert not await line()
