"""The reference store of the package: made of committed figures, and recorded from a store."""

from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import Field

from aesculus import engine
from aesculus.consoles import say
from aesculus.engine import timing
from aesculus.engine.reference.entries import FILE, read, write
from aesculus.errors import RunError
from aesculus.outputs import write_whole
from aesculus.store.opened import opened
from aesculus.studies.made import RESULTS
from aesculus.studies.study import StoreOptions, Study, StudyOptions

BENCHMARKS = RESULTS.parent
"""Where committed figures are."""

LARGEST_MB = 5.0
"""What the file may weigh."""


class ReferenceOptions(StudyOptions):
    """What the making can be told."""

    out: Annotated[Path, Field(description="Folder of the file of the reference store.")] = Path(
        str(files(engine) / "reference")
    )
    benchmarks: Annotated[Path, Field(description="Folder of the committed figures.")] = BENCHMARKS


class Reference(Study[ReferenceOptions]):
    """Makes the file that the package carries."""

    name = "reference"
    doc = "The reference store of the package, made of all committed figures."
    options = ReferenceOptions

    def run(self, options: ReferenceOptions) -> None:
        """Make the file.

        Raises:
            RunError: a file cannot be read, or the whole is too large.
        """
        # It loads the array libraries.
        from aesculus.studies.reference.gather import gather  # noqa: PLC0415
        from aesculus.studies.reference.times import fitted  # noqa: PLC0415

        path = options.out / FILE
        write(gather(options.benchmarks), path)
        # The file rounds: the lines are those of what it says, on which they can be checked.
        entries = read(path)
        times = fitted(entries)
        write_whole(options.out / timing.FILE, timing.as_text(times))
        each = ((s, family, line) for s, lines in times.items() for family, line in lines.items())
        for stage, family, line in each:
            name = f"{stage} on {family}" if family else f"{stage}"
            say(
                f"time of {name}: {line.runs:,} runs, held out {line.median_error:.0%} median "
                f"error, {line.within_two:.0%} within a factor of two; the larger third from the "
                f"smaller ones {line.larger_median_error:.0%}, {line.larger_within_two:.0%}"
            )
        size = path.stat().st_size / 1e6
        say(f"{len(entries):,} points, {size:.2f} MB: {path}")
        if size > LARGEST_MB:
            raise RunError(f"{path} takes {size:.1f} MB: at most {LARGEST_MB:g} may be carried")


class RecordOptions(StoreOptions):
    """What the recording can be told."""

    out: Annotated[Path, Field(description="Folder for what the store gives.")] = (
        BENCHMARKS / "records"
    )
    campaign: Annotated[
        str, Field(description="What measured it; also the stem of the file.", min_length=1)
    ] = "store"
    without_times: Annotated[
        bool,
        Field(description="Leave out what runs took, where the machine had much else to do."),
    ] = False


class Record(Study[RecordOptions]):
    """Writes what a store has measured for the reference store."""

    name = "record"
    doc = "What a store has measured, with all that it rests on, for the reference store."
    options = RecordOptions

    def run(self, options: RecordOptions) -> None:
        """Write the file.

        Raises:
            RunError: the store has no results.
            InputError: there is no store.
        """
        from aesculus.studies.reference.record import entries_of  # noqa: PLC0415

        with opened(options.store, must_exist=True) as store:
            entries = list(entries_of(store, options.campaign, times=not options.without_times))
        if not entries:
            raise RunError(f"{options.store} has no verified results")
        path = options.out / f"{options.campaign}.csv.gz"
        write(entries, path)
        valid = sum(bool(entry.rests_on) for entry in entries)
        say(f"{len(entries):,} points, {valid:,} of the present sources, flow and tools: {path}")


STUDIES = (Reference(), Record())
