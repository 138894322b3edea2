"""Whether the code of a question is Python, and where in the lesson it is not."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from app.course.questions.pieces import Fence


class SyntaxFault(NamedTuple):
    line: int
    column: int
    message: str


def essence(code: str) -> str:
    """The code without blank lines and lines that are comments: an author may mend these."""
    lines = [line.rstrip() for line in code.split("\n")]
    return "\n".join(line for line in lines if line and not line.lstrip().startswith("#"))


def syntax_fault(fences: Sequence[Fence]) -> SyntaxFault | None:
    """What keeps the fences, one below the other, from being a module; None where nothing does."""
    lines = [fence.line + number for fence in fences for number in range(fence.code.count("\n"))]
    try:
        ast.parse("".join(fence.code for fence in fences))
    except SyntaxError as error:
        at = min(max(error.lineno or 1, 1), len(lines))
        return SyntaxFault(lines[at - 1] if lines else 0, max(error.offset or 1, 1), error.msg)
    except (ValueError, RecursionError, MemoryError) as error:
        return SyntaxFault(lines[0] if lines else 0, 1, str(error) or "it is nested too deeply")
    return None
