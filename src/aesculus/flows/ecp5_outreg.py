"""Placeholder until written."""


def merge_output_registers(netlist: dict[str, object]) -> None:
    """Nothing yet."""
