"""Which published messages a mode's bundle has, and which messages that must be refused."""

from collections.abc import Sequence
from random import Random

from aesculus.products.common.around import AroundCore, Driven
from aesculus.products.common.messages import Fault, Kind, Message

MOST_PUBLISHED = 20
"""Published messages in a bundle: evenly spaced among the short ones."""
MOST_REFUSED = 6
"""Published messages whose tag is wrong, likewise."""

_SHORT = 160  # bytes of a message that come in or go out, at most
_MOST_TRANSFERS = 1100  # of a message that is misused


def published(mode: AroundCore) -> tuple[list[Message], list[Message]]:
    """Return some published messages that are short: right ones, and some that must be refused."""
    short = [
        each
        for each in mode.answers.published(mode)
        if max(_size(each.parts), _size(each.expect)) <= _SHORT
    ]
    right = [each for each in short if not each.faults]
    wrong = [each for each in short if each.faults]
    return _spread(right, MOST_PUBLISHED), _spread(wrong, MOST_REFUSED)


def misused(driven: Driven, random: Random) -> list[Message]:
    """Return a message with each fault in each direction, as far as one is not too long."""
    driver, found = driven.driver, dict[tuple[frozenset[Fault], bool], Message]()
    for each in filter(driver.takes, driven.mode.answers.misused(driven.mode, random)):
        beats = each.cut(driver.unit)
        transfers = sum(max(1, -(-len(beat.data) // driver.beat)) for beat in beats)
        if each.faults and transfers <= _MOST_TRANSFERS:
            found.setdefault((each.faults, each.decrypt), each)
    return list(found.values())


def _spread(messages: Sequence[Message], most: int) -> list[Message]:
    return list(messages[:: max(1, -(-len(messages) // most))])


def _size(parts: Sequence[tuple[Kind, bytes]]) -> int:
    return sum(len(data) for _, data in parts)
