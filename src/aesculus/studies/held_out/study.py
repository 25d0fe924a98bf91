"""The study that notes which spaces are held out, and the strategy that they are to judge."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from aesculus.studies.held_out.log import entry_of, newest, read, told
from aesculus.studies.made import TABLES
from aesculus.studies.measure.study import HELD_OUT, table_path
from aesculus.studies.study import Study, StudyOptions


class HeldOutOptions(StudyOptions):
    """What the study can be told."""

    out: Annotated[Path, Field(description="Folder of the log and of the measured spaces.")] = (
        TABLES
    )


class HeldOut(Study[HeldOutOptions]):
    """The study."""

    name = "held-out"
    doc = "Notes the held-out spaces that are not measured yet, and the strategy as it is."
    options = HeldOutOptions

    def run(self, options: HeldOutOptions) -> None:
        """Add an entry for each space that is not measured, where the last one is not as it is now.

        What stands in the log stays. A space that is measured gets no further entry.
        """
        entries = read(options.out)
        moment = datetime.now(UTC)
        for name in HELD_OUT:
            if table_path(options.out, name).exists():
                continue
            found, last = entry_of(name, moment), newest(entries, name)
            same = last is not None and (last.space_digest, last.strategy_digest) == (
                found.space_digest,
                found.strategy_digest,
            )
            # By the day alone nobody could tell what was measured before.
            if last is None or not same or not last.to_the_second:
                entries.append(found)
        self.write(options.out, {**self.head(), "entries": told(entries)})
        self.say_where(options.out)

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return a line an entry."""
        heads = ["space", "held out on", "points", "its digest", "strategy", "digest of that"]
        fields = ("space", "frozen", "points", "space_digest", "strategy", "strategy_digest")
        return {"heads": heads, "rows": [[entry[f] for f in fields] for entry in body["entries"]]}


STUDIES = (HeldOut(),)
