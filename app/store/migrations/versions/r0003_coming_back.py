"""What a learner comes back to: drafts, places, and a number that tells whether their pages have changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("learner", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    _draft()
    _place()


def _draft() -> None:
    op.create_table(
        "draft",
        sa.Column("learner", sa.Integer, nullable=False),
        sa.Column("exercise", sa.String(80), nullable=False),
        sa.Column("version", sa.String(80), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("updated_at", _INSTANT, nullable=False),
        sa.Column("kept", sa.Text),
        sa.Column("kept_at", _INSTANT),
        sa.PrimaryKeyConstraint("learner", "exercise", name="pk_draft"),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name="fk_draft_learner"),
    )


def _place() -> None:
    op.create_table(
        "place",
        sa.Column("learner", sa.Integer, nullable=False),
        sa.Column("lesson", sa.String(80), nullable=False),
        sa.Column("anchor", sa.String(120), nullable=False),
        sa.Column("updated_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("learner", "lesson", name="pk_place"),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name="fk_place_learner"),
    )
