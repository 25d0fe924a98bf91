"""A run of a bundle's benches: steps in order, and the results that must come of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Values = Mapping[str, int]
"""Port to its level; ports that are left out are 0."""


@dataclass(frozen=True)
class Step:
    """One thing that a bench does.

    Attributes:
        kind: `send` offers something on a channel until it is taken; `set` sets an input that
            belongs to no channel; `drain` waits until every result has come; `clear` asks for a
            clear and waits for its end, `reset` resets, `alone` is as `drain`, after a lone block
            whose latency is measured, `full` offers what follows without a gap and takes every
            result at once, until `rate`, which is as `drain` and looks at how often something was
            taken; `near`, behind a block like the first lone one, waits until
            its result comes soon; `offered` takes nothing until a result is offered, and not
            before the next clear or reset is over; `look` compares outputs that belong to no
            channel.
        channel: name of the channel, for `send`.
        values: what is sent, set or looked for.
        due: for `drain`, `alone` and `rate`, channel to how many results there must be by then.
        cycles: for `near`, how many cycles before its result comes the next step is done.
    """

    kind: Literal[
        "send",
        "set",
        "drain",
        "clear",
        "reset",
        "alone",
        "full",
        "rate",
        "near",
        "offered",
        "look",
    ]
    channel: str = ""
    values: Values = field(default_factory=dict)
    due: Mapping[str, int] = field(default_factory=dict)
    cycles: int = 0


@dataclass(frozen=True)
class Marks:
    """What a result says of the message that it belongs to.

    Attributes:
        faulty: the bits that say that it has a fault.
        last: the bits that say that it ends there.
    """

    faulty: Values
    last: Values


@dataclass(frozen=True)
class Script:
    """A whole run.

    Attributes:
        steps: in order.
        results: channel to what must come out of it, in order.
        latency: cycles that the lone blocks must take, the longest of them; `None` where it is not
            told.
        about: a line on where the answers are from.
        fills: so many beats fill the design; 0 where its rate is not looked at. Three times as
            many, and some, are sent between `full` and `rate`.
        clear: clock edges from the last one in a clear or a reset until `cleared_o` is high; `None`
            where that is not told.
        marks: channel to the marks of its results. Ahead of the end of a faulty message may come
            any number of results that are as that end is, but for being the last.
    """

    steps: Sequence[Step]
    results: Mapping[str, Sequence[Values]]
    latency: int | None
    about: str
    fills: int = 0
    clear: int | None = None
    marks: Mapping[str, Marks] = field(default_factory=dict)
