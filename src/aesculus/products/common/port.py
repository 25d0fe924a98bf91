"""The message port: what a mode shows to a bus, and what it asks of a core (`docs/modes.md`)."""

from collections.abc import Sequence

from aesculus.design import Port

BLOCK_BITS = 128


def number_bits(count: int) -> int:
    """Return the bits of a number below `count`, at least one."""
    return max(1, (count - 1).bit_length())


def bytes_bits(lanes: int) -> int:
    """Return the bits of the number of valid bytes in a beat."""
    return (BLOCK_BITS // 8 * lanes - 1).bit_length() + 1


def message_port(key_bits: int, lanes: int, streams: int) -> Sequence[Port]:
    """Return the ports of a mode in order.

    Args:
        key_bits: bits of the key in a header.
        lanes: blocks in a beat.
        streams: how many there are.
    """
    stream, block, size = number_bits(streams), BLOCK_BITS * lanes, bytes_bits(lanes)
    return [
        Port("clk_i", "input", 1),
        Port("rst_ni", "input", 1),
        Port("clear_i", "input", 1),
        Port("cleared_o", "output", 1),
        Port("hdr_valid_i", "input", 1),
        Port("hdr_ready_o", "output", 1),
        Port("hdr_stream_i", "input", stream),
        Port("hdr_decrypt_i", "input", 1),
        Port("hdr_key_i", "input", key_bits),
        Port("hdr_iv_i", "input", BLOCK_BITS),
        Port("hdr_iv_bytes_i", "input", 5),
        Port("hdr_tag_bytes_i", "input", 5),
        Port("hdr_aad_bytes_i", "input", 32),
        Port("hdr_text_bytes_i", "input", 32),
        Port("in_valid_i", "input", 1),
        Port("in_ready_o", "output", 1),
        Port("in_stream_i", "input", stream),
        Port("in_kind_i", "input", 2),
        Port("in_block_i", "input", block),
        Port("in_bytes_i", "input", size),
        Port("in_last_i", "input", 1),
        Port("out_valid_o", "output", 1),
        Port("out_ready_i", "input", 1),
        Port("out_stream_o", "output", stream),
        Port("out_kind_o", "output", 2),
        Port("out_block_o", "output", block),
        Port("out_bytes_o", "output", size),
        Port("out_last_o", "output", 1),
        Port("out_auth_o", "output", 1),
        Port("out_error_o", "output", 1),
        Port("error_o", "output", 8),
        Port("error_clear_i", "input", 1),
    ]


TO_CORE = {
    "in_valid_i": "valid",
    "in_ready_o": "ready",
    "in_block_i": "block",
    "in_key_i": "key",
    "in_decrypt_i": "decrypt",
    "out_valid_o": "result_valid",
    "out_ready_i": "result_ready",
    "out_block_o": "result_block",
    "clear_i": "clear",
    "cleared_o": "cleared",
}
"""Ports of a core that a mode is joined to, and the names of the wires."""

OF_MODE = {
    "core_valid_o": "valid",
    "core_ready_i": "ready",
    "core_block_o": "block",
    "core_key_o": "key",
    "core_decrypt_o": "decrypt",
    "core_valid_i": "result_valid",
    "core_ready_o": "result_ready",
    "core_block_i": "result_block",
    "core_clear_o": "clear",
    "core_cleared_i": "cleared",
}
"""Ports of a mode that the core is joined to, and the names of the wires."""
