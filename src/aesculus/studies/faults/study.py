"""Faults put in by hand, as a study."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from aesculus.consoles import say
from aesculus.errors import RunError
from aesculus.studies.faults import run as trials
from aesculus.studies.study import Study, StudyOptions


class FaultsOptions(StudyOptions):
    """What the study can be told."""

    again: Annotated[
        bool,
        Field(description="Keep what the table says of trials that ended as promised."),
    ] = False


class Faults(Study[FaultsOptions]):
    """The study."""

    name = trials.NAME
    doc = trials.DOC
    options = FaultsOptions

    def run(self, options: FaultsOptions) -> None:
        """Run all trials and write their table.

        Raises:
            RunError: a trial did not end as promised.
        """
        bad = trials.run(options.out, again=options.again)
        say(f"Table: {options.out / self.name}.md")
        if bad:
            raise RunError(f"{bad} trials did not end as promised: see {options.out}/faults.md")

    def page(self, body: Mapping[str, Any]) -> str:
        """Return the table for people."""
        return trials.page(dict(body))


STUDIES = (Faults(),)
