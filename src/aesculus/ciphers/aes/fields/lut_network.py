"""Networks of look-up tables of a few inputs, with what each signal is for every input.

A signal's values are held as one integer: bit v is the signal when the inputs together read v.
A table is never written by hand: it is fitted to the values that it must give, and refused where
its inputs do not determine them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

MAX_INPUTS = 4
"""Inputs of a table, where nothing else is said."""


@dataclass(frozen=True)
class Lut:
    """A look-up table.

    Args:
        name: of its output.
        inputs: signals, that of the lowest index bit first.
        init: bit v is the output when the inputs read v.
        level: tables in a row up to this one, itself included.
    """

    name: str
    inputs: tuple[str, ...]
    init: int
    level: int


@dataclass
class Network:
    """Tables over named inputs.

    Args:
        inputs: names of the inputs, that of the lowest bit first.
        width: most inputs of a table.
    """

    inputs: tuple[str, ...]
    width: int = MAX_INPUTS
    tables: dict[str, Lut] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    _values: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for place, name in enumerate(self.inputs):
            self._values[name] = sum((v >> place & 1) << v for v in range(self.points))

    @property
    def points(self) -> int:
        """Number of input words."""
        return 1 << len(self.inputs)

    @property
    def levels(self) -> int:
        """Tables in a row."""
        return max((table.level for table in self.tables.values()), default=0)

    def level(self, name: str) -> int:
        """Return how many tables in a row a signal is behind; 0 for an input."""
        return self.tables[name].level if name in self.tables else 0

    def values(self, name: str) -> int:
        """Return what a signal is for every input word."""
        return self._values[name]

    def fit(self, inputs: Sequence[str], wanted: int) -> int | None:
        """Return the table of some signals that gives the wanted values, or None.

        Words that never occur read 0.
        """
        full, init = (1 << self.points) - 1, 0
        for word in range(1 << len(inputs)):
            rows = full
            for place, name in enumerate(inputs):
                rows &= self._values[name] if word >> place & 1 else ~self._values[name]
            if rows & wanted:
                if rows & ~wanted:
                    return None
                init |= 1 << word
        return init

    def add(self, name: str, inputs: Sequence[str], wanted: int) -> str:
        """Add the table of some signals that gives the wanted values; return its name.

        Raises:
            ValueError: if they are more than a table has, or do not determine the values.
        """
        if len(inputs) > self.width:
            raise ValueError(f"table {name} has {len(inputs)} inputs, not {self.width} at most")
        init = self.fit(inputs, wanted)
        if init is None:
            raise ValueError(f"table {name} is no function of {', '.join(inputs)}")
        level = 1 + max(self.level(each) for each in inputs)
        self.tables[name] = Lut(name, tuple(inputs), init, level)
        self._values[name] = wanted
        return name

    def crossing(self, level: int) -> tuple[str, ...]:
        """Return the signals that are there after a level and used behind it.

        Behind the last level these are the outputs.
        """
        behind = {n for table in self.tables.values() if table.level > level for n in table.inputs}
        behind |= set(self.outputs)
        return tuple(
            name
            for name in (*self.inputs, *self.tables)
            if name in behind and self.level(name) <= level
        )

    def run(self, word: int) -> int:
        """Return the outputs for an input word, worked out table by table."""
        now: dict[str, int] = {name: word >> i & 1 for i, name in enumerate(self.inputs)}
        for table in self.tables.values():
            index = sum(now[name] << i for i, name in enumerate(table.inputs))
            now[table.name] = table.init >> index & 1
        return sum(now[name] << i for i, name in enumerate(self.outputs))

    def renamed(self, names: Mapping[str, str]) -> "Network":
        """Return the network with the tables in order of levels and signals renamed."""
        order = sorted(self.tables.values(), key=lambda table: table.level)
        new = Network(tuple(names.get(name, name) for name in self.inputs), self.width)
        for table in order:
            inputs = [names.get(name, name) for name in table.inputs]
            new.add(names.get(table.name, table.name), inputs, self._values[table.name])
        new.outputs = tuple(names.get(name, name) for name in self.outputs)
        return new
