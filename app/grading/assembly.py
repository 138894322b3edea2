"""Answers that a run marks: code assembled from blocks, or a grid and a block. The verdict then says what to reply."""

from __future__ import annotations

from collections.abc import Sequence

from app.course.models import LaunchKey, OrderKey
from app.domain.verdict import Verdict, VerdictKind
from app.errors import BadInputError
from app.grading.quiz import number

LARGEST = 2**31 - 1  # what a grid can have along x; what else a GPU refuses is the run's to say
UNDECIDED = frozenset({VerdictKind.UNSUPPORTED, VerdictKind.SUPERSEDED, VerdictKind.INFRASTRUCTURE})


def assembled(key: OrderKey, answer: Sequence[str]) -> tuple[list[str], str]:
    """The keys of the blocks that are used, in their order, and the source that they make.

    `answer` holds `BLOCK:PLACE` for each block, PLACE from 1, or empty where the block is not used. Gaps between the
    places are no fault. Raises BadInputError.
    """
    places: dict[int, str] = {}
    for entry in answer:
        block, _, text = entry.rpartition(":")
        if not entry.strip():
            continue
        if not any(block == one.key for one in key.blocks):
            raise BadInputError("input.unknown_option", option=entry[:40])
        if not text.strip():
            continue
        place = _place(text, len(key.blocks))
        if places.setdefault(place, block) != block:
            raise BadInputError("input.place_twice", place=place)
        if sum(other == block for other in places.values()) > 1:
            raise BadInputError("input.block_twice", place=place)
    if not places:
        raise BadInputError("input.no_blocks")
    used = [places[place] for place in sorted(places)]
    return used, order_source(key, used)


def order_source(key: OrderKey, used: Sequence[str]) -> str:
    """The given lines, then the blocks with these keys. Raises BadInputError for a key that is none."""
    code = {block.key: block.code for block in key.blocks}
    if unknown := set(used) - set(code):
        raise BadInputError("input.unknown_option", option=min(unknown)[:40])
    return (key.given.code if key.given else "") + "".join(code[one] for one in used)


def launch_text(key: LaunchKey, answer: Sequence[str]) -> str:
    """The launch as a submission: `grid = (4,)` and `block = (256,)`. `answer` holds x, y, z of the grid, then of the
    block, as many as the question has dimensions. Raises BadInputError."""
    given = [text for text in answer if text.strip()]
    if not given:
        raise BadInputError("input.no_launch")
    if len(given) < 2 * key.dims:
        raise BadInputError("input.launch_left", left=2 * key.dims - len(given), total=2 * key.dims)
    if len(answer) != 2 * key.dims:
        raise BadInputError("input.unknown_option", option=answer[-1][:40])
    sizes = [_size(text) for text in answer]
    return f"grid = {tuple(sizes[: key.dims])}\nblock = {tuple(sizes[key.dims :])}\n"


def outcome(key: OrderKey | LaunchKey, verdict: Verdict) -> str:
    """What to say to a verdict, as HTML: by the kinds of its findings first, errors before warnings, then its own.

    Empty where it is no fault of the learner's that nothing was decided.
    """
    said = key.outcomes
    if verdict.kind in UNDECIDED:
        return ""
    if verdict.passed:
        return said.right
    kinds = [finding.kind.value for finding in verdict.findings] + [verdict.kind.value]
    return next((said.by_kind[kind] for kind in kinds if kind in said.by_kind), said.otherwise)


def _place(text: str, most: int) -> int:
    value = number(text)
    if not 1 <= value <= most or value != int(value):
        raise BadInputError("input.place", text=text.strip()[:40], most=most)
    return int(value)


def _size(text: str) -> int:
    value = number(text)
    if value != int(value):
        raise BadInputError("input.size_whole", text=text.strip()[:40])
    if value < 1:
        raise BadInputError("input.size_small", text=text.strip()[:40])
    if value > LARGEST:
        raise BadInputError("input.size_large", text=text.strip()[:40], most=LARGEST)
    return int(value)
