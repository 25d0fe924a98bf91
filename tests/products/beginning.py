"""How a bench in cocotb begins: a reset, and then all is cleared."""

from typing import Any

from cocotb.triggers import RisingEdge


async def begin(dut: Any) -> None:
    """Reset a design with the ports of `bus_models.plain_top`, and wait until it is clear."""
    dut.clear.value = 0
    dut.error_clear.value = 0
    dut.rst.value = 1
    for _ in range(4):
        await RisingEdge(dut.clk)
    dut.rst.value = 0
    while not int(dut.cleared.value):
        await RisingEdge(dut.clk)
