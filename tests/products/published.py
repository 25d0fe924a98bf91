"""A sample of what is published, where the whole takes a simulation too long."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from aesculus.products.common.messages import Message


def take_every(step: int, answers: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the answers of a mode give every so many-th of their published messages alone."""
    published = answers.published

    def some(self: object, design: object) -> Iterator[Message]:
        return islice(published(self, design), 0, None, step)

    monkeypatch.setattr(answers, "published", some)
