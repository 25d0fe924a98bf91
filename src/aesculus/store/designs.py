"""Whether a record is of the design that it names: by its label, its fields and their digest.

The digest is what later results of a design are found by. A store of somebody else may have a row
of the right digest with the label and fields of another design.
"""

from aesculus.design import Build, DesignError, LabelError, parse_build
from aesculus.store.jobs import Job, digest_of
from aesculus.store.names import is_label


def build_of(label: str) -> Build | None:
    """Return the design that a label names, `None` for one that this installation cannot read."""
    try:
        return parse_build(label)
    except (LabelError, DesignError, ValueError):
        return None


def settled(label: str, digest: str) -> bool:
    """Return whether a label names the design of a digest."""
    build = build_of(label)
    return build is not None and build.digest == digest


def why_not(job: Job, *, of_others: bool = False) -> str:
    """Return why a job's design is not the one of its label, empty when it is.

    A label that cannot be read may be of a design that was known when it was measured, such as one
    of the user's own folders: nothing tells that it is wrong. Of somebody else it is believed only
    if its digest is that of its fields.
    """
    build = build_of(job.label)
    if build is None:
        problem = f"label {job.label[:80]!a} names no design"
        if not is_label(job.label):
            return problem
        unsure = of_others and job.design_digest != digest_of(job.design)
        return f"{problem} here; is AESCULUS_DESIGNS set?" if unsure else ""
    if build.digest != job.design_digest:
        return f"its design is not {job.label[:80]!a}, as its label says: the digests differ"
    known = build.fields
    for name, value in job.design.items():
        if name in known and known[name] != value:
            return f"its field {name[:80]!a} is not that of {job.label[:80]!a}"
    return ""


def as_known(job: Job) -> Job:
    """Return a job that has the label and the fields of its design as this program writes them."""
    build = build_of(job.label)
    if build is None or build.digest != job.design_digest:
        return job
    return job.model_copy(update={"label": build.label, "design": build.fields})
