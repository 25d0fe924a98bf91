"""The longest path of a routed design: what of its delay is logic and what routing, and where."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_ROUND = re.compile(r"gen_round\[(\d+)\]")
_MODULE = re.compile(r"u_([a-z][a-z0-9_]*)")
_FRAME = frozenset({"core", "engine", "ring", "narrow", "states", "keys", "round"})
"""Modules that hold others: they say nothing of what the path goes through."""
_DEEP = 2
"""Names of modules that are told, the outer ones."""
_ROUTING = "routing"
_MOST_HOPS = 1 << 12
_MOST_NS = 1e6
_MOST_TILES = 1 << 16


@dataclass(frozen=True)
class Hop:
    """One step of a path.

    Attributes:
        kind: `routing`, or what the router calls a delay inside a cell.
        delay_ns: its delay, ns.
        module: where it ends, such as `round 2, sub_bytes`.
        at: column and row of the cell where it ends, on the router's grid; `None` if unknown.
    """

    kind: str
    delay_ns: float
    module: str
    at: tuple[int, int] | None


@dataclass(frozen=True)
class CriticalPath:
    """The longest path of a clock.

    Attributes:
        hops: its steps, from the register where it starts.
    """

    hops: tuple[Hop, ...]

    @property
    def logic_ns(self) -> float:
        """Delay inside cells, ns."""
        return sum(hop.delay_ns for hop in self.hops if hop.kind != _ROUTING)

    @property
    def routing_ns(self) -> float:
        """Delay of nets, ns."""
        return sum(hop.delay_ns for hop in self.hops if hop.kind == _ROUTING)

    def by_module(self) -> list[tuple[str, float, float]]:
        """Return name, ns of logic and ns of routing of each module, in the path's order.

        The delay of a net counts where the net ends.
        """
        found: dict[str, list[float]] = {}
        for hop in self.hops:
            parts = found.setdefault(hop.module, [0.0, 0.0])
            parts[hop.kind == _ROUTING] += hop.delay_ns
        return [(name, logic, routing) for name, (logic, routing) in found.items()]

    def track(self) -> list[tuple[int, int]]:
        """Return the places on the device that it visits, each once in a row."""
        places = [hop.at for hop in self.hops if hop.at is not None]
        return [p for i, p in enumerate(places) if i == 0 or p != places[i - 1]]


def critical_path(report: Mapping[str, Any]) -> CriticalPath | None:
    """Read the longest path from clock to the same clock out of a router's report.

    Args:
        report: what nextpnr's `--report` writes.

    Returns:
        The path; `None` when the report holds none that can be read.
    """
    try:
        clocks: dict[str, dict[str, float]] = report["fmax"]
        name = min(clocks, key=lambda each: clocks[each]["achieved"])
        for path in report["critical_paths"]:
            if _clock(path["from"]) == name == _clock(path["to"]):
                return CriticalPath(tuple(map(_hop, path["path"][:_MOST_HOPS])))
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        return None
    return None


def _clock(event: str) -> str:
    return event.partition(" ")[2]


def _hop(step: Mapping[str, Any]) -> Hop:
    end = step["to"]
    place = end.get("loc")
    at = (int(place[0]), int(place[1])) if place else None
    delay = float(step["delay"])
    # What was never measured may be anything, no number included.
    if not abs(delay) <= _MOST_NS or max(map(abs, at or (0,))) > _MOST_TILES:
        raise ValueError(f"a delay of {delay} ns at {at}")
    module = module_of(str(end["cell"]).split("."))
    return Hop(kind=str(step["type"]), delay_ns=delay, module=module, at=at)


def module_of(parts: Iterable[str]) -> str:
    """Return where a cell sits in the core, in few words.

    Args:
        parts: its hierarchical name, parted at the dots; the last is the cell's own.
    """
    modules = list(parts)[:-1]
    rounds = [found[1] for part in modules if (found := _ROUND.fullmatch(part))]
    path, names = part_of(modules)
    where = [f"round {int(rounds[-1]) + 1}"] if rounds else []
    return ", ".join(part for part in (path, *where, names) if part) or "top"


def part_of(modules: Iterable[str]) -> tuple[str, str]:
    """Return which path of the core modules lie on, where it is the keys', and their telling names.

    Args:
        modules: names of instances and blocks, the outer ones first.
    """
    names = [found[1] for part in modules if (found := _MODULE.fullmatch(part))]
    telling = [name for name in names if name not in _FRAME] or names[-1:]
    path = "key path" if "keys" in names and "states" not in names else ""
    return path, " / ".join(telling[:_DEEP])
