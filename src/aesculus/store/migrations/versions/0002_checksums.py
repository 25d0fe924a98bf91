"""A checksum a record, and the sum over all; the store fills them in when it has migrated."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for the checksums."""
    op.add_column(
        "records", sa.Column("checksum", sa.String(64), nullable=False, server_default="")
    )
    op.create_table(
        "integrity",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("total", sa.String(64), nullable=False),
        sa.Column("schema", sa.String(64), nullable=False),
    )
