"""The I/O that a point needs, counted as the papers count it: bits at the ports that it uses."""

import re

from aesculus.ciphers.aes.space import (
    DesignPoint,
    Direction,
    Flow,
    KeySchedule,
    LabelError,
    parse,
    wrapper,
)

_PORT = re.compile(r"^  (?:input|output) +logic +(?:\[(\d+):0\])? *(\w+)", re.M)


def pins(label: str) -> int | None:
    """Return how many bits the ports of a point have that it uses; None if it is no point.

    The papers' I/O counts hold data, key and a few control bits. Ours hold the tag as well, which
    every point takes from input to output, and leave out the ports that a point ignores.
    """
    try:
        point = parse(label)
    except LabelError:
        return None
    unused = _unused(point)
    return sum(
        int(top or 0) + 1 for top, name in _PORT.findall(wrapper(point)) if name not in unused
    )


def _unused(point: DesignPoint) -> set[str]:
    found = set()
    schedule = point.key_schedule
    if schedule != KeySchedule.EXTERNAL:
        found.add("round_key_i")
    if schedule != KeySchedule.STORED:
        found |= {"key_valid_i", "key_ready_o", "key_i"}
    if schedule in {KeySchedule.STORED, KeySchedule.EXTERNAL, KeySchedule.FIXED}:
        found.add("in_key_i")
    if point.direction != Direction.BOTH:
        found.add("in_decrypt_i")
    if point.flow == Flow.NONE:
        found.add("out_ready_i")
    return found
