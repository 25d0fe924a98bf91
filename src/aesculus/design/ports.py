"""Which of its ports a design uses."""

from aesculus.design.cipher import Shape
from aesculus.design.kinds import TRAVELLING, Direction, KeySchedule
from aesculus.design.model import Design, Port


def shape_of(design: Design) -> Shape | None:
    """Return the shape of a design that has the ports of a core; `None` for others."""
    ask = getattr(design, "shape", None)
    return ask() if ask is not None and design.bench == "native" else None


def used_ports(design: Design) -> list[Port]:
    """Return the ports that a design uses, in order.

    A core has all ports of the design space, whatever it makes of them; a product has its own.
    """
    shape = shape_of(design)
    if shape is None:
        return list(design.ports())
    stored = shape.schedule is KeySchedule.STORED
    has = {
        "in_key_i": shape.schedule in TRAVELLING,
        "in_decrypt_i": shape.direction is Direction.BOTH,
        "out_ready_i": shape.stallable,
        "key_valid_i": stored,
        "key_ready_o": stored,
        "key_i": stored,
        "round_key_i": shape.schedule is KeySchedule.EXTERNAL,
    }
    return [port for port in design.ports() if has.get(port.name, True)]
