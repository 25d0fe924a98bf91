"""Area in all look-up tables is searched: a column for it, filled when the rows are made anew."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; figures are rebuilt from their records when they are next read."""
    op.add_column("figures", sa.Column("area_luts", sa.Integer))
