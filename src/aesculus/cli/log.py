"""`aesculus log`: what the tools said when a design failed."""

import json as json_module
from typing import Annotated

import typer

from aesculus.cli.common import DEFAULT_STORE, JsonOption, StoreOption, device_list, opened
from aesculus.cli.errors import InputError
from aesculus.cli.telling import put
from aesculus.cli.upkeep import meant
from aesculus.engine.errors import trouble_log
from aesculus.engine.progress import describe
from aesculus.records import Stage
from aesculus.store import StageRecord


def command(
    *,
    label: Annotated[str, typer.Argument(help="The design, such as UF2-PP3B.")],
    device: Annotated[
        list[str] | None, typer.Option("--device", "-d", help="Only on these devices.")
    ] = None,
    stage: Annotated[str | None, typer.Option(help=f"Only this stage: {', '.join(Stage)}.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Logs of what went well, too.")] = False,
    json: JsonOption = False,
    store: StoreOption = DEFAULT_STORE,
) -> None:
    """Show what the tools said when a design failed: reason, and the end of the log."""
    wanted = {target.name for target in device_list(device, ())} if device else None
    if stage is not None and stage not in set(Stage):
        raise InputError(f"no stage {stage!r}; legal: {', '.join(Stage)}")
    with opened(store, must_exist=True) as kept:
        name = meant(kept, label)
        known = kept.records(label=name)
        if not known:
            trouble = trouble_log(kept.path)
            told = f"; {trouble} has what a tool said in the last trouble of the machine"
            raise InputError(
                f"{name} has no results in {store}" + (told if trouble.is_file() else "")
            )
        there = [
            record
            for record in known
            if (wanted is None or record.job.device in wanted)
            and stage in {None, record.stage.value}
        ]
        found = [(record, kept.log(record.key)) for record in there if everything or not record.ok]
    if json:
        typer.echo(json_module.dumps([_object(*each) for each in found], indent=2))
        return
    if not there:
        where = " or ".join(filter(None, (*sorted(wanted or ()), stage)))
        typer.echo(f"{name}: no results of {where}")
    elif not found:
        typer.echo(f"{name}: nothing failed; --all shows the logs of what went well")
    for record, log in found:
        put(_text(record, log))


def _object(record: StageRecord, log: str) -> dict[str, object]:
    return {
        "label": record.job.label,
        "device": record.job.device,
        "stage": record.stage.value,
        "seed": record.job.seed,
        "status": record.status.value,
        "reason": record.reason,
        "attempts": record.attempts,
        "created": record.created.isoformat(),
        "tools": record.tools,
        "log": log,
    }


def _text(record: StageRecord, log: str) -> str:
    made = record.created.isoformat(sep=" ", timespec="seconds")
    lines = [
        f"{describe(record.job)}: {record.status.value}",
        f"  {made}, {record.seconds:.1f} s, attempt {record.attempts}; "
        f"{', '.join(record.tools.values()) or 'no tool told its version'}",
    ]
    if record.reason:
        lines.append(f"  {record.reason}")
    lines += [f"  | {line}" for line in log.splitlines()] or ["  (no log was kept)"]
    return "\n".join(lines) + "\n"
