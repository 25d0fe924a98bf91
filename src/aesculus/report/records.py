"""What a verification or a synthesis came to, in lines for people."""

from aesculus.records import Stage
from aesculus.store import StageRecord


def record_text(record: StageRecord) -> str:
    """Return it in a few lines."""
    job, metrics = record.job, record.metrics
    tools = ", ".join(record.tools.values())
    if not record.ok:
        return f"{job.label}: {record.stage} {record.status}: {record.reason}"
    if record.stage is Stage.SYNTH:
        counts = ", ".join(
            f"{metrics[name]:,} {text}"
            for name, text in (("lut_count", "LUT"), ("ff_count", "FF"), ("bram_count", "BRAM"))
        )
        return f"{job.label}: synthesised for {job.device}: {counts} ({tools})"
    what = f"netlist for {job.device}" if record.stage is Stage.VERIFY_NETLIST else "RTL"
    lines = [f"{job.label}: {what} verified ({tools}, {record.seconds:.1f} s)"]
    lines += [f"  {name}: {count} vectors right" for name, count in metrics["kat"].items()]
    lines += [
        f"  {metrics['blocks']:,} blocks right in {metrics['cycles']:,} cycles in all, "
        "with random valid and ready",
        f"  measured: {metrics['blocks_per_cycle']} blocks per cycle, "
        f"latency {metrics['latency_cycles']} cycles",
    ]
    return "\n".join(lines)
