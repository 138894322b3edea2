"""Which cases the interpreter takes where a GPU runs them all: enough to find what a GPU hides, and no more.

A case weighs as much as it has threads, or operations where the exercise states them and those are more, and its
process besides. The lightest are taken for as long as they weigh no more than MOST together, and one always. Whatever
they weigh, taken are the last case where counts are to be judged by it, and all cases of a launch that the learner
chose, since the interpreter alone sees which elements were written, and how often.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.course.work import done
from app.domain.submission import Mode
from app.worker.attempt import Attempt
from app.worker.references import Prepared

MOST = 1 << 20  # threads of which each does a few statements: about 0.1 s on a core of 2024
EACH = 1 << 17  # what the interpreter's process costs, in such threads


def taken(attempt: Attempt, prepared: Sequence[Prepared], mode: Mode) -> frozenset[int]:
    """The places in `prepared` of the cases that the interpreter takes."""
    if attempt.plan is not None:
        return frozenset(range(len(prepared)))
    last = len(prepared) - 1
    chosen = {last} if attempt.exercise.requirements and mode is not Mode.RUN else set[int]()
    weights = {place: weight(attempt, one) for place, one in enumerate(prepared)}
    left = MOST
    for place in sorted(weights, key=weights.__getitem__):
        left -= weights[place]
        if left >= 0 or not chosen:
            chosen.add(place)
    return frozenset(chosen)


def heaviest(attempt: Attempt, prepared: Sequence[Prepared], places: Collection[int]) -> int:
    """Which of these takes the interpreter longest, as far as one can tell."""
    return max(places, key=lambda place: weight(attempt, prepared[place]))


def weight(attempt: Attempt, prepared: Prepared) -> int:
    operations = done(attempt.exercise, prepared.case).flops or 0
    return EACH + max(attempt.threads(prepared), operations)
