"""Files that a user names: those to read are plain and of bounded size, those to write can be."""

import errno
import gzip
import io
import json
import os
import re
import reprlib
import stat
import tempfile
import tomllib
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from aesculus.errors import InputError

MOST_BYTES = 1 << 20
"""The largest text file that is read; those that people write have some kilobytes."""

MOST_UNPACKED = 1 << 29
"""The most bytes that an artefact is unpacked to; the largest netlists have some ten megabytes."""

MOST_NETLIST = 1 << 28
"""The most bytes of a netlist; one of 93,000 tables has 68 million."""

MOST_VALUES = 20_000_000
"""The most values that are made of a text in JSON; a netlist of 93,000 tables has 5 million."""

MOST_DOTS = 16
"""A key in TOML may join so many parts; tomllib's time goes with the square of their number."""

_SHOWN = 80
_PATH_SHOWN = 160
_TOLD = 600
_NUMBER = re.compile(r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?\s*", re.ASCII | re.I)
# A string without an end reaches to where a reader gives up, so that each sign is looked at once.
_NO_KEYS = re.compile(
    r'''"""(?:\\.?|[^\\])*?(?:"""|\Z)|'{3}.*?(?:'{3}|\Z)'''
    r"""|"(?:\\.?|[^"\\\n])*"?|'[^'\n]*'?|#[^\n]*""",
    re.DOTALL,
)
_BETWEEN_KEYS = re.compile(r"[=\[\]{},\n]")
_Model = TypeVar("_Model", bound=BaseModel)


class InputFileError(ValueError):
    """A file that cannot be read as what it should be; the message says why, without its name."""


def shown(value: object) -> str:
    """Return a value that a user gave as an error repeats it: quoted, and not longer than a line.

    Args:
        value: of any size.
    """
    if isinstance(value, str):
        return repr(brief(value, _SHOWN))
    try:
        return brief(reprlib.repr(value), _SHOWN)
    except ValueError:
        return "a number too long to show"


def named(path: Path) -> str:
    """Return a path that a user gave as an error repeats it: not longer than two lines.

    Args:
        path: of any length.
    """
    return brief(str(path), _PATH_SHOWN)


def is_plain_number(text: str) -> bool:
    """Return whether a text is a number as people write it: Python reads `1_0` and `inf` as well.

    Args:
        text: what a user gave.
    """
    return _NUMBER.fullmatch(text) is not None


def brief(text: str, most: int = _TOLD) -> str:
    """Return a text, in its place one whose middle is left out if it is longer than `most`."""
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    return f"{text[:half]}…{text[-half:]}"


def first_of(error: ValidationError) -> tuple[str, str]:
    """Return where in a file the first fault is, and what is legal there; each of bounded length.

    Args:
        error: what pydantic found.
    """
    return told_of(error.errors()[0])


def told_of(fault: Mapping[str, Any], is_key: Callable[[str], bool] = bool) -> tuple[str, str]:
    """Return where a fault is and what is legal there, as `first_of`.

    Args:
        fault: one of the `errors` of a `ValidationError`.
        is_key: whether a part of its place stands in the file.
    """
    where = ".".join(part for each in fault["loc"] if is_key(part := str(each)))
    if not where.isprintable():
        where = repr(where)[1:-1]
    return brief(where, _SHOWN), brief(plain(fault))


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text of a file.

    Args:
        path: of a file in UTF-8, as for `read_bytes`.
        most: limit of its size in bytes.

    Raises:
        InputFileError: it is missing, no plain file, too large, or no text.
    """
    try:
        # Some editors begin a file with the mark of its byte order, which is no text.
        text = read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputFileError("not a text in UTF-8") from None
    if "\0" in text:
        raise InputFileError("not a text: it holds zero bytes")
    return text


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what a file holds.

    Args:
        path: of a plain file, or a link to one; devices and pipes may never end.
        most: limit of its size in bytes.

    Raises:
        InputFileError: it is missing, no plain file, or too large.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise InputFileError(why or "no name of a file") from None
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            raise InputFileError("Is a directory")
        if not stat.S_ISREG(kind):
            raise InputFileError("no plain file")
        with os.fdopen(handle, "rb", closefd=False) as stream:
            content = stream.read(most + 1)
    except OSError as error:
        raise InputFileError(error.strerror or "cannot be read") from None
    finally:
        os.close(handle)
    if len(content) > most:
        raise InputFileError(f"more than {most:,} bytes")
    return content


def unpacked(content: bytes, most: int = MOST_UNPACKED) -> bytes:
    """Return what gzip packed; a few kilobytes of somebody else may unpack to any size.

    Args:
        content: as gzip writes it.
        most: limit of its unpacked size in bytes.

    Raises:
        InputFileError: it is damaged, or unpacks to more.
    """
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
            found = stream.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputFileError(f"not gzip, or damaged: {error}") from None
    if len(found) > most:
        raise InputFileError(f"unpacks to more than {most:,} bytes")
    return found


def parse_json(content: bytes, most: int = MOST_NETLIST) -> Any:
    """Return what a text in JSON says; each of its values may take 80 bytes, and its text three.

    Args:
        content: in ASCII, as this program and its tools write it.
        most: limit of its size in bytes.

    Raises:
        InputFileError: it is larger, has more than `MOST_VALUES`, or is no ASCII.
        ValueError, RecursionError: it is no JSON.
    """
    if len(content) > most:
        raise InputFileError(f"more than {most:,} bytes of JSON")
    # Every value but the first stands behind one of these.
    if sum(map(content.count, (b",", b":", b"[", b"{"))) > MOST_VALUES:
        raise InputFileError(f"more than {MOST_VALUES:,} values in JSON")
    if not content.isascii():
        raise InputFileError("JSON with signs beyond ASCII")
    return json.loads(content)


def read_packed(path: Path, most: int = MOST_UNPACKED) -> bytes:
    """Return what a file in gzip holds, unpacked.

    Args:
        path: as for `read_bytes`.
        most: limit of its size in bytes, packed and unpacked.

    Raises:
        InputFileError: it cannot be read, is damaged, or larger.
    """
    return unpacked(read_bytes(path, most), most)


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a text in TOML says.

    Raises:
        InputFileError: it is no TOML, or a key joins too many parts.
    """
    _check_dots(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputFileError(f"not TOML: {brief(str(error), 2 * _SHOWN)}") from None
    except (RecursionError, ValueError):
        raise InputFileError("not TOML: nested too deeply, or a number too long") from None


def _check_dots(text: str) -> None:
    """Refuse keys that take long to read, in a time that goes with the length of the text."""
    bare = _NO_KEYS.sub(lambda found: "\n" * found[0].count("\n"), text)
    line = 1
    start = 0
    for end in [*(found.start() for found in _BETWEEN_KEYS.finditer(bare)), len(bare)]:
        if bare.count(".", start, end) > MOST_DOTS:
            raise InputFileError(f"line {line}: a key of more than {MOST_DOTS + 1} parts")
        line += bare.startswith("\n", end)
        start = end + 1


def read_toml(path: Path, model: type[_Model], **beside: Any) -> _Model:
    """Return what a file in TOML says, as a model of it.

    Args:
        path: as for `read_text`.
        model: what the file has to be.
        beside: values that the file need not give.

    Raises:
        InputFileError: it cannot be read or is no such model; the first wrong field is named.
    """
    try:
        return model.model_validate({**beside, **parse_toml(read_text(path))})
    except ValidationError as error:
        # A key that there is not may be what is missing, with a slip of the pen.
        faults = sorted(error.errors(), key=lambda each: each["type"] != _UNKNOWN)
        fault = faults[0]
        where, message = told_of(fault)
        if fault["type"] == _UNKNOWN:
            message = f"no such key; legal: {', '.join(_keys(model, fault['loc']))}"
        value = fault["input"]
        named_too = fault["type"] in _PLAIN and isinstance(value, str | int | float)
        given = f", not {shown(value)}" if named_too else ""
        raise InputFileError(f"{where or 'file'}: {message}{given}") from None


def _keys(model: type[BaseModel], where: Sequence[int | str]) -> Iterator[str]:
    """Give the keys of the table in which a wrong one stands."""
    for part in where[:-1]:
        # Parts that are no field are numbers in a list and names in a table.
        field = model.model_fields.get(str(part))
        kinds = () if field is None else (field.annotation, *get_args(field.annotation))
        models = (k for k in kinds if isinstance(k, type) and issubclass(k, BaseModel))
        model = next(models, model)
    return (field.alias or name for name, field in model.model_fields.items())


_UNKNOWN = "extra_forbidden"
_WRONG_FORM = "string_pattern_mismatch"
_PLAIN = {
    "missing": "is missing",
    "int_type": "give a whole number",
    "int_parsing": "give a whole number",
    "int_from_float": "give a whole number",
    "float_type": "give a number",
    "float_parsing": "give a number",
    "finite_number": "give a number that is finite",
    "bool_type": "give true or false",
    "bool_parsing": "give true or false",
    "string_type": "give a text",
    "tuple_type": "give a list",
    "list_type": "give a list",
    "dict_type": "give a table",
    "model_type": "give a table",
    "too_short": "give at least {min_length}",
    "literal_error": "give one of {expected}",
    "greater_than": "give more than {gt}",
    "greater_than_equal": "give at least {ge}",
    "less_than": "give less than {lt}",
    "less_than_equal": "give at most {le}",
    _WRONG_FORM: "give a text of the form {pattern}",
}
"""Kind of error, as pydantic names it, to what would be legal in plain words."""


def plain(error: Mapping[str, Any]) -> str:
    """Return what is wrong with a value, of one of the `errors()` of a model's error."""
    text = _PLAIN.get(error["type"])
    if text is None:
        return str(error["msg"]).removeprefix("Value error, ")
    context = {name: number(value) for name, value in error.get("ctx", {}).items()}
    # Alternatives in the order and the words of the model: 'a', 'b' or 'c'.
    return text.format_map(context)


def number(value: object) -> object:
    """Return a bound as it is told: a float that is whole in full, as `:g` keeps six digits."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else f"{value:g}"


def is_there(path: Path) -> bool:
    """Return whether there is anything at a path; at one that no file can have there is nothing."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def nearest(path: Path) -> Path:
    """Return a path itself, or the one next above it that is there."""
    whole = path.absolute()
    return next(each for each in (whole, *whole.parents) if is_there(each))


def check_name(path: Path, option: str) -> None:
    """Refuse a name that no file can have, such as one that is too long.

    Args:
        path: of a file or a folder that need not be there.
        option: what the user gave it by.

    Raises:
        InputError: so it is.
    """
    try:
        path.exists()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no name of a file"
        text = brief(str(path), _SHOWN)
        raise InputError(f"{option} {text}: {why}: give another name") from None


def check_out_folder(path: Path, option: str = "--out", *, parents: bool = False) -> None:
    """Refuse a folder in which nothing could be written, before hours of work are done for it.

    Args:
        path: the folder; it is not made here, but may be later.
        option: what the user gave it by.
        parents: those above it may be made too; else a slip of the pen would make them anywhere.

    Raises:
        InputError: it is no folder, or neither it nor the one above it can be written.
    """
    check_name(path, option)
    _check_leads_somewhere(path, option, "a folder")
    place = path.absolute()
    if place.exists() and not place.is_dir():
        raise InputError(f"{option} {named(path)} is a file: name a folder")
    if not (parents or place.is_dir()):
        _check_above(path, option, "a folder")
    there = nearest(place)
    if not there.is_dir():
        raise InputError(
            f"{option} {named(path)} is below {named(there)}, which is a file: name a folder"
        )
    _check_writable(there, path, option, "a folder")


def check_out_file(path: Path, option: str) -> None:
    """Refuse a file that could not be written, as `check_out_folder`; its folder must be there.

    Raises:
        InputError: it is a folder or a device, is in no folder that is there, or cannot be written.
    """
    check_name(path, option)
    _check_leads_somewhere(path, option, "a file")
    if path.is_dir():
        raise InputError(f"{option} {named(path)} is a folder: name a file")
    if path.exists() and not path.is_file():
        # A device, a pipe: a file is put in the place of what is there, and it would be gone.
        raise InputError(f"{option} {named(path)} is no plain file: name one, or a free name")
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(f"{option} {named(path)} cannot be written: name a file that can")
    _check_above(path, option, "a file")
    _check_writable(path.parent, path, option, "a file")


def _check_leads_somewhere(path: Path, option: str, what: str) -> None:
    """Refuse a link that leads back to itself."""
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise InputError(
                f"{option} {named(path)} is a link that leads to itself: name {what}"
            ) from None


def _check_above(path: Path, option: str, what: str) -> None:
    """Refuse what lies in no folder that is there."""
    above = path.parent
    if not above.is_dir():
        raise InputError(
            f"{option} {named(path)}: {named(above)} is no folder: name {what} in one that is there"
        )


def _check_writable(folder: Path, path: Path, option: str, what: str) -> None:
    """Refuse what a folder does not take."""
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"{option} {named(path)} cannot be written: name {what} that can")
    try:
        # Some file systems take no files whatever their permissions say, such as /proc.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"{option} {named(path)} cannot be written ({error.strerror}): name {what} that can"
        ) from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have an error of the block name a file or folder, if the system does not: a full disk, say.

    Raises:
        OSError: that of the block.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise
