"""What came of a record."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Found:
    """What came of a record.

    Attributes:
        label: the design; empty where none was found.
        figures: by name, as in a row, with those of the record's own kind.
        seeds: the placer's seeds.
        seed_clocks: what each of them routed to, MHz.
        clocks: least, median and greatest of these, MHz.
        netlist_verified: the netlist of these figures passed its simulation; `None` where there is
            none of it.
        path: the longest path, `logic` and `routing` in ns, `from`, `to`, and the seed it is of.
        tools: tool name to version.
        rtl_digest: SHA-256 of the design's RTL; empty for tables.
        routed_sha256: SHA-256 of the routed design, of a best build.
        again: the command that makes the figures anew.
        complete: whether everything was run.
        reason: why something is missing.
    """

    label: str = ""
    figures: dict[str, float] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    seed_clocks: tuple[float, ...] = ()
    clocks: dict[str, float] = field(default_factory=dict)
    netlist_verified: bool | None = None
    path: dict[str, Any] = field(default_factory=dict)
    tools: dict[str, str] = field(default_factory=dict)
    rtl_digest: str = ""
    routed_sha256: str = ""
    again: str = ""
    complete: bool = False
    reason: str = ""
