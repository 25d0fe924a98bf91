"""Modes and buses around cores, each simulated, and netlists of each mode and bus."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from aesculus.design import Build
from aesculus.engine.engine import told
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want
from aesculus.engine.session import run_wants
from aesculus.errors import RunError
from aesculus.families import Device, devices
from aesculus.metrics import area_luts
from aesculus.products.common.plan import COUNTED_PACKETS
from aesculus.records import Stage, Status
from aesculus.store import Store
from aesculus.studies.study import Study
from aesculus.studies.untimed import Between, TimedOptions, between, seconds_of
from aesculus.studies.verify_products.products import netlists, products

DEVICE = "LFE5U-25F-6"
_OPEN = "open"
_OK = Status.OK.value
_NAMES = (
    "vectors",
    "blocks",
    "cycles",
    "blocks_per_cycle",
    "packet_blocks_per_cycle",
    "latency_cycles",
)
_TOLD = (
    "mode",
    "bus",
    "bus_bits",
    "key_bits",
    "direction",
    "flow",
    "mode_streams",
    "mode_hold",
    "mode_raw",
    "mode_limit",
    "mode_digit",
    "mode_registers",
    "mode_levels",
)
"""Fields of a product whose values the page counts."""

_HOUR_S = 3600


class ProductOptions(TimedOptions):
    """What the study can be told."""

    match: Annotated[str, Field(description="Only labels that begin so, such as CBC.")] = ""


def _row(store: Store, jobs: Jobs, build: Build, untimed: Between) -> dict[str, Any]:
    record = store.get(jobs.job(Stage.VERIFY, build).key)
    found: dict[str, Any] = {"label": build.label, "design": build.fields}
    if record is None:
        return found | {"status": _OPEN}
    metrics = {name: record.metrics[name] for name in _NAMES if name in record.metrics}
    state: dict[str, Any] = {"status": record.status.value, "reason": record.reason}
    state["seconds"] = seconds_of(record, untimed)
    state["rtl_digest"] = record.job.rtl_digest
    return found | metrics | state | {"files": len(record.metrics.get("kat", {}))}


def _netlist(store: Store, jobs: Jobs, build: Build, device: Device) -> dict[str, Any]:
    found = jobs.records(store, Stage.VERIFY_NETLIST, build, device)
    done = found.get(Stage.VERIFY_NETLIST)
    mapped = found.get(Stage.SYNTH)
    area = {} if mapped is None else _area(mapped.metrics)
    if done is not None:
        return {"netlist": done.status.value, **area}
    failed = next((each for each in found.values() if each.status is not Status.OK), None)
    state = _OPEN if failed is None else f"{failed.stage} {failed.status.value}"
    return {"netlist": state, **area}


def _area(mapped: Mapping[str, Any]) -> dict[str, int]:
    """Return how many tables a netlist has, those used as memory included."""
    if mapped.get("lut_count") is None:
        return {}
    return {"area_luts": area_luts(mapped["lut_count"], mapped.get("lutram_count"))}


class VerifyProducts(Study[ProductOptions]):
    """The study."""

    name = "verify-products"
    doc = (
        "Modes and buses around cores, each simulated against the response files of its mode and a "
        "second implementation, with netlists of each mode and bus."
    )
    options = ProductOptions
    indent = 1

    def run(self, options: ProductOptions) -> None:
        """Verify the products, and write what came of it.

        Raises:
            InputError: the moments are none.
            RunError: one failed, or the budget did not reach it.
        """
        untimed = between(options.untimed)
        chosen = [each for each in products() if each.label.startswith(options.match.upper())]
        mapped = [each for each in netlists() if each in chosen]
        if not chosen:
            raise RunError(f"--match {options.match}: no product's label begins so")
        device, jobs = devices.load(DEVICE), Jobs()
        wants = [Want(build, Stage.VERIFY) for build in chosen]
        wants += [Want(build, Stage.VERIFY_NETLIST, device) for build in mapped]
        with options.opened() as (store, how):
            summary = run_wants(store, wants, how, jobs=jobs)
            rows = [
                _row(store, jobs, build, untimed)
                | (_netlist(store, jobs, build, device) if build in mapped else {})
                for build in chosen
            ]
            tools = jobs.job(Stage.VERIFY, chosen[0]).tools
        counted = {"packets": COUNTED_PACKETS, "tools": tools}
        self.write(options.out, {**self.head(), **counted, "rows": rows})
        self.say_where(options.out, f"{told(summary)}.")
        states = {each["label"]: {each["status"], each.get("netlist", _OK)} for each in rows}
        bad = [label for label, found in states.items() if found - {_OK, _OPEN}]
        if bad:
            raise RunError(f"{len(bad)} of {len(rows)} products failed: {', '.join(bad)}")
        left = sum(_OPEN in found for found in states.values())
        if left:
            raise RunError(f"not complete yet: {left} of {len(rows)} are open; run again to go on")

    def values(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return how many products have each status, and the device of the netlists."""
        counts = Counter(each["status"] for each in body["rows"])
        mapped = Counter(each["netlist"] for each in body["rows"] if "netlist" in each)
        taken = [each["seconds"] for each in body["rows"] if "seconds" in each]
        hours = sum(taken) / _HOUR_S
        return {
            "counts": _told(counts),
            "netlists": _told(mapped),
            "device": DEVICE,
            "hours": f"{hours:.1f}",
            "untimed": taken.count(0.0),
            "axes": [[f"`{name}`", _values(body["rows"], name)] for name in _TOLD],
        }


def _values(rows: Sequence[Mapping[str, Any]], name: str) -> str:
    found = Counter(each["design"][name] for each in rows if each["design"].get(name) is not None)
    ordered = sorted(found, key=lambda value: (isinstance(value, str), value))
    return ", ".join(f"{value}: {found[value]}" for value in ordered)


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))


STUDIES = [VerifyProducts()]
