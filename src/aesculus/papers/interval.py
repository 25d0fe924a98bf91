"""Ranges of exact values, to carry the rounding of printed figures through a formula."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

Number = int | Fraction


@dataclass(frozen=True)
class Interval:
    """The values from `low` to `high`, with the one in `middle` that was printed."""

    low: Fraction
    middle: Fraction
    high: Fraction

    @classmethod
    def exact(cls, value: int | Decimal | Fraction) -> "Interval":
        """Return the range of one value."""
        number = Fraction(value)
        return cls(number, number, number)

    @classmethod
    def printed(cls, value: int | Decimal) -> "Interval":
        """Return the values that round to a printed one: half a unit in its last place around."""
        exponent = 0
        if isinstance(value, Decimal):
            places = value.as_tuple().exponent
            if not isinstance(places, int):
                raise ValueError(f"{value} is not a finite number")
            exponent = places
        number = Fraction(value)
        half = Fraction(10) ** exponent / 2
        return cls(number - half, number, number + half)

    def __mul__(self, other: "Interval | Number") -> "Interval":
        """Multiply ranges of non-negative values."""
        right = _interval(other)
        return Interval(
            self.low * right.low, self.middle * right.middle, self.high * right.high
        )._positive()

    def __truediv__(self, other: "Interval | Number") -> "Interval":
        """Divide ranges of non-negative values; the divisor is above zero."""
        right = _interval(other)
        return Interval(
            self.low / right.high, self.middle / right.middle, self.high / right.low
        )._positive()

    def __rtruediv__(self, other: Number) -> "Interval":
        """Divide a number by a range."""
        return _interval(other) / self

    def __sub__(self, other: "Interval | Number") -> "Interval":
        """Subtract a range."""
        right = _interval(other)
        return Interval(self.low - right.high, self.middle - right.middle, self.high - right.low)

    def __rsub__(self, other: Number) -> "Interval":
        """Subtract a range from a number."""
        return _interval(other) - self

    def overlaps(self, other: "Interval") -> bool:
        """Tell whether some value is in both ranges."""
        return self.low <= other.high and other.low <= self.high

    def __contains__(self, value: Fraction) -> bool:
        return self.low <= value <= self.high

    def _positive(self) -> "Interval":
        if self.low < 0:
            raise ValueError("products of ranges are for non-negative values")
        return self


def _interval(value: Interval | Number) -> Interval:
    return value if isinstance(value, Interval) else Interval.exact(value)
