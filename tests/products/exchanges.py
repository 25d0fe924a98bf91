"""What cocotb runs in the simulator: transfers as `api.exchange` gives them, one by one.

It drives the ports itself, and takes what comes as it comes.
"""

import os
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, with_timeout

from aesculus import api
from products.beginning import begin
from products.exchanged import messages

_SEED = 0x5EED


def _port(name: str) -> str:
    """Return what `plain_top` calls a port."""
    return name.rpartition("_")[0]


async def _send(dut: Any, transfers: Sequence[Mapping[str, int]], random: Random) -> None:
    for transfer in transfers:
        while random.randrange(3) == 0:
            await RisingEdge(dut.clk)
        bus = next(iter(transfer)).split("_")[0:2]
        front = "_".join(bus) if bus[0] == "s" else bus[0]
        valid, ready = (
            f"{front}_t{w}" if bus[0] == "s" else f"{front}_{w}" for w in ("valid", "ready")
        )
        for name, value in transfer.items():
            getattr(dut, _port(name)).value = value
        getattr(dut, valid).value = 1
        await RisingEdge(dut.clk)
        while not int(getattr(dut, ready).value):
            await RisingEdge(dut.clk)
        getattr(dut, valid).value = 0


async def _take(dut: Any, expected: Sequence[Mapping[str, int]], random: Random) -> None:
    axis = "m_axis_tdata_o" in expected[0]
    valid, ready = ("m_axis_tvalid", "m_axis_tready") if axis else ("out_valid", "out_ready")
    for number, transfer in enumerate(expected):
        while True:
            getattr(dut, ready).value = taken = random.randrange(2)
            await RisingEdge(dut.clk)
            if taken and int(getattr(dut, valid).value):
                break
        got = {name: int(getattr(dut, _port(name)).value) for name in transfer}
        if axis:
            # A byte that TKEEP leaves out is no part of the transfer.
            width = len(dut.m_axis_tkeep)
            keep = sum(255 << 8 * i for i in range(width) if got["m_axis_tkeep_o"] >> i & 1)
            got["m_axis_tdata_o"] &= keep
        assert got == dict(transfer), f"transfer {number}: {got} instead of {transfer}"
    getattr(dut, ready).value = 0


@cocotb.test()
async def all_transfers_are_those_of_the_model(dut: Any) -> None:
    """One message after the other, each with its header ahead."""
    random, label = Random(_SEED), os.environ["AESCULUS_LABEL"]
    Clock(dut.clk, 10, "ns").start()
    for port in (
        "s_hdr_tvalid",
        "s_axis_tvalid",
        "m_axis_tready",
        "hdr_valid",
        "in_valid",
        "out_ready",
    ):
        if hasattr(dut, port):
            getattr(dut, port).value = 0
    await begin(dut)
    for message in messages(label, random):
        found = api.exchange(label, **message)
        running = [
            cocotb.start_soon(_send(dut, found.header, Random(random.random()))),
            cocotb.start_soon(_send(dut, found.sent, Random(random.random()))),
            cocotb.start_soon(_take(dut, found.expected, Random(random.random()))),
        ]
        for each in running:
            await with_timeout(each, 200, "us")
        for _ in range(4):
            await RisingEdge(dut.clk)
        assert int(dut.error.value) == found.error, message
        dut.error_clear.value = 1
        await RisingEdge(dut.clk)
        dut.error_clear.value = 0
        await RisingEdge(dut.clk)
