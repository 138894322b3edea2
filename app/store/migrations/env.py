"""What Alembic runs: on the caller's connection and in its transaction, so that a failed revision leaves nothing."""

from __future__ import annotations

from alembic import context

from app.store import cards, drafts, learners, lifecycle, marks, places
from app.store.columns import metadata

TABLES = (
    learners.learner,
    lifecycle.submission,
    lifecycle.event,
    lifecycle.verdict,
    marks.quiz_answer,
    drafts.draft,
    places.place,
    cards.card,
)

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a column in place
    transactional_ddl=True,
)
context.run_migrations()
