"""What the documents promise is there: paths, make targets, commands, values."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from aesculus import design
from aesculus.cli.commands import COMMANDS
from project.sources import ROOT, code_spans, documents, shell_lines

_PATHS = [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
_PLAIN_PATH = re.compile(r"(?:[\w.*-]+/)+[\w.*-]*|[\w-]+\.(?:md|lock)|Makefile|pyproject\.toml")
# Made by running, in what is exported, or written by who follows a page: absent from a fresh clone.
_MADE = (
    *(".venv", ".aesculus", "cache/", "build/", "constraints/", "lists/", "report.html"),
    *("my-devices/", "src/aesculus/families/melange/"),
)
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def _named_paths(page: Path) -> list[str]:
    spans = [span for span in code_spans(page) if _PLAIN_PATH.fullmatch(span)]
    return sorted({span for span in spans if not span.startswith(_MADE)})


@pytest.mark.parametrize("page", _PATHS, ids=lambda page: page.name)
def test_named_paths_exist(page: Path) -> None:
    missing = [name for name in _named_paths(page) if not list(ROOT.glob(name.rstrip("/")))]
    assert not missing


def test_paths_are_recognised() -> None:
    assert "rtl/files.f" in _named_paths(ROOT / "ARCHITECTURE.md")
    assert "rtl/sbox/aesculus_sub_bytes.sv" in _named_paths(ROOT / "docs" / "add-an-sbox.md")


@pytest.mark.parametrize("page", documents(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = _LINK.findall(page.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert not [target for target in local if not (page.parent / target).exists()]


def _unbalanced(text: str) -> list[str]:
    """Return the paragraphs in which a backtick opens or closes nothing."""
    outside = re.sub(r"^\s*(```|~~~)[\s\S]*?^\s*\1", "", text, flags=re.MULTILINE)
    return [part for part in re.split(r"\n\s*\n", outside) if part.count("`") % 2]


@pytest.mark.parametrize("page", documents(), ids=lambda page: str(page.relative_to(ROOT)))
def test_backticks_come_in_pairs(page: Path) -> None:
    assert not _unbalanced(page.read_text(encoding="utf-8"))


def test_a_lost_backtick_is_found() -> None:
    assert _unbalanced("One `code`.\n\n( aesculus show`)\n") == ["( aesculus show`)\n"]
    assert not _unbalanced("One `code\nin two lines`.\n\n```sh\necho `\n```\n")


def _make_targets() -> set[str]:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", text, flags=re.M))


def _all_lines() -> list[str]:
    return [line for page in documents() for line in shell_lines(page)]


def test_the_list_of_decisions_names_each() -> None:
    folder = ROOT / "docs/decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in folder.glob("*.md")} - {"README.md"}
    assert set(re.findall(r"\]\(([^)]+)\)", index)) == pages


def test_make_targets_exist() -> None:
    used = {
        match[1]
        for line in _all_lines()
        if (match := re.match(r"(?:[A-Z]+=\S+ )*make ([a-z-]+)", line))
    }
    assert {"explore", "test"} <= used
    assert used <= _make_targets()


def _used() -> set[tuple[str, str]]:
    """Return subcommand and first argument of each use of `aesculus`."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    used = re.findall(r"\$\(AESCULUS\) ([a-z-]+) ?(\S*)", makefile)
    for line in _all_lines():
        used += re.findall(r"^aesculus ([a-z-]+) ?(\S*)", line)
    return set(used)


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from aesculus.cli import main; main()"
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


_MADE_UP = re.compile(r"<|PP0X$")
"""Labels with a place for a letter, or with the S-box that a page adds: a test follows that one."""


def test_commands_exist() -> None:
    assert {command for command, _ in _used()} <= set(COMMANDS)


def test_commands_are_recognised() -> None:
    assert {"explore", "verify", "show", "bench", "reproduce"} <= {used for used, _ in _used()}


def test_campaigns_exist() -> None:
    listed = re.findall(r"^([a-z0-9-]+):", _run("bench").stdout, flags=re.M)
    assert {name for used, name in _used() if used == "bench" and name} <= set(listed)


@pytest.mark.parametrize(
    "text",
    sorted({name for used, name in _used() if used == "verify" and not _MADE_UP.search(name)}),
)
def test_designs_that_are_named_are_legal(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = (ROOT / "tests" / "designs" / name for name in ("one_mode", "one_cipher"))
    monkeypatch.setenv("AESCULUS_DESIGNS", os.pathsep.join(map(str, folders)))
    design.parse(text).check()


def test_the_python_of_the_byte_order_is_right() -> None:
    text = (ROOT / "docs" / "byte-order.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```", text, flags=re.M | re.S)
    assert block.count("assert") == 3
    exec(block, {})


def test_the_example_of_the_byte_order_is_right() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    ports = dict(
        re.findall(r"^(in_key_i|in_block_i|out_block_o) += 128'h([0-9a-f_]+)$", text, re.M)
    )
    key, block, expected = (
        bytes.fromhex(ports[name].replace("_", ""))
        for name in ("in_key_i", "in_block_i", "out_block_o")
    )
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    assert encryptor.update(block) == expected
