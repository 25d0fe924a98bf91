"""A mode around a core: a base that asks of each mode its rule, its RTL and its answers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Protocol

from aesculus import resources
from aesculus.design import Core, Design, IllegalDesignError, LabelError, Port
from aesculus.design.cipher import Shape
from aesculus.design.common import Common, header
from aesculus.design.kinds import TRAVELLING, Direction, KeySchedule
from aesculus.products.common import options
from aesculus.products.common.driver import Driver, MessagePort
from aesculus.products.common.messages import Message
from aesculus.products.common.port import (
    BLOCK_BITS,
    OF_MODE,
    TO_CORE,
    message_port,
    number_bits,
)

_CIPHER = "AES"

BENCH = "aesculus.products.common.bench"
SHARED = tuple(
    f"aesculus_mode_{part}"
    for part in [
        "pkg",
        "clear",
        "headers",
        "beats",
        "fifo",
        "level",
        "shelf",
        "queue",
        "core",
        "errors",
    ]
)
"""Modules of `rtl/modes/` that every mode is made of."""


_FAST_SLOTS = 5
"""A fast mode notes what belongs to a result six cycles before it is there: more than slots."""
_SLOW_PASSES = 4
"""Cycles of a block in which there is time for the next header."""
_LOOP = 3
"""Cycles that a beat's room is taken beside those in the core: in front of it, in the FIFO of
results, and till the room is counted."""
_FAST_WORDS = 16
"""Registers of a fast mode: two in front of the core, one behind it, those of its queues, and what
enters and leaves before it is counted."""


def shared_rtl(*names: str) -> list[Path]:
    """Return files of `rtl/modes/` by the names of their modules."""
    return [resources.rtl_dir() / "modes" / f"{name}.sv" for name in names]


class Answers(Protocol):
    """What a mode's bench is answered by, without the core."""

    def published(self, design: "AroundCore") -> Iterable[Message]:
        """Return every published answer that applies to a design."""
        ...

    def drawn(self, design: "AroundCore", random: Random, length: int) -> Message:
        """Return a message whose text has about so many bytes, answered by a library."""
        ...

    def steady(self, design: "AroundCore", random: Random, length: int) -> Message:
        """Return a message of so many bytes of text, for the rate: it encrypts, if it can."""
        ...

    def misused(self, design: "AroundCore", random: Random) -> Iterable[Message]:
        """Return messages each with one fault, and what may come out of them."""
        ...


class Driven(Protocol):
    """A design that the bench of messages verifies: a mode, or a bus around one."""

    @property
    def mode(self) -> "AroundCore":
        """The mode."""
        ...

    @property
    def driver(self) -> Driver:
        """How the bench speaks to the design."""
        ...


@dataclass(frozen=True)
class AroundCore(Common):
    """A mode around a core.

    A subclass gives the class attributes and may narrow `rules`.

    Attributes:
        core: what is inside.
        label: canonical label.
        name: the mode's name, without options.
        values: field of an option to its value.
    """

    core: Core
    label: str
    name: str = ""
    values: Mapping[str, int] = field(default_factory=dict, hash=False)

    module: ClassVar[str] = ""
    """The mode's RTL module."""
    about: ClassVar[str] = ""
    """The mode in words."""
    answers: ClassVar[Answers]
    directions: ClassVar[frozenset[Direction]] = frozenset(Direction)
    """Directions of the core that the mode has a use for."""
    lanes: ClassVar[range] = range(1, 2)
    """Lanes of the core that it can be around."""
    told_lengths: ClassVar[bool] = False
    """It reads from a message's header how many bytes of AAD and text there are."""

    @cached_property
    def shape(self) -> Shape:
        """What is known of the core."""
        return self.core.shape()

    @property
    def fields(self) -> Mapping[str, Any]:
        """The mode's name and options beside the fields of the core."""
        return {"mode": self.name, **self._own, **self.core.fields}

    @property
    def identity(self) -> Mapping[str, Any]:
        """The same beside what tells the core from others."""
        return {"mode": self.name, **self._own, **self.core.identity}

    @property
    def _own(self) -> dict[str, int]:
        return {f"mode_{name}": value for name, value in self.values.items()}

    @property
    def passes(self) -> int:
        """Times that a block goes through the core."""
        return 1

    @property
    def mode(self) -> "AroundCore":
        """This one, see `Driven`."""
        return self

    @property
    def driver(self) -> Driver:
        """The message port, see `Driven`."""
        return MessagePort(self.shape)

    @property
    def bench(self) -> str:
        """The bench of the message port."""
        return BENCH

    @property
    def payload_bits(self) -> int:
        """Bits of a block."""
        return BLOCK_BITS

    @property
    def features(self) -> Mapping[str, float]:
        """Those of the core, and the mode as a part."""
        streams, mode = self.streams, f"mode {self.name}"
        return {**self.core.features, mode: 1.0, f"{mode}: streams": float(streams)}

    @property
    def parameters(self) -> Mapping[str, int]:
        """The parameters of the core."""
        return self.core.parameters

    @property
    def streams(self) -> int:
        """Streams that it takes at a time."""
        return self.values.get(options.STREAMS.field, 1)

    @property
    def stray_stream(self) -> int | None:
        """The number of a stream that there is not, if the port can carry one."""
        return self.streams if self.streams < 1 << number_bits(self.streams) else None

    registered: ClassVar[bool] = False
    """Whether its RTL has the parameters of `registers()`."""

    @property
    def key_bits(self) -> int:
        """Bits of the key in a header."""
        return self.shape.key_bits

    @property
    def steady_messages(self) -> int:
        """Messages a stream by which the rate is measured."""
        return 1

    @property
    def held_blocks(self) -> int:
        """Blocks of text in memory, which all text passes, or what is to be judged alone."""
        return 0

    @property
    def longest_held(self) -> int:
        """Bytes of the longest message that waits in memory as a whole; 0 where none does."""
        return 0

    def steady_blocks(self, blocks: int) -> int:
        """Return of how many blocks a message shows the rate, if so many fill the core."""
        return blocks

    @property
    def longest_blocks(self) -> int:
        """Blocks of text that a message may have at most; many where no mode sets a limit."""
        return 1 << 32

    @property
    def patience(self) -> int:
        """Cycles in which something moves, if the mode is not stuck."""
        return 200 + 8 * self.shape.lone_cycles * self.passes

    @property
    def address_bits(self) -> int:
        """Of a FIFO beside the core: it holds all that can be inside, and what is on its way out.

        That is a block, and three more where one comes in every cycle, with what the registers of
        a fast mode hold. A narrow core is about to give a block when it takes the next.
        """
        shape = self.shape
        words = shape.slots + self._whole + (3 + self.fast * _FAST_WORDS) // shape.passes
        if shape.slots > 1 and shape.passes > 1 and self._whole:
            # A beat that comes every so many cycles has its room again when it has been all around.
            words = max(words, -(-(shape.lone_cycles + _LOOP) // shape.passes))
        return max(1, (words - 1).bit_length())

    @property
    def fast(self) -> bool:
        """Whether the mode has the registers of a fast one, see `aesculus_mode_core`."""
        shape = self.shape
        return (
            self.registered
            and shape.passes == 1
            and not shape.stallable
            and shape.slots >= _FAST_SLOTS
        )

    def registers(self) -> Mapping[str, str]:
        """Return the parameters that say which registers part a mode from its core.

        A narrow core is there to be small, and has no path that they could make shorter.
        """
        return {
            **self.headers(),
            "Staged": f"1'b{self._whole:d}",
            "Fast": f"1'b{self.fast:d}",
        }

    def headers(self) -> Mapping[str, str]:
        """Return the parameter that says for how many headers there is room.

        Around a core with one block at a time one is enough: the mode takes the next message's
        while the core is busy with the last block of the one before.
        """
        shape = self.shape
        alone = not self._whole or (shape.slots == 1 and shape.passes >= _SLOW_PASSES)
        single = self.streams == 1 and alone
        return {"Single": f"1'b{single:d}"}

    @property
    def _whole(self) -> bool:
        """Whether the core is not narrow."""
        return bool(self.core.parameters["Width"] == BLOCK_BITS)

    def rules(self) -> Iterable[tuple[str, object, str]]:
        """Give what the core has that the mode cannot be around: what, value, what is legal."""
        shape = self.shape
        lanes = self.lanes
        if shape.cipher.name != _CIPHER:
            # The answers of its bench are those of AES.
            yield "cipher", shape.cipher.name, _CIPHER
        if shape.schedule not in TRAVELLING:
            yield "key schedule", shape.schedule, ", ".join(sorted(TRAVELLING))
        if shape.schedule is KeySchedule.LAST and shape.direction is Direction.BOTH:
            yield "key schedule", shape.schedule, f"{KeySchedule.ONLINE} with both directions"
        if shape.separate:
            yield "lane keys", "separate", "shared"
        if shape.direction not in self.directions:
            yield "direction", shape.direction, ", ".join(sorted(self.directions))
        if shape.lanes not in lanes:
            several = f"{lanes.start} to {lanes.stop - 1}"
            yield "lanes", shape.lanes, several if len(lanes) > 1 else str(lanes.start)

    def own_rules(self) -> Iterable[tuple[str, object, str]]:
        """Give what the mode's options cannot be, whatever core it is around, as `rules` does."""
        return ()

    def check(self) -> None:
        """Return if the core can be built and the mode can be around it.

        Raises:
            IllegalDesignError: otherwise.
        """
        self.core.check()
        both = ("has no", self.own_rules()), ("is around no core with", self.rules())
        for how, what, value, legal in ((how, *rule) for how, rules in both for rule in rules):
            reason = f"{self.name} {how} {what} {value}; legal: {legal}"
            raise IllegalDesignError(f"{self.label} cannot be built: {reason}")

    def sources(self) -> Sequence[Path]:
        """Return the core's sources and the mode's."""
        return [*self.core.sources(), *shared_rtl(*SHARED), *self.own_sources()]

    def own_sources(self) -> Sequence[Path]:
        """Return the RTL of this mode beside what all share."""
        raise NotImplementedError

    def ports(self) -> Sequence[Port]:
        """Return the message port."""
        return message_port(self.key_bits, self.shape.lanes, self.streams)

    def bound(self) -> Mapping[str, str]:
        """Return the parameters of the mode's RTL module, as SystemVerilog writes their values."""
        return {
            "KeyBits": str(self.shape.key_bits),
            "AddrW": str(self.address_bits),
            "Holds": f"1'b{self.shape.stallable:d}",
        }

    def top(self, module: str) -> str:
        """Return the top: the mode beside the core, which is a module of its own."""
        inner, shape = f"{module}_core", self.shape
        widths = {"block": BLOCK_BITS * shape.lanes, "key": shape.key_bits}
        widths["result_block"] = widths["block"]
        wires = [
            f"  logic {f'[{widths[name] - 1}:0] ' if name in widths else ''}core_{name};"
            for name in TO_CORE.values()
        ]
        return "\n".join(
            [
                self.core.top(inner),
                header(module, self.ports(), f"{self.label}: {self.about} around a core."),
                *wires,
                f"  {inner} u_core (",
                ",\n".join(f"    {self._joined(port)}" for port in self.core.ports()),
                "  );",
                f"  {self.module} #(",
                ",\n".join(f"    .{name}({value})" for name, value in self.bound().items()),
                "  ) u_mode (",
                ",\n".join(
                    [
                        *(f"    .{port.name}" for port in self.ports()),
                        *(f"    .{port}(core_{wire})" for port, wire in OF_MODE.items()),
                    ]
                ),
                "  );",
                f"endmodule : {module}",
                "",
            ]
        )

    @staticmethod
    def _joined(port: Port) -> str:
        if port.name in {"clk_i", "rst_ni"}:
            return f".{port.name}"
        if port.name in TO_CORE:
            return f".{port.name}(core_{TO_CORE[port.name]})"
        return f".{port.name}({'' if port.way == 'output' else chr(39) + '0'})"


@dataclass(frozen=True)
class ModeFolder:
    """What a mode's folder shows as `MODE`.

    Attributes:
        plain: its name without options.
        kind: the class of its designs.
        known: its options, in the order in which labels have them.
        values: field of an option to its value.
    """

    plain: str
    kind: type[AroundCore]
    known: tuple[options.Option, ...] = (options.STREAMS,)
    values: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """Its name in labels, with its options."""
        return options.written(self.plain, self.known, self._values)

    @property
    def _values(self) -> Mapping[str, int]:
        return self.values or options.read(self.plain, self.known, ())

    def options(self, tokens: Sequence[str]) -> "ModeFolder":
        """Return the mode with options.

        Raises:
            ValueError: a token is no option of it.
        """
        values = options.read(self.plain, self.known, tokens)
        return ModeFolder(self.plain, self.kind, self.known, values)

    def around(self, core: Design, label: str) -> AroundCore:
        """Return the mode around a core.

        Raises:
            LabelError: it is none.
        """
        if not hasattr(core, "shape") or isinstance(core, AroundCore):
            raise LabelError(label, f"{self.plain} is around a core, which {core.label} is not")
        return self.kind(core, label, self.plain, self._values)  # type: ignore[arg-type]
