"""Proves the keys of a lesson's questions: programs are run, orders and launches are graded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from app.course.check import Grade
from app.course.models import Exercise, Fault, LaunchKey, Lesson, NumericKey, OrderKey, Program, Question
from app.course.program import run_program
from app.domain.verdict import Verdict, VerdictKind
from app.findings import Severity

Found = Iterator[tuple[int, str]]  # line in the lesson, sentence


def prove_questions(lesson: Lesson, exercises: Mapping[str, Exercise], grade: Grade) -> list[Fault]:
    """Every question whose key is wrong. `grade` judges a source with all of an exercise's cases.

    A question whose exercise is not among `exercises` is passed over: that exercise has faults of its own.
    """
    path = f"lessons/{lesson.slug}/{lesson.path.name}"
    return [
        Fault(path, line, 1, f"`{question.id}`: {sentence}")
        for question in lesson.questions
        for line, sentence in question_faults(question, exercises, grade)
    ]


def question_faults(question: Question, exercises: Mapping[str, Exercise], grade: Grade) -> Found:
    """Line and sentence for each thing that is wrong with a key."""
    exercise = exercises.get(question.exercise or "")
    if question.program is not None:
        yield from _program_faults(question, question.program)
    elif exercise is not None and isinstance(question.key, OrderKey):
        for sentence in _order_faults(question.key, exercise, grade):
            yield question.line, sentence
    elif exercise is not None and isinstance(question.key, LaunchKey):
        for sentence in _launch_faults(question.key, exercise, grade):
            yield question.line, sentence


def _program_faults(question: Question, program: Program) -> Found:
    ran = run_program(program.source, program.finding)
    if ran.error:
        yield program.line + max(ran.line - 1, 0), f"the program {ran.error}"
        return
    if program.finding and program.finding not in ran.findings:
        yield program.line, f"the program never gets {program.finding}, which `:finding:` says"
    if not ran.stdout.strip():
        yield program.line, "the program prints nothing"
    elif run_program(program.source, program.finding).stdout != ran.stdout:
        yield program.line, "the program prints something else each time; chance needs a seed, and sets have no order"
    elif isinstance(question.key, NumericKey):
        for sentence in _number_faults(question.key, ran.stdout):
            yield question.line, sentence
    elif (prints := _printed(ran.stdout)) != _printed(program.prints):
        yield question.line, f"the right option says {_shown(program.prints)}, but the program prints {_shown(prints)}"


def _number_faults(key: NumericKey, stdout: str) -> Iterator[str]:
    try:
        value = float(stdout)
    except ValueError:
        yield f"the program should print one number, but prints {_shown(stdout)}"
        return
    if not abs(value - key.value) <= key.tolerance:  # NaN is not near anything
        yield f"the answer is {key.value:g}, but the program prints {_shown(stdout)}"


def _order_faults(key: OrderKey, exercise: Exercise, grade: Grade) -> Iterator[str]:
    verdict = grade(exercise, _assembled(key, key.solution))
    if not verdict.passed:
        yield f"the blocks in the order of the lesson should pass `{key.exercise}`, but get {_told(verdict)}"
        return
    if noted := [f.kind.value for f in verdict.findings if f.severity is not Severity.INFO]:
        yield f"the blocks in the order of the lesson pass, but with {', '.join(noted)}"
    shown = [block.key for block in key.blocks]
    for order in {tuple(shown), tuple(one for one in shown if one in key.solution)}:
        verdict = grade(exercise, _assembled(key, order))
        if verdict.passed:
            yield "the blocks pass in the order in which they are shown; with another id they are shown in another one"
        elif verdict.kind is VerdictKind.INFRASTRUCTURE:
            yield f"the blocks in the order in which they are shown could not be judged: {_told(verdict)}"


def _assembled(key: OrderKey, order: Sequence[str]) -> str:
    code = {block.key: block.code for block in key.blocks}
    return (key.given.code if key.given else "") + "".join(code[one] for one in order)


def _launch_faults(key: LaunchKey, exercise: Exercise, grade: Grade) -> Iterator[str]:
    """A grid and block that the exercise's own solution would give have to pass, written as plain numbers."""
    launches = [(case.grid, case.block) for case in grade(exercise, exercise.solution).cases if case.visible]
    grid, block = (_largest([launch[part] for launch in launches]) for part in (0, 1))
    if not grid or not block:
        yield f"the solution of `{key.exercise}` launches nothing that could be taken as the answer"
    elif max(_used(grid), _used(block)) > key.dims:
        yield f"the solution of `{key.exercise}` has a grid of {grid} and a block of {block}: more than `:dims:` allows"
    else:
        verdict = grade(exercise, f"grid = {_padded(grid, key.dims)}\nblock = {_padded(block, key.dims)}\n")
        failed = [case.name for case in verdict.cases if case.visible and case.status != VerdictKind.PASSED]
        if failed or not any(case.visible for case in verdict.cases):
            yield f"no answer is known: grid {grid} and block {block}, the solution's numbers, get {_told(verdict)}"


def _largest(sizes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(max(axis) for axis in zip_longest(*sizes, fillvalue=1))


def _used(sizes: tuple[int, ...]) -> int:
    """How many dimensions are needed to say these sizes."""
    return max((at for at, size in enumerate(sizes, 1) if size > 1), default=1)


def _padded(sizes: tuple[int, ...], dims: int) -> tuple[int, ...]:
    return (*sizes, 1, 1)[:dims]


def _printed(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def _shown(text: str | Sequence[str]) -> str:
    words = text.strip() if isinstance(text, str) else "\n".join(text)
    return repr(words if len(words) <= 200 else words[:200] + "…")


def _told(verdict: Verdict) -> str:
    kinds = sorted({f"{finding.kind} in line {finding.line}" for finding in verdict.findings})
    return f"{verdict.kind} ({', '.join(kinds) or verdict.message.key})"
