"""The module of a stream: LiteX's endpoints, headers from software, and LiteX's own DMA."""

from typing import Any

from litex.gen import LiteXModule
from litex.soc.cores.dma import WishboneDMAReader, WishboneDMAWriter
from litex.soc.interconnect import axi, wishbone
from litex.soc.interconnect.csr import CSR, CSRStatus
from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourcePulse
from migen import Cat, ClockSignal, If, Instance, ResetSignal, Signal

from aesculus.api.litex.core import WIDTH, Core, no_stream

_TEXT = 2
"""TUSER of a beat of text."""


class Stream(LiteXModule):  # type: ignore[misc]
    """A mode with AXI4-Stream of 32 bits (`AXIS32` in its label) for LiteX.

    Software gives the header of each packet, word by word, then data come and go by the endpoints.

    Args:
        platform: gets the sources.
        core: the design.

    Attributes:
        sink: data in, an endpoint with the fields `data`, `keep`, `user` and `last`.
        source: data out, with the same fields.
        ev: the event manager; its event `packet` is the end of a packet that leaves by `source`.
        draining: driven by what drops text in front of `sink` behind a zeroise, while it does.

    The CSRs: `header` and `header_last` take a word of a header, and its last word. Of `status` bit
    0 is high while a word is taken, bit 1 while nothing is being cleared or dropped. `errors` are
    the bits of `error_o`, ended by a write to `errors_clear`. A write to `zeroise` zeroises.

    Raises:
        InputError: the design has no such stream.
    """

    def __init__(self, platform: Any, core: Core) -> None:
        found = {port.name: port.bits for port in core.ports}.get("s_axis_tdata_i")
        if found != WIDTH:
            raise no_stream(core.label)
        self.sink = axi.AXIStreamInterface(data_width=WIDTH, user_width=core.bits("s_axis_tuser_i"))
        self.source = axi.AXIStreamInterface(
            data_width=WIDTH, user_width=core.bits("m_axis_tuser_o")
        )
        self.header = CSR(WIDTH)
        self.header_last = CSR(WIDTH)
        self.zeroise = CSR()
        self.errors = CSRStatus(core.bits("error_o"))
        self.errors_clear = CSR()
        self.status = CSRStatus(2)
        self.draining = Signal()
        self.ev = EventManager()
        self.ev.packet = EventSourcePulse(description="A packet has left.")
        self.ev.finalize()

        # # #

        # One word of a header, which is not kept behind the cycle in which it is taken.
        full, last, word = Signal(), Signal(), Signal(WIDTH)
        ready, cleared = Signal(), Signal()
        self.sync += [
            If(ready | self.zeroise.re, full.eq(0), word.eq(0)),
            If(self.header.re, full.eq(1), last.eq(0), word.eq(self.header.r)),
            If(self.header_last.re, full.eq(1), last.eq(1), word.eq(self.header_last.r)),
        ]
        self.comb += [
            self.status.status.eq(Cat(~full, cleared & ~self.draining)),
            self.ev.packet.trigger.eq(self.source.valid & self.source.ready & self.source.last),
        ]
        for path in core.files:
            platform.add_source(str(path))
        self.specials += Instance(
            core.top,
            i_clk_i=ClockSignal("sys"),
            i_rst_ni=~ResetSignal("sys"),
            i_clear_i=self.zeroise.re,
            o_cleared_o=cleared,
            i_s_hdr_tvalid_i=full,
            o_s_hdr_tready_o=ready,
            i_s_hdr_tdata_i=word,
            i_s_hdr_tkeep_i=(1 << WIDTH // 8) - 1,
            i_s_hdr_tlast_i=last,
            i_s_hdr_tid_i=0,
            i_s_axis_tvalid_i=self.sink.valid,
            o_s_axis_tready_o=self.sink.ready,
            i_s_axis_tdata_i=self.sink.data,
            i_s_axis_tkeep_i=self.sink.keep,
            i_s_axis_tlast_i=self.sink.last,
            i_s_axis_tid_i=0,
            i_s_axis_tuser_i=self.sink.user,
            o_m_axis_tvalid_o=self.source.valid,
            i_m_axis_tready_i=self.source.ready,
            o_m_axis_tdata_o=self.source.data,
            o_m_axis_tkeep_o=self.source.keep,
            o_m_axis_tlast_o=self.source.last,
            o_m_axis_tid_o=Signal(core.bits("m_axis_tid_o")),
            o_m_axis_tuser_o=self.source.user,
            o_error_o=self.errors.status,
            i_error_clear_i=self.errors_clear.re,
        )


class Moved(LiteXModule):  # type: ignore[misc]
    """A stream between two DMAs of LiteX: `reader` brings text, `writer` takes what comes of it.

    A packet is whole words: as many as the reader's length says.

    Args:
        stream: the module.

    Attributes:
        reader, writer: LiteX's, each with its CSRs and a `bus`, a master of Wishbone.
    """

    def __init__(self, stream: Stream) -> None:
        # What LiteX calls big leaves words as they are: byte 0 of memory is in their lowest bits.
        self.reader = WishboneDMAReader(_master(), endianness="big", with_csr=True)
        self.writer = WishboneDMAWriter(_master(), endianness="big", with_csr=True)

        # # #

        read, written = self.reader.source, self.writer.sink
        # The reader holds text that a zeroise must not leave to the next packet, and fetches the
        # rest of its own.
        empty = ~read.valid & (~self.reader.enable | self.reader.done)
        self.sync += If(stream.zeroise.re, stream.draining.eq(1)).Elif(empty, stream.draining.eq(0))
        self.comb += [
            stream.sink.valid.eq(read.valid & ~stream.draining),
            read.ready.eq(stream.sink.ready | stream.draining),
            stream.sink.data.eq(read.data),
            stream.sink.last.eq(read.last),
            stream.sink.keep.eq((1 << WIDTH // 8) - 1),
            stream.sink.user.eq(_TEXT),
            written.valid.eq(stream.source.valid),
            stream.source.ready.eq(written.ready),
            written.data.eq(stream.source.data),
            written.last.eq(stream.source.last),
        ]


def _master() -> Any:
    return wishbone.Interface(data_width=WIDTH, address_width=32, addressing="word")


def add_stream(soc: Any, core: Core, name: str = "aesculus") -> Stream:
    """Put a design with a stream into a system, between two DMAs on its bus.

    Software finds CSRs with `<name>_` and `<name>_dma_reader_`, `<name>_dma_writer_` in front. The
    writer has to be enabled before the reader.

    Args:
        soc: of LiteX.
        core: the design.
        name: of the module and its interrupt; `<name>_dma` is that of the DMAs.

    Raises:
        InputError: as `Stream`.
    """
    module = Stream(soc.platform, core)
    moved = Moved(module)
    soc.add_module(name=name, module=module)
    soc.add_module(name=f"{name}_dma", module=moved)
    for each in ("reader", "writer"):
        soc.bus.add_master(name=f"{name}_{each}", master=getattr(moved, each).bus)
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    return module
