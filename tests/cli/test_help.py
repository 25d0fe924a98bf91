"""What `--help` says of values: what they are, and not their type in Python."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from aesculus.cli.app import load
from aesculus.cli.commands import COMMANDS
from aesculus.cli.metavars import tell_kinds
from aesculus.records import Stage


def _helps(command: Any, name: str) -> Iterator[str]:
    yield command.get_help(command.context_class(command, info_name=name))
    for below, each in getattr(command, "commands", {}).items():
        yield from _helps(each, below)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_type_of_python_is_shown(name: str) -> None:
    for text in _helps(load(name), name):
        assert not re.search(r"<[a-z]+|list\[|\]\.\.\.\]", text)


def test_values_are_named_for_what_they_are() -> None:
    (text,) = _helps(load("explore"), "explore")
    assert "--device DEVICE" in text
    assert "--points LABEL|SET" in text
    (text,) = _helps(load("log"), "log")
    assert all(stage.value in text for stage in Stage)


def test_what_has_a_name_of_its_own_keeps_it() -> None:
    command: Any = load("pick")
    tell_kinds(command)
    (text,) = _helps(command, "pick")
    assert "--fix AXIS=VALUE" in text
    assert re.search(r"--min FIGURE.*default\s+without --max: lut", text, re.S)
