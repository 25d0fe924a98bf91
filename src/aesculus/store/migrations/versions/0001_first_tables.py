"""The first tables: designs, records, logs, artefacts, claims, figures."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _records() -> None:
    op.create_table(
        "designs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("json", sa.Text, nullable=False),
    )
    op.create_index("ix_designs_label", "designs", ["label"])
    op.create_table(
        "records",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("design_id", sa.Integer, sa.ForeignKey("designs.id"), nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("device_digest", sa.Text, nullable=False),
        sa.Column("recipe", sa.Text, nullable=False),
        sa.Column("seed", sa.Integer),
        sa.Column("rtl_digest", sa.Text, nullable=False),
        sa.Column("inputs", sa.Text, nullable=False),
        sa.Column("job_tools", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("metrics", sa.Text, nullable=False),
        sa.Column("tools", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
    )
    op.create_index("ix_records_design", "records", ["design_id", "device", "stage"])
    op.create_index("ix_records_stage", "records", ["stage", "status", "device"])
    op.create_table(
        "logs",
        sa.Column("record_id", sa.Integer, sa.ForeignKey("records.id"), primary_key=True),
        sa.Column("zlib", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "artefacts",
        sa.Column("record_id", sa.Integer, sa.ForeignKey("records.id"), primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
    )
    op.create_index("ix_artefacts_digest", "artefacts", ["digest"])


def _claims() -> None:
    op.create_table(
        "claims",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("process_started", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )


def _figures() -> None:
    op.create_table(
        "figures",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("design_id", sa.Integer, sa.ForeignKey("designs.id"), primary_key=True),
        sa.Column("stale", sa.Boolean, nullable=False),
        sa.Column("builder", sa.Text, nullable=False),
        sa.Column("status", sa.Text),
        sa.Column("verified", sa.Boolean),
        sa.Column("netlist_verified", sa.Boolean),
        sa.Column("fmax_mhz", sa.Float),
        sa.Column("throughput_gbps", sa.Float),
        sa.Column("latency_ns", sa.Float),
        sa.Column("blocks_per_cycle", sa.Float),
        sa.Column("latency_cycles", sa.Integer),
        sa.Column("lut_count", sa.Integer),
        sa.Column("ff_count", sa.Integer),
        sa.Column("bram_count", sa.Integer),
        sa.Column("slice_estimate", sa.Integer),
        sa.Column("n_seeds", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_figures_design", "figures", ["design_id"])
    op.create_index("ix_figures_stale", "figures", ["stale"], sqlite_where=sa.text("stale = 1"))
    op.create_index("ix_figures_builder", "figures", ["device", "builder"])
    op.create_table(
        "figure_rows",
        sa.Column("device", sa.Text, primary_key=True),
        sa.Column("design_id", sa.Integer, sa.ForeignKey("designs.id"), primary_key=True),
        sa.Column("json", sa.Text, nullable=False),
    )


def upgrade() -> None:
    """Make the tables of version 0001."""
    _records()
    _claims()
    _figures()
