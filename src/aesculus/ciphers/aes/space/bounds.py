"""What the native bench must know of a point."""

from aesculus.ciphers.aes.space.design import DesignPoint
from aesculus.ciphers.aes.space.estimate import (
    estimated_block_cycles,
    estimated_blocks_per_cycle,
    estimated_in_flight,
    estimated_narrow_latency,
    estimated_passes,
    estimated_slots,
)
from aesculus.ciphers.aes.space.kinds import Direction, Flow, KeySchedule, LaneKeys
from aesculus.ciphers.aes.space.parameters import axis
from aesculus.design.cipher import Shape


def shape(point: DesignPoint) -> Shape:
    """Return what the stimulus must know of a point.

    The sizes are bounds, counted generously; they set run lengths and no figure is taken from them.
    """
    cycles = max(estimated_passes(point) * estimated_slots(point), estimated_block_cycles(point), 1)
    if point.width != axis("width").default:
        cycles = estimated_narrow_latency(point)
    online = point.key_schedule is KeySchedule.ONLINE
    rings = 2 if online and point.direction is not Direction.ENCRYPT else 1
    stored = point.key_schedule is KeySchedule.STORED
    return Shape(
        cipher=point.cipher,
        key_bits=point.key_bits,
        direction=point.direction,
        tag_bits=point.tag_bits,
        stallable=point.flow is not Flow.NONE,
        slots=max(1, estimated_in_flight(point)),
        lone_cycles=rings * cycles + point.entry_cuts + 4,
        lanes=point.lanes,
        separate=point.lane_keys is LaneKeys.SEPARATE,
        schedule=point.key_schedule,
        fixed_key=bytes.fromhex(point.fixed_key),
        # A step of the schedule takes the cuts of a round; after a reset two keys go first.
        key_cycles=3 * (point.nr + 2) * point.cuts.bit_count() if stored else 0,
        least_rate=estimated_blocks_per_cycle(point),
        passes=estimated_passes(point),
    )
