"""Faults put in by hand, as a study."""

from collections.abc import Mapping
from typing import Any

from aesculus.consoles import say
from aesculus.errors import RunError
from aesculus.studies.faults import run as trials
from aesculus.studies.study import Study, StudyOptions


class Faults(Study[StudyOptions]):
    """The study."""

    name = trials.NAME
    doc = trials.DOC
    options = StudyOptions

    def run(self, options: StudyOptions) -> None:
        """Run all trials and write their table.

        Raises:
            RunError: a trial did not end as promised.
        """
        bad = trials.run(options.out)
        say(f"Table: {options.out / self.name}.md")
        if bad:
            raise RunError(f"{bad} trials did not end as promised: see {options.out}/faults.md")

    def page(self, body: Mapping[str, Any]) -> str:
        """Return the table for people."""
        return trials.page(dict(body))


STUDIES = (Faults(),)
