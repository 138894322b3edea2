"""How many submissions are kept: the disk is everyone's, and a learner may send one every few seconds."""

from __future__ import annotations

from sqlalchemy import BindParameter, bindparam, delete, func, or_, select

from app.domain.submission import Mode, State
from app.domain.verdict import VerdictKind
from app.store.database import Connection
from app.store.lifecycle import event, film, submission, verdict
from app.store.marks import quiz_answer

KEPT = 100  # of one learner to one exercise
_AT_ONCE = 20  # a site from before may have thousands of them

_MINE = (submission.c.learner == bindparam("the_learner")) & (submission.c.exercise == bindparam("the_exercise"))
# By the index alone: a row's other columns lie behind its source.
_OLDEST_KEPT = (
    select(submission.c.id).where(_MINE).order_by(submission.c.id.desc()).offset(bindparam("the_kept")).limit(1)
)
_PASSED = (
    select(func.max(submission.c.id))
    .join(verdict)
    .where(_MINE, submission.c.mode == Mode.SUBMIT.value, verdict.c.kind == VerdictKind.PASSED.value)
)
_SHOWN = select(quiz_answer.c.submission).where(
    quiz_answer.c.learner == bindparam("the_learner"), quiz_answer.c.submission.is_not(None)
)
_OLD = (
    select(submission.c.id)
    .where(_MINE, submission.c.id < bindparam("the_oldest"), submission.c.state == State.DONE.value)
    .where(submission.c.public.not_in(_SHOWN))
    .where(or_(_PASSED.scalar_subquery().is_(None), submission.c.id != _PASSED.scalar_subquery()))
    .order_by(submission.c.id)
    .limit(_AT_ONCE)
)
_THESE: BindParameter[list[int]] = bindparam("these", expanding=True)
_REMOVE = (
    delete(event).where(event.c.submission.in_(_THESE)),
    delete(film).where(film.c.submission.in_(_THESE)),
    delete(verdict).where(verdict.c.submission.in_(_THESE)),
    delete(submission).where(submission.c.id.in_(_THESE)),
)


def forget(conn: Connection, learner: int, exercise: str, kept: int) -> None:
    """Remove a learner's oldest submissions to an exercise beyond so many, with all that was told of them.

    What has no verdict yet stays, and so do the one that passed last and those that a question shows.
    """
    mine = {"the_learner": learner, "the_exercise": exercise}
    oldest = conn.execute(_OLDEST_KEPT, mine | {"the_kept": kept - 1}).scalar_one_or_none()
    if oldest is None:
        return
    these = list(conn.execute(_OLD, mine | {"the_oldest": oldest}).scalars())
    for statement in _REMOVE if these else ():
        conn.execute(statement, {"these": these})
