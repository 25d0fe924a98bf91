"""A master of Wishbone's standard cycles, for cocotb: one access at a time, in order of calls."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.triggers import Lock, ReadOnly, RisingEdge
from cocotbext.axi import AxiResp

_WORD = 4


@dataclass
class Answer:
    """What came of an access, in the terms of cocotbext-axi: an ERR is a SLVERR.

    Attributes:
        resp: how it was answered.
        data: the bytes that were read.
    """

    resp: AxiResp
    data: bytes = b""


class WishboneMaster:
    """Drives `s_wb_*` of a design."""

    def __init__(self, dut: Any) -> None:
        self._dut = dut
        self._one = Lock()
        self._waits: Callable[[], bool] = lambda: False
        self._idle()

    def pause(self, waits: Callable[[], bool]) -> None:
        """Ask in each cycle before an access whether it has to wait."""
        self._waits = waits

    async def write(self, address: int, data: bytes) -> Answer:
        """Write bytes from any address on, the first at the lowest."""
        answers = []
        while data:
            at = address % _WORD
            part, data = data[: _WORD - at], data[_WORD - at :]
            lanes = ((1 << len(part)) - 1) << at
            word = int.from_bytes(bytes(at) + part, "little")
            answers.append(await self.access(address, lanes, word))
            address += len(part)
        return Answer(max(each.resp for each in answers))

    async def read(self, address: int, size: int) -> Answer:
        """Read whole words."""
        found = [
            await self.access(at, (1 << _WORD) - 1) for at in range(address, address + size, _WORD)
        ]
        return Answer(max(each.resp for each in found), b"".join(each.data for each in found))

    def init_write(self, address: int, data: bytes) -> "Begun":
        """Begin to write."""
        return Begun(self.write(address, data))

    def init_read(self, address: int, size: int) -> "Begun":
        """Begin to read."""
        return Begun(self.read(address, size))

    async def access(self, address: int, lanes: int, word: int | None = None) -> Answer:
        """Read the word in which a byte lies, or write it; of each lane a bit says if it counts."""
        dut = self._dut
        async with self._one:
            while self._waits():
                await RisingEdge(dut.clk)
            dut.s_wb_cyc.value = 1
            dut.s_wb_stb.value = 1
            dut.s_wb_we.value = int(word is not None)
            dut.s_wb_adr.value = address // _WORD
            dut.s_wb_sel.value = lanes
            dut.s_wb_dat_i.value = word or 0
            for _ in range(16):
                await RisingEdge(dut.clk)
                # What a register drives is seen behind the edge.
                await ReadOnly()
                ack, err = (int(each.value) for each in (dut.s_wb_ack, dut.s_wb_err))
                if ack or err:
                    break
            assert ack + err == 1, f"word {address:#x}: ACK {ack}, ERR {err}"
            data = int(dut.s_wb_dat_o.value).to_bytes(_WORD, "little")
            # The edge at which the answer is taken.
            await RisingEdge(dut.clk)
            self._idle()
        return Answer(AxiResp.SLVERR if err else AxiResp.OKAY, data)

    def _idle(self) -> None:
        for name in ("cyc", "stb", "we", "adr", "sel", "dat_i"):
            getattr(self._dut, f"s_wb_{name}").value = 0


class Begun:
    """An access on its way.

    Attributes:
        data: the answer, once it is there.
    """

    def __init__(self, access: Coroutine[Any, Any, Answer]) -> None:
        self.data: Answer | None = None
        self._task = cocotb.start_soon(access)

    async def wait(self) -> None:
        """Wait for the answer."""
        self.data = await self._task
