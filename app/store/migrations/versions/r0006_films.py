"""What a kernel that has passed drew."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "film",
        sa.Column("submission", sa.Integer, sa.ForeignKey("submission.id", name="fk_film_submission"), nullable=False),
        sa.Column("pixels", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("submission", name="pk_film"),
    )
