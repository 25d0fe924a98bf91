"""What is wrong with a label, or with the design that it names."""

_SHOWN = 80  # characters of a user's text that an error repeats


def shown(text: str) -> str:
    """Return a user's text as an error repeats it."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


class DesignError(ValueError):
    """A folder of designs that cannot be read; the message is one line."""


class LabelError(ValueError):
    """A text that is not a label.

    Attributes:
        text: what was to be read.
        problem: what is wrong, and what would be legal.
        token: the part that could not be read; empty when something is missing.
        position: number of that token, from 1; 0 when something is missing.
        suggestions: tokens that may have been meant.
    """

    def __init__(
        self,
        text: str,
        problem: str,
        token: str = "",
        position: int = 0,
        suggestions: tuple[str, ...] = (),
    ) -> None:
        self.text = text
        self.problem = problem
        self.token = token
        self.position = position
        self.suggestions = suggestions
        where = f", token {position} {shown(token)}" if position else ""
        super().__init__(f"label {shown(text)}{where}: {_hinted(problem, suggestions)}")

    def __reduce__(self) -> tuple[type["LabelError"], tuple[object, ...]]:
        # Errors cross process borders.
        return type(self), (self.text, self.problem, self.token, self.position, self.suggestions)


def _hinted(problem: str, suggestions: tuple[str, ...]) -> str:
    """Return a problem with what may have been meant, before the long list of what is legal."""
    if not suggestions:
        return problem
    what, _, legal = problem.partition("; legal: ")
    hint = f"{what}; did you mean {' or '.join(suggestions)}?"
    return f"{hint} Legal: {legal}" if legal else hint


class IllegalDesignError(ValueError):
    """A design that its label names and its rules refuse; the message is one line."""
