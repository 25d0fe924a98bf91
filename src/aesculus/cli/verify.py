"""`aesculus verify`: is a point right?"""

import json as json_module
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from aesculus import api
from aesculus.api.naming import legal_point
from aesculus.cli.common import (
    InsecureOption,
    JobsOption,
    JsonOption,
    RetryOption,
    SchedulerOption,
    StoreOption,
)
from aesculus.cli.errors import FAILED
from aesculus.cli.telling import put, tell
from aesculus.defaults import STORE
from aesculus.design import Build
from aesculus.engine.asked import run_options
from aesculus.families import Device, devices
from aesculus.records import Stage
from aesculus.report.records import record_text
from aesculus.store import StageRecord


def command(
    *,
    label: Annotated[str, typer.Argument(help="The design, such as UF2-PP3B.")],
    device: Annotated[
        str | None,
        typer.Option("--device", "-d", help="Verify the netlist for this device as well."),
    ] = None,
    json: JsonOption = False,
    retry_failed: RetryOption = False,
    jobs: JobsOption = 0,
    scheduler: SchedulerOption = None,
    insecure: InsecureOption = False,
    store: StoreOption = STORE,
) -> None:
    """Simulate a design against NIST vectors and a second implementation, and measure it."""
    point = legal_point(label)
    target = devices.load(device) if device is not None else None
    options = run_options(
        jobs=jobs, scheduler=scheduler, insecure=insecure, retry_failed=retry_failed
    )
    begun = datetime.now(UTC)
    records = api.verify(label, device=device, options=options, store=store)
    if json:
        typer.echo(json_module.dumps(_object(point, target, records), indent=2))
    else:
        for record in records:
            put(record_text(record))
    bad = next((record for record in records if not record.ok), None)
    if bad is not None:
        again = "" if bad.created > begun else " (known from before: --retry-failed tries again)"
        tell(f"{point.label}: {bad.stage}: {bad.reason}{again}", FAILED)
        raise typer.Exit(FAILED)


def _object(point: Build, device: Device | None, records: list[StageRecord]) -> dict[str, Any]:
    by_stage = {record.stage: record for record in records}
    last = {Stage.VERIFY: by_stage.get(Stage.VERIFY)}
    if device is not None:
        last[Stage.VERIFY_NETLIST] = by_stage.get(Stage.VERIFY_NETLIST)
    rtl = by_stage.get(Stage.VERIFY)
    found: dict[str, Any] = {
        "label": point.label,
        "design": point.fields,
        "device": "" if device is None else device.name,
        "verified": rtl is not None and rtl.ok,
        "netlist_verified": all(record is not None and record.ok for record in last.values())
        and device is not None,
    }
    if rtl is not None and rtl.ok:
        found["blocks_per_cycle"] = rtl.metrics["blocks_per_cycle"]
        found["latency_cycles"] = rtl.metrics["latency_cycles"]
        found["vectors"] = rtl.metrics["vectors"]
    found["stages"] = [
        {
            "stage": record.stage.value,
            "status": record.status.value,
            "reason": record.reason,
            "seconds": record.seconds,
            "metrics": record.metrics,
            "tools": record.tools,
        }
        for record in records
    ]
    return found
