"""Films come after their verdict, and nobody is told of a stage in which one is drawn."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.execute("DELETE FROM event WHERE stage = 'drawing'")
