"""The GPUs that workers use."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004"
down_revision = "0003"

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "card",
        sa.Column("worker", sa.String(120), nullable=False),
        sa.Column("uuid", sa.String(80), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("arch", sa.String(16), nullable=False),
        sa.Column("memory_bytes", sa.BigInteger, nullable=False),
        sa.Column("driver", sa.String(40), nullable=False),
        sa.Column("usable", sa.Boolean, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("since", _INSTANT, nullable=False),
        sa.Column("peaks", sa.JSON().with_variant(JSONB(), "postgresql")),
        sa.Column("jobs", sa.BigInteger, nullable=False),
        sa.Column("busy", sa.Float, nullable=False),
        sa.Column("seen_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("worker", "uuid", name="pk_card"),
    )
