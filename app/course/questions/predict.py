"""The type `predict`: what a program prints. The course check runs the program and proves the key."""

from __future__ import annotations

from app.course.models import Program
from app.course.questions.choices import read_choices
from app.course.questions.numeric import read_numeric
from app.course.questions.pieces import Draft, Fence, Made
from app.course.questions.python import essence, syntax_fault
from app.findings import Kind

# After these, a program goes on: a GPU says nothing of most of them.
SHOWN = (
    Kind.OUT_OF_BOUNDS,
    Kind.NEGATIVE_INDEX,
    Kind.DATA_RACE,
    Kind.BARRIER_DIVERGENCE,
    Kind.UNINITIALIZED_READ,
)


def read_predict(draft: Draft) -> Made | None:
    options = draft.directive.options
    fence, finding = _program(draft), _finding(draft)
    prints = ""
    made: Made | None
    if "answer" in options:
        made = read_numeric(draft)
    else:
        for name in ("tolerance", "unit"):
            if name in options:
                draft.fault(options[name].line, f"the option `{name}` needs `:answer:` beside it", 2)
        made = read_choices(draft)
        prints = next((item.plain for item in draft.pieces.items if item.right), "")
    if made is None or fence is None:
        return None
    program = Program(fence.code, fence.line, prints, finding)
    return Made(made.key, (*made.meaning, essence(fence.code)), program)


def _program(draft: Draft) -> Fence | None:
    fences = draft.pieces.fences
    if not fences:
        draft.fault(draft.line, "a predict question has a program, ```python, in its prompt")
        return None
    for fence in fences[1:]:
        draft.fault(fence.line - 1, "this is the second program of a predict question; it has one")
    if not fences[0].code.strip():
        draft.fault(fences[0].line - 1, "the program is empty")
    elif fault := syntax_fault(fences[:1]):
        draft.fault(fault.line, f"the program is not Python: {fault.message}", fault.column)
    return fences[0]


def _finding(draft: Draft) -> str:
    setting = draft.directive.options.get("finding")
    if setting is None:
        return ""
    if setting.value not in SHOWN:
        draft.fault_of("finding", f"a program can show {', '.join(SHOWN)}, not `{setting.value}`")
    return setting.value
