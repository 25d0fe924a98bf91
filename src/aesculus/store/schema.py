"""The tables as the code of today sees them; `migrations/` is what builds them."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

from aesculus.catalogue import FIGURES

HEAD = "0003"
"""The newest migration; a test compares it with the migrations folder."""

metadata = MetaData()

designs = Table(
    "designs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("label", Text, nullable=False, index=True),
    Column("json", Text, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("stage", Text, nullable=False),
    Column("design_id", Integer, ForeignKey("designs.id"), nullable=False),
    Column("device", Text, nullable=False),
    Column("device_digest", Text, nullable=False),
    Column("recipe", Text, nullable=False),
    Column("seed", Integer),
    Column("rtl_digest", Text, nullable=False),
    Column("inputs", Text, nullable=False),
    Column("job_tools", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("metrics", Text, nullable=False),
    Column("tools", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("created", Text, nullable=False),
    Column("checksum", String(64), nullable=False, server_default=""),
    Index("ix_records_design", "design_id", "device", "stage"),
    Index("ix_records_stage", "stage", "status", "device"),
)

# Logs live apart so that a scan over records does not read them.
logs = Table(
    "logs",
    metadata,
    Column("record_id", Integer, ForeignKey("records.id"), primary_key=True),
    Column("zlib", LargeBinary, nullable=False),
)

artefacts = Table(
    "artefacts",
    metadata,
    Column("record_id", Integer, ForeignKey("records.id"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("digest", String(64), nullable=False, index=True),
    Column("size", Integer, nullable=False),
)

# One line: number and sum of the records' checksums, digest of the tables' definitions.
integrity = Table(
    "integrity",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("records", Integer, nullable=False),
    Column("total", String(64), nullable=False),
    Column("schema", String(64), nullable=False),
)

claims = Table(
    "claims",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("owner", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("process_started", Float, nullable=False),
    Column("expires", Float, nullable=False),
)

# One line a design and device, made by `metrics` from the records; `stale` is set in the
# transaction that adds a record, so that figures never lag behind records unnoticed. The lines are
# short and lie in order of the device, so that a frontier or pick query can afford to read all of
# a device: faster in the worst case than an index of each figure, and with nothing to keep up.
figures = Table(
    "figures",
    metadata,
    Column("device", Text, primary_key=True),
    Column("design_id", Integer, ForeignKey("designs.id"), primary_key=True),
    Column("stale", Boolean, nullable=False),
    Column("builder", Text, nullable=False),
    Column("status", Text),
    Column("verified", Boolean),
    Column("netlist_verified", Boolean),
    # Which figures are searched often enough for a column is said in the catalogue.
    *(
        Column(figure.name, Float if figure.digits else Integer)
        for figure in FIGURES.values()
        if figure.indexed
    ),
    Index("ix_figures_design", "design_id"),
    Index("ix_figures_stale", "stale", sqlite_where=text("stale = 1")),
    Index("ix_figures_builder", "device", "builder"),
    sqlite_with_rowid=False,
)

# The whole row as JSON, apart from the figures that are searched.
figure_rows = Table(
    "figure_rows",
    metadata,
    Column("device", Text, primary_key=True),
    Column("design_id", Integer, ForeignKey("designs.id"), primary_key=True),
    Column("json", Text, nullable=False),
)
