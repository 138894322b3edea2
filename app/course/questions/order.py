"""The type `order`: blocks of code, which are assembled and run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.course.models import Block, OrderKey
from app.course.questions.hashes import key_of, shuffled
from app.course.questions.outcomes import read_exercise, read_outcomes
from app.course.questions.pieces import EXTRA, GIVEN, Draft, Fence, Made
from app.course.questions.python import syntax_fault


def read_order(draft: Draft) -> Made | None:
    exercise, outcomes = read_exercise(draft, "kernel"), read_outcomes(draft)
    given = _given(draft)
    moving = [fence for fence in draft.pieces.fences if fence.role != GIVEN]
    solution = [fence for fence in moving if fence.role != EXTRA]
    _check(draft, given, solution)
    if outcomes is None:
        return None
    blocks = dict(zip(_keys(moving), moving, strict=True))
    keys = tuple(key for key, fence in blocks.items() if fence.role != EXTRA)
    order = shuffled(list(blocks), draft.directive.argument, keys)
    head = _block(key_of(given[0].code), given[0]) if given else None
    shown = tuple(_block(key, blocks[key]) for key in order)
    extra = sorted(fence.code for fence in moving if fence.role == EXTRA)
    meaning = [exercise, [fence.code for fence in (*given, *solution)], extra]
    return Made(OrderKey(exercise, head, shown, keys, outcomes), (meaning,))


def _check(draft: Draft, given: Sequence[Fence], solution: Sequence[Fence]) -> None:
    for fence in draft.pieces.fences:
        if not fence.code.strip():
            draft.fault(fence.line - 1, "this block is empty")
    if len(solution) < 2:
        draft.fault(draft.line, "an order question has two blocks of ```python or more that belong to the solution")
    elif fault := syntax_fault([*given, *solution]):
        draft.fault(
            fault.line, f"put together as they stand here, the blocks are not Python: {fault.message}", fault.column
        )


def _given(draft: Draft) -> list[Fence]:
    fences = draft.pieces.fences
    given = [fence for fence in fences if fence.role == GIVEN]
    for fence in given[1:]:
        draft.fault(
            fence.line - 1, "these are the second lines that are given; one block of them stands above all others"
        )
    if given and fences[0] is not given[0]:
        draft.fault(given[0].line - 1, "what is given stands above all other blocks")
    return given[:1]


def _keys(fences: Sequence[Fence]) -> list[str]:
    """One key for each; equal blocks, such as two barriers, are told apart by counting."""
    met: Counter[str] = Counter()
    keys = []
    for fence in fences:
        keys.append(key_of(f"{fence.code}\0{met[fence.code]}"))
        met[fence.code] += 1
    return keys


def _block(key: str, fence: Fence) -> Block:
    return Block(key, fence.code, fence.html)
