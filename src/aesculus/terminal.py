"""The one place through which text reaches a terminal: nothing that was stored can command it.

Labels, reasons and logs come from tools and from stores of other people. Control codes in them
would move the cursor, set titles or colours, or hide what stands there; here they are shown by
their numbers. Colours and progress bars are made by `rich` after that.
"""

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

_KEPT = frozenset("\n\t")
# Cf: marks that turn the direction of writing around; Co and Cs: no characters at all.
_OUTPUTS = (1, 2)
_PLAIN = dict(zip("●○†…\N{EN DASH}—≈\N{MULTIPLICATION SIGN}→─━│", "*o+~--~x>-=|", strict=True))
_OTHER = "?"
_UNSHOWN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})


def clean(text: str) -> str:
    """Return a text with all that is no visible character, blank, tab or line end escaped."""
    if text.isprintable():
        return text
    return "".join(sign if _is_shown(sign) else _escaped(sign) for sign in text)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, _OTHER) for sign in lost), error.end


PLAINLY = "aesculus.plainly"
"""How a stream writes signs that its encoding lacks: marks stay apart, each as wide as it was."""

codecs.register_error(PLAINLY, _plainly)


def line(text: str) -> str:
    """Return a text as one line, cleaned: what was stored begins none of its own."""
    return clean(" ".join(text.split()))


def _is_shown(sign: str) -> bool:
    return sign in _KEPT or unicodedata.category(sign) not in _UNSHOWN


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


def leave() -> NoReturn:
    """End this process as one that did its work: who read what it prints has left.

    Raises:
        SystemExit: always, with code 0; so that blocks are left in order.
    """
    drop()
    raise SystemExit(0)


def drop() -> None:
    """Drop what is still in the streams: it cannot be written, and Python would try to at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in _OUTPUTS:
        os.dup2(nowhere, number)
    os.close(nowhere)


class UnwrittenError(OSError):
    """What is printed cannot be written; the message says where to, and why."""


@contextmanager
def _read(name: str) -> Iterator[None]:
    """Leave where what is written in the block has no reader any more.

    Args:
        name: of the stream.

    Raises:
        UnwrittenError: it cannot be written.
    """
    try:
        yield
    except BrokenPipeError:
        leave()
    except OSError as error:
        raise UnwrittenError(f"{name} cannot be written: {error.strerror or error}") from error


class CleanConsole(Console):
    """A console whose text is cleaned, whatever is printed on it; its own control codes are not."""

    def on_broken_pipe(self) -> None:
        """Leave: the reader of what is printed has left."""
        leave()

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the parts of what is printed, cleaned."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(clean(part.text), part.style)


class _NamedStream:
    """A stream whose errors tell its name."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream = stream
        self._name = name

    def write(self, text: str) -> int:
        """Write a text as it is."""
        with _read(self._name):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Hand over what was written."""
        with _read(self._name):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._stream)


class CleanStream:
    """A stream that cleans what is written to it; `rich` goes past it, see `CleanConsole`."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self.rich_proxied_file = _NamedStream(stream, name)

    def write(self, text: str) -> int:
        """Write a text, cleaned."""
        self.rich_proxied_file.write(clean(text))
        return len(text)

    def flush(self) -> None:
        """Hand over what was written."""
        self.rich_proxied_file.flush()

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts, cleaned."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.rich_proxied_file)


def guard() -> None:
    """Clean everything that this process writes to its standard streams from now on.

    One that is closed is opened to nowhere: else the next file that is opened, a store say, would
    have its number, and what tools print would be written into it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free is this one.
            os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, True)
        if getattr(sys, name) is None:
            mode = "w" if number in _OUTPUTS else "r"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not isinstance(stream, CleanStream):
            setattr(sys, name, CleanStream(stream, name))
