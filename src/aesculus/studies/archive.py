"""An archive of what the committed tables rest on, small enough to be published.

It is a gzip-compressed tar file: the figures of every campaign as they are committed, the measured
spaces with the log of those held out, and the records of the stages of these designs as the store
has them, without artefacts.
From it alone every table is made again, to the byte.
"""

import gzip
import io
import json
import os
import re
import shutil
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import aesculus
from aesculus import papers
from aesculus.errors import InputError, RunError
from aesculus.inputs import InputFileError, brief, read_bytes, shown, unpacked
from aesculus.outputs import write_whole
from aesculus.papers.measured import Measured
from aesculus.papers.page import tables
from aesculus.papers.results import committed
from aesculus.store import Store
from aesculus.store.opened import opened_packed
from aesculus.studies import whole
from aesculus.studies.backing import Backing, UnbackedError, backing, check_alone
from aesculus.studies.doctables import DOC_TABLES, Committed, DocTable
from aesculus.studies.held_out.log import LOG
from aesculus.studies.registry import known
from aesculus.studies.reproduce.files import as_page, drawn, picture
from aesculus.studies.rows import COMPARED, RowsError, rows_of
from aesculus.terminal import clean, line

RECORDS = "records.json"
ABOUT = "about.json"
"""Which version of the program wrote an archive; its name ends with the commit."""

PAPERS_PAGE = "papers-tables.md"
"""The tables of the page on the papers, which stand at the end of `docs/papers.md`."""

DOCUMENTS = "docs"
"""Folder of the tables that stand within other pages, `<name>.md` each."""
# That of today has 0.6 MB, which are 4 MB unpacked; records come on top.
_MOST_PACKED, _MOST_UNPACKED, _MOST_FILES = 32 << 20, 256 << 20, 5000

_RESULTS, _SPACES, _BOARDS = "results", "search", "search/results"
_LOG = f"{_SPACES}/{LOG}"
_NAMES = re.compile(
    rf"{re.escape(RECORDS)}|{re.escape(ABOUT)}|{_RESULTS}/(?:papers/)?[\w-]{{1,80}}\.(?:json|csv\.gz)"
    rf"|{_SPACES}/[\w-]{{1,80}}\.csv\.gz|{re.escape(_LOG)}|{_BOARDS}/[\w-]{{1,80}}\.json",
    re.ASCII,
)
"""The files of an archive; no other is written."""

_PICTURE = re.compile(rf"{_RESULTS}/papers/[\w-]{{1,80}}\.svg", re.ASCII)
"""A picture in an archive of an earlier form. A browser might run what somebody wrote into it, so
it is passed over: every picture is drawn of the figures."""

_VERDICTS = "verdicts.json"
"""Rows that claims of papers take besides those of the paper."""

_PACKED_STORE = ".db.gz"

_Rows = Callable[[], dict[str, list[Measured]]]

# Of the measured spaces one file is of a campaign: the log of those held out.
_CAMPAIGN = re.compile(rf"(?:{_RESULTS}|{_SPACES})/([\w-]+)\.json", re.ASCII)
_SPACE = re.compile(
    rf"{_SPACES}/([\w-]+)\.csv\.gz|{_BOARDS}/([\w-]+)\.json",
    re.ASCII,
)


def pack(
    target: Path,
    results: Path,
    spaces: Path,
    store: Store | None = None,
    stores: Path | None = None,
) -> int:
    """Write an archive; the same figures and records give the same bytes.

    Args:
        target: the file.
        results: folder of the campaigns' figures.
        spaces: folder of the measured spaces.
        store: where records are.
        stores: folder of committed stores, `*.db.gz`, whose records go into it besides; with
            neither there are none in the archive.

    Returns:
        How many files are in it.

    Raises:
        InputError: there are no figures in the folder, a file has no figures of a campaign, or the
            records deny one.
        StoreError: a store is not whole.
    """
    files = dict(_committed(results, spaces))
    if not files:
        raise InputError(
            f"no figures of campaigns in {results}: run it where the project was cloned to"
        )
    _check_campaigns(results, files)
    sources = _sources(files)
    files[ABOUT] = json.dumps({"aesculus": aesculus.__version__}).encode()
    with ExitStack() as stack:
        own = [] if store is None else [store]
        committed = [stack.enter_context(each) for each in _opened(stores)]
        for each in (*own, *committed):
            each.check()
        if own or committed:
            files[RECORDS] = _backed(files, [[*own, *committed], committed, own], sources)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in sorted(files.items()):
            # Name and size are all that is told of a file.
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    write_whole(target, gzip.compress(packed.getvalue(), mtime=0))
    return len(files)


def _committed(results: Path, spaces: Path) -> Iterator[tuple[str, bytes]]:
    for place, folder, pattern in (
        (_RESULTS, results, "*.json"),
        (_RESULTS, results, "*.csv.gz"),
        (f"{_RESULTS}/papers", results / "papers", "*.json"),
        (_SPACES, spaces, "*.csv.gz"),
        (_SPACES, spaces, LOG),
        (_BOARDS, spaces / "results", "*.json"),
    ):
        for path in sorted(folder.glob(pattern)):
            try:
                yield f"{place}/{path.name}", read_bytes(path, _MOST_UNPACKED)
            except InputFileError as error:
                raise InputError(f"{path}: {error}") from None


def _sources(files: Mapping[str, bytes]) -> Mapping[str, set[str]]:
    """Return the designs that have rows in files of figures, with the digests of their RTL."""
    found: dict[str, set[str]] = defaultdict(set)
    try:
        for each in rows_of(files):
            found[each.row.label].add(each.row.rtl_digest)
        return found
    except RowsError as error:
        raise InputError(brief(line(str(error)))) from error


def _opened(stores: Path | None) -> Iterator[AbstractContextManager[Store]]:
    """Give the committed stores, one after the other."""
    for path in sorted(stores.glob(f"*{_PACKED_STORE}")) if stores is not None else ():
        yield opened_packed(path)


def _backed(
    files: Mapping[str, bytes],
    choices: Iterable[Sequence[Store]],
    sources: Mapping[str, set[str]],
) -> bytes:
    """Return the records of the first stores that deny no row.

    Somebody's own store may have a design once more, by other tools say, and no less right.

    Raises:
        InputError: each denies one.
    """
    denied = ""
    for stores in filter(None, choices):
        records = _records(stores, sources).encode()
        try:
            backing(files, records)
        except UnbackedError as error:
            denied = denied or brief(line(str(error)))
        else:
            return records
    raise InputError(f"{denied}: an archive of these figures would be refused")


def _records(stores: Sequence[Store], sources: Mapping[str, set[str]]) -> str:
    """Return the records of designs by their RTL, in the order of their keys; of a run one.

    A row that does not say its RTL takes those of any.
    """
    told = {
        record.key: record.model_dump(mode="json")
        for store in reversed(stores)
        for record in store.records()
        if sources.get(record.job.label, set()) & {record.job.rtl_digest, ""}
    }
    return json.dumps([told[key] for key in sorted(told)], indent=1, sort_keys=True) + "\n"


def _contents(archive: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    try:
        packed = read_bytes(archive, _MOST_PACKED)
    except InputFileError as error:
        raise InputError(f"{archive}: {error}") from None
    try:
        content = unpacked(packed, _MOST_UNPACKED)
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as tar:
            for entry in tar:
                # A sparse file has any size, however little of it is in the archive.
                plain = entry.isreg() and not entry.issparse()
                if plain and _PICTURE.fullmatch(entry.name):
                    continue
                data = tar.extractfile(entry) if plain else None
                if data is None or not _NAMES.fullmatch(entry.name):
                    raise InputError(f"{archive}: {entry.name[:200]!a} is no file of an archive")
                found[entry.name] = data.read()
                if len(found) > _MOST_FILES:
                    raise InputError(f"{archive}: more than {_MOST_FILES:,} files")
            if content[tar.offset :].strip(b"\0"):
                raise InputError(f"{archive}: something stands behind its last file")
    except (InputFileError, OSError, EOFError, ValueError, tarfile.TarError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{archive}: no archive of figures: {error}") from error
    _check_campaigns(archive, found)
    if not set(found) - {RECORDS, ABOUT}:
        raise InputError(f"{archive}: no archive of figures: there are none in it")
    return found


class DeniedError(ValueError):
    """An archive says what its own figures do not come to, or not what the program knows."""


def _campaigns(names: Iterable[str]) -> Iterator[str]:
    return (each[1] for name in names if (each := _CAMPAIGN.fullmatch(name)))


def _spaces(names: Iterable[str]) -> Iterator[str]:
    return (each[1] or each[2] for name in names if (each := _SPACE.fullmatch(name)))


def _check_campaigns(where: Path, names: Iterable[str]) -> None:
    """Refuse files of campaigns that there are not."""
    for campaign in _campaigns(names):
        if campaign not in known():
            raise InputError(f"{where}: no campaign {campaign!r}; legal: {', '.join(known())}")


@dataclass(frozen=True)
class Made:
    """What was made of an archive.

    Attributes:
        pages: the tables.
        backing: how many rows its records say the same of; `None` if it has no records.
        copied: campaigns whose figures are as the archive has them: no records are compared.
        spaces: measured spaces and their boards, likewise; but a board says what its own replays
            come to.
        missing: tables of documents that it has no figures for, and papers.
        version: of the program that wrote the archive, as it says; empty where it says none.
    """

    pages: list[Path]
    backing: Backing | None
    copied: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    version: str = ""


def remake(archive: Path, folder: Path) -> Made:
    """Make every table again from an archive alone, and compare its rows with its records.

    Args:
        archive: as `pack` writes it.
        folder: where its files and the pages go, which is new or empty.

    Returns:
        The pages, and what the records say of the rows.

    Raises:
        InputError: the folder holds something; or it is no archive, has figures of a campaign that
            there is not, figures of which no page can be made, or figures that its records deny.
            Then nothing is written.
    """
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise InputError(f"{folder} holds something: name a folder that is new or empty")
    contents = _contents(archive)
    backed = _backing(archive, contents)
    version = _version(archive, contents)
    with tempfile.TemporaryDirectory() as place:
        # Not that folder itself, which is readable by its owner alone.
        made = Path(place) / "made"
        for name, content in contents.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        pages = _pages(archive, made)
        for page, text in pages.items():
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, encoding="utf-8")
        _put(made, folder)
        return Made(
            [folder / page.relative_to(made) for page in pages if page.suffix == ".md"],
            backed,
            tuple(sorted(_taken(contents))),
            tuple(sorted(set(_spaces(contents)))),
            tuple(_missing(made)),
            version,
        )


def _taken(contents: Mapping[str, bytes]) -> Iterator[str]:
    """Give the campaigns whose figures are taken as they are."""
    yield from _campaigns(contents.keys() - COMPARED)
    if f"{_RESULTS}/{_VERDICTS}" not in contents:
        yield "the claims of papers, which take the rows of verdicts"
    goals = f"{_RESULTS}/goals.json"
    if goals in contents:
        yield "the trials of goals"
        if whole.of_other_store(json.loads(contents[goals])):
            yield "which designs answer goals, as that is of another reference store"


def _version(archive: Path, contents: Mapping[str, bytes]) -> str:
    """Return the version of the program that an archive says to be of."""
    if ABOUT not in contents:
        return ""
    try:
        told = json.loads(contents[ABOUT])["aesculus"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(f"{archive}: {ABOUT}: it does not say which version wrote it") from error
    return brief(line(str(told)))


def _put(made: Path, folder: Path) -> None:
    """Put files into a folder that is new or empty.

    Raises:
        RunError: it cannot be written; then it is as it was.
    """
    was_there = folder.exists()
    try:
        shutil.copytree(made, folder, dirs_exist_ok=True)
    except OSError as error:
        for each in folder.iterdir() if folder.exists() else ():
            shutil.rmtree(each) if each.is_dir() else each.unlink()
        if folder.exists() and not was_there:
            folder.rmdir()
        # Of many files that could not be copied each has its line.
        why = error.args[0][0][2] if isinstance(error, shutil.Error) else error.strerror
        raise RunError(f"--out {folder} cannot be written: {why}") from error


def _backing(archive: Path, contents: Mapping[str, bytes]) -> Backing | None:
    try:
        if RECORDS not in contents:
            check_alone(contents)
            return None
        return backing(contents, contents[RECORDS])
    except (RowsError, UnbackedError) as error:
        raise InputError(f"{archive}: {brief(line(str(error)))}") from error


def _pages(archive: Path, folder: Path) -> dict[Path, str]:
    """Return the pages that are made of the files of an archive, which are in a folder."""
    results = folder / _RESULTS
    made: dict[Path, str] = {}
    # Read once, and where what is wrong with a file is told.
    rows = cache(partial(committed, results / "papers"))

    def make(page: Path, of: Sequence[str], text: Callable[[], str]) -> None:
        try:
            # What somebody wrote into a figure must not command the terminal that shows the page.
            made[page] = clean(text())
        except DeniedError as error:
            raise InputError(f"{archive}: {', '.join(of)}: {error}") from error
        # Figures of somebody else may be anything, and so may what goes wrong with them.
        except Exception as error:
            why = brief(line(str(error).replace(f"{folder}{os.sep}", "")))
            raise InputError(
                f"{archive}: {', '.join(of)}: no figures of a campaign: "
                f"{type(error).__name__}: {why}"
            ) from error

    for path in sorted([*results.glob("*.json"), *(folder / _SPACES).glob("*.json")]):
        make(path.with_suffix(".md"), [_name(path, folder)], partial(_page, path.stem, path))
    for path in sorted((folder / _BOARDS).glob("*.json")):
        make(path.with_suffix(".md"), [_name(path, folder)], partial(_board, path))
    for paper in papers.ids():
        path = results / "papers" / f"{paper}.json"
        if path.exists():
            of, pictures = [_name(path, folder)], cache(partial(_pictures, paper, rows))
            make(path.with_suffix(".md"), of, partial(_paper, paper, path, rows, pictures))
            for name, svg in pictures().items():
                make(picture(path.parent, paper, name), of, partial(str, svg))
    make(
        folder / PAPERS_PAGE,
        [f"{_RESULTS}/papers"],
        lambda: tables(rows(), results),
    )
    found = Committed(results, folder / _SPACES)
    for each in (table for table in DOC_TABLES if _held(folder, table.data)):
        make(
            folder / DOCUMENTS / f"{each.name}.md",
            _own(each.data) or [each.name],
            partial(_lines, each, found),
        )
    return made


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _page(campaign: str, path: Path) -> str:
    body = _body(path)
    if wrong := whole.of_campaign(campaign, body):
        raise DeniedError(wrong)
    return known()[campaign].page(body)


def _board(path: Path) -> str:
    # It loads SciPy, which no other command of reports needs.
    from aesculus.studies.scoreboard.replays import contradicted  # noqa: PLC0415

    if wrong := contradicted(_body(path)):
        raise DeniedError(wrong)
    return _page("search", path)


def _pictures(paper: str, rows: _Rows) -> dict[str, str]:
    return drawn(paper, rows()[paper])


def _paper(paper: str, path: Path, rows: _Rows, pictures: Callable[[], Mapping[str, str]]) -> str:
    body = _body(path)
    if body["paper"] != paper:
        raise ValueError(f"it is of {shown(body['paper'])}")
    judged = (path.parents[1] / _VERDICTS).exists()
    if wrong := whole.of_paper(paper, body, rows()[paper] if judged else None):
        raise DeniedError(wrong)
    return as_page(body, list(pictures()))


def _lines(table: DocTable, found: Committed) -> str:
    return "\n".join(table.lines(found)) + "\n"


def _own(data: Iterable[str]) -> list[str]:
    """Return the names in an archive of those of some files that are results."""
    return [name.partition("/")[2] for name in data if name.startswith("benchmarks/")]


def _missing(folder: Path) -> Iterator[str]:
    """Give the tables of documents and the papers that an archive has no figures for."""
    yield from (table.name for table in DOC_TABLES if not _held(folder, table.data))
    results = folder / _RESULTS / "papers"
    yield from (paper for paper in papers.ids() if not (results / f"{paper}.json").exists())


def _held(folder: Path, data: Iterable[str]) -> bool:
    """Return whether an archive has those of some files that are results."""
    return all((folder / name).exists() for name in _own(data))


def _body(path: Path) -> dict[str, Any]:
    found = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(found, dict):
        raise TypeError(f"{shown(found)} is no table")
    return found
