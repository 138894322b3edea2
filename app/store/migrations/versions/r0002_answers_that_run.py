"""Answers whose marks come from a run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("quiz_answer", sa.Column("submission", sa.String(32)))
