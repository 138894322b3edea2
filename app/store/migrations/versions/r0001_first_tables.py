"""The first tables: learners, their answers, their submissions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None

_JSON = sa.JSON().with_variant(JSONB(), "postgresql")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _learner()
    _quiz_answer()
    _submission()
    _event()
    _verdict()


def _learner() -> None:
    op.create_table(
        "learner",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("last_seen", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_learner"),
        sa.UniqueConstraint("token_sha256", name="uq_learner_token_sha256"),
    )


def _quiz_answer() -> None:
    op.create_table(
        "quiz_answer",
        sa.Column("learner", sa.Integer, nullable=False),
        sa.Column("lesson", sa.String(80), nullable=False),
        sa.Column("question", sa.String(80), nullable=False),
        sa.Column("version", sa.String(80), nullable=False),
        sa.Column("answer", _JSON, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("answered_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("learner", "lesson", "question", name="pk_quiz_answer"),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name="fk_quiz_answer_learner"),
    )


def _submission() -> None:
    op.create_table(
        "submission",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("public", sa.String(32), nullable=False),
        sa.Column("learner", sa.Integer, nullable=False),
        sa.Column("exercise", sa.String(80), nullable=False),
        sa.Column("version", sa.String(80), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("queue", sa.String(32), nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("lease_worker", sa.String(120)),
        sa.Column("lease_token", sa.String(32)),
        sa.Column("lease_until", _INSTANT),
        sa.Column("cancel", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_submission"),
        sa.UniqueConstraint("public", name="uq_submission_public"),
        sa.ForeignKeyConstraint(["learner"], ["learner.id"], name="fk_submission_learner"),
    )
    _index("ix_submission_waiting", ["queue", "priority", "id"], where="state = 'queued'")
    _index("uq_submission_running", ["learner"], where="state = 'running'", unique=True)
    _index("ix_submission_history", ["learner", "exercise", "id"])


def _event() -> None:
    op.create_table(
        "event",
        sa.Column("submission", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("args", _JSON, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("submission", "seq", name="pk_event"),
        sa.ForeignKeyConstraint(["submission"], ["submission.id"], name="fk_event_submission"),
    )


def _verdict() -> None:
    op.create_table(
        "verdict",
        sa.Column("submission", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("record", _JSON, nullable=False),
        sa.Column("stored_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("submission", name="pk_verdict"),
        sa.ForeignKeyConstraint(["submission"], ["submission.id"], name="fk_verdict_submission"),
    )


def _index(name: str, columns: list[str], *, where: str | None = None, unique: bool = False) -> None:
    condition = None if where is None else sa.text(where)
    op.create_index(name, "submission", columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
