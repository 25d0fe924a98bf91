"""What a paper published: rows, stated figures, claims and matrices, as printed."""

from decimal import Decimal
from fractions import Fraction
from typing import Literal

from pydantic import BaseModel, ConfigDict, model_validator

from aesculus.ciphers.aes.space import ALIASES, LabelError, parse
from aesculus.papers.interval import Interval

Figure = int | Decimal
"""A printed number; a `Decimal` keeps its trailing zeros, which tell its precision."""

COUNTS = frozenset({"slices", "brams", "iobs", "luts", "regs"})
"""Figures that are counted, hence exact as printed."""

AES128_ROUNDS = 10


class _Published(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Architecture(_Published):
    """How a published AES-128 design spends its cycles, as its paper describes it.

    Attributes:
        unroll: physical rounds.
        stages: registers in a physical round; 0 means one register for all of them.
        lanes: replicated ciphers.
        sbox: S-box of the cipher, in the words of `space.SboxKind`.
        key_sbox: that of the key expansion if the paper tells them apart.
        serial: keys are expanded before the cipher starts.
        latency_cycles: as the paper states it, where it does.
    """

    unroll: int
    stages: int
    lanes: int = 1
    sbox: str
    key_sbox: str = ""
    serial: bool = False
    latency_cycles: int | None = None

    @property
    def passes(self) -> int:
        """Times that a block goes round the physical rounds."""
        return -(-AES128_ROUNDS // self.unroll)

    @property
    def cycles_per_block(self) -> Fraction:
        """Cycles a block takes of all lanes together, with the pipeline kept full."""
        return Fraction(self.passes, self.lanes)

    @property
    def cycles_of_latency(self) -> int:
        """Cycles from a block's entry to its end, by equation (2) of Zambreno 2004."""
        if self.latency_cycles is not None:
            return self.latency_cycles
        return AES128_ROUNDS * self.stages if self.stages else self.passes


class PublishedRow(_Published):
    """One published design point.

    Attributes:
        table: where it stands in the paper.
        name: as the paper calls it.
        device: name of a `Device`, empty when unknown.
        device_estimated: the paper guesses which device it is.
        label: the same point in this design space, empty when there is none (yet). Left out, it is
            that of the name, where the name is one of a point; it may be written as an alias.
        wanted: what a point would have to be, when there is no label.
        near: label of the nearest point that can be said.
        architecture: absent for rivals' designs.
        equation_cycles: cycles a block as the paper's equation counts them, where that is not
            what the architecture takes.
        raw: figures read off tools; keys name the unit.
        derived: figures that the paper computed from `raw`.
        at_least: figures that are given as lower bounds.
        copies_of: name of the row that this one replicates.
        clocked: whether our clock is wanted beside it; false where area alone is published.
        note: what a reader must know.
    """

    table: str
    name: str
    device: str = ""
    device_estimated: bool = False
    label: str = ""
    wanted: str = ""
    near: str = ""
    architecture: Architecture | None = None
    equation_cycles: int | None = None
    raw: dict[str, Figure]
    derived: dict[str, Figure] = {}
    at_least: dict[str, Figure] = {}
    copies_of: str = ""
    clocked: bool = True
    note: str = ""

    @model_validator(mode="before")
    @classmethod
    def _label_of_name(cls, data: dict[str, object]) -> dict[str, object]:
        written = str(data.get("label", data.get("name", "")))
        if "label" in data and written not in ALIASES:
            return data
        try:
            return {**data, "label": parse(written).label}
        except LabelError:
            return data

    def figure(self, name: str) -> Figure | None:
        """Return a published figure, raw or derived, or None."""
        return self.raw.get(name, self.derived.get(name))

    def interval(self, name: str) -> Interval:
        """Return the range of values that print as the published figure.

        Raises:
            KeyError: the row has no such figure.
        """
        figure = self.figure(name)
        if figure is None:
            raise KeyError(f"{self.name} has no published {name}")
        return Interval.exact(figure) if name in COUNTS else Interval.printed(figure)


class Device(_Published):
    """A device of a paper.

    Attributes:
        name: part and speed grade, as far as published.
        family: as the synthesis tool names it.
        published: resources that the papers state.
        clock_limit_mhz: highest clock of the clock network, if known.
        clock_limit_checked: whether the figure was read off a document at hand.
        clock_limit_source: where it is from.
    """

    name: str
    family: str
    published: dict[str, int] = {}
    clock_limit_mhz: Figure | None = None
    clock_limit_checked: bool = False
    clock_limit_source: str


class Stated(_Published):
    """A figure that a paper states in its text.

    Attributes:
        id: key of the formula in `derive` that recomputes it.
        section: where it stands.
        what: what it is a figure of.
        value: as printed.
        unit: its unit.
        relation: how the text uses it; `given` figures follow from nothing else published.
    """

    id: str
    section: str
    what: str
    value: Figure
    unit: str
    relation: Literal["equal", "over", "under", "about", "given"]

    @property
    def interval(self) -> Interval:
        """Range of values that print as this figure."""
        return Interval.printed(self.value)


class Claim(_Published):
    """A conclusion of a paper, in our words; `judge` has the rule under the same id."""

    id: str
    section: str
    statement: str


class Future(_Published):
    """Something that a paper leaves to future work.

    Attributes:
        id: key of the figures in `future`, where it was done here.
        section: where it stands.
        what: the work, in our words.
        done: whether it was done here.
        answer: what came of it, or why it was not done; `{}` marks figures that `future` gives.
    """

    id: str
    section: str
    what: str
    done: bool
    answer: str


class Also(_Published):
    """A point that no row has and that a claim is judged on.

    Attributes:
        label: the point; it may be one that the space cannot say yet.
        why: what it is measured for.
        routed: whether its clock is wanted; false where the area alone is.
    """

    label: str
    why: str
    routed: bool = True


class Features(_Published):
    """A row of a feature table. `variant`: another version of that core has it."""

    design: str
    key_bits: tuple[int, ...]
    modes: tuple[str, ...]
    both_directions: Literal["yes", "no", "variant"]
    key_expansion: bool
    io_bits: int
    note: str = ""


class Tower(_Published):
    """The field in which a paper does its inversions: x^2 + a x + b over GF(2^4)."""

    binary_modulus: int
    a: int
    b: int
    root: int


class PrintedMatrix(_Published):
    """A matrix as the scanned text has it; rows may have the wrong length."""

    id: str
    equation: str
    rows: tuple[str, ...]


class PrintedVector(_Published):
    """A bit vector as printed, first component first."""

    id: str
    equation: str
    bits: str


class PrintedBytes(_Published):
    """A list of bytes as printed."""

    id: str
    equation: str
    values: tuple[int, ...]


class Paper(_Published):
    """A paper's figures with their citation.

    Attributes:
        id: what a user types.
        title_known: false if our copy lacks its title page.
        equations: those by which it derives its figures.
        goal: requirements that it sets itself.
        also: points that are measured besides those of the rows.
        observations: what its figures show and it does not say.
        future: what it leaves to future work.
    """

    id: str
    title: str
    title_known: bool = True
    authors: tuple[str, ...]
    venue: str
    year: int | None = None
    doi_or_id: str = ""
    tools: tuple[str, ...] = ()
    equations: tuple[str, ...] = ()
    goal: dict[str, Figure] = {}
    devices: tuple[Device, ...]
    rows: tuple[PublishedRow, ...]
    also: tuple[Also, ...] = ()
    stated: tuple[Stated, ...] = ()
    claims: tuple[Claim, ...]
    observations: tuple[Claim, ...] = ()
    future: tuple[Future, ...] = ()
    features: tuple[Features, ...] = ()
    tower: Tower | None = None
    matrices: tuple[PrintedMatrix, ...] = ()
    vectors: tuple[PrintedVector, ...] = ()
    byte_lists: tuple[PrintedBytes, ...] = ()

    def row(self, name: str) -> PublishedRow:
        """Return the row of this name.

        Raises:
            KeyError: there is none.
        """
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(f"{self.id} has no row {name!r}")

    @property
    def points(self) -> tuple[str, ...]:
        """Labels of the points that the rows are, each once; rivals have none."""
        return tuple(dict.fromkeys(row.label for row in self.rows if row.label))

    def device(self, name: str) -> Device | None:
        """Return the device of this name, or None for a rival's."""
        return next((device for device in self.devices if device.name == name), None)

    def stated_figure(self, key: str) -> Stated:
        """Return the stated figure of this id.

        Raises:
            KeyError: there is none.
        """
        for stated in self.stated:
            if stated.id == key:
                return stated
        raise KeyError(f"{self.id} states no {key!r}")
