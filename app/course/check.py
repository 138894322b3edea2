"""A course proves itself: starters fail, solutions pass, and wrong kernels get what they declare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from app.course.cases import check_cases
from app.course.deadline import OutOfTimeError, deadline
from app.course.faults import Faults
from app.course.film import film_faults
from app.course.models import ArgumentValue, Case, Direction, Exercise, Fault, Parameter, WrongKernel
from app.course.toml import place_of
from app.course.trusted import MissingFunctionError, line_in
from app.course.work import WorkError, done
from app.domain.verdict import Verdict, VerdictKind
from app.findings import Severity

Grade = Callable[[Exercise, str], Verdict]
Found = Iterator[tuple[int, str]]  # line and sentence

UNDECIDED = frozenset({VerdictKind.INFRASTRUCTURE, VerdictKind.UNSUPPORTED, VerdictKind.SUPERSEDED})
SEED = 20_260_101
SECONDS = 60.0  # in which an exercise has to make its cases and answer them, twice


def prove(exercise: Exercise, grade: Grade) -> list[Fault]:
    """Every way in which an exercise contradicts itself. `grade` judges a source with all of its cases.

    No kernel is judged by a reference that is at fault.
    """
    return check_reference(exercise) or check_stated(exercise) or check_kernels(exercise, grade)


def check_reference(exercise: Exercise, seconds: float = SECONDS) -> list[Fault]:
    """Whether the cases can be launched and are the same for the same seed, and the reference answers each of them.

    In time, which is held in the main thread alone.
    """
    path = exercise.path / "exercise.py"
    faults = Faults(f"kernels/{exercise.slug}/exercise.py")
    try:
        with deadline(seconds):
            _check_reference(exercise, faults)
    except MissingFunctionError as error:
        faults.add(0, 0, str(error))
    except OutOfTimeError as error:
        faults.add(line_in(error, path), 1, f"cases() and reference() do not end within {seconds:g} seconds")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises is its author's to hear
        faults.add(line_in(error, path), 1, f"raises {type(error).__name__}: {error}")
    return faults.found


def _check_reference(exercise: Exercise, faults: Faults) -> None:
    cases = exercise.cases(np.random.default_rng(SEED))
    check_cases(cases, exercise.parameters, faults, exercise.sizes, exercise.kind)
    if faults:
        return
    again = exercise.cases(np.random.default_rng(SEED))
    for sentence in (*_seed_faults(cases, again), *(s for case in cases for s in _constant_faults(exercise, case))):
        faults.add(_defined(exercise, "cases"), 1, sentence)
    for case in cases:
        for sentence in _reference_faults(exercise, case):
            faults.add(_defined(exercise, "reference"), 1, sentence)
    for sentence in film_faults(exercise):
        faults.add(_defined(exercise, "scene"), 1, sentence)


def _defined(exercise: Exercise, function: str) -> int:
    """The line of `exercise.py` in which a function begins; the first where it is made in another way."""
    lines = (exercise.path / "exercise.py").read_text("utf-8").split("\n")
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"def {function}(")), 1)


def check_stated(exercise: Exercise) -> list[Fault]:
    """Whether the work that is stated gives a count for every case."""
    file = exercise.path / "exercise.toml"
    faults = Faults(f"kernels/{exercise.slug}/exercise.toml")
    for case in exercise.cases(np.random.default_rng(SEED)):
        try:
            done(exercise, case)
        except WorkError as error:
            line, column = place_of(file.read_text("utf-8"), ("work", error.key))
            faults.add(line, column, f"`work.{error.key}` in the case {case.name!r}: {error}")
    return faults.found


def _seed_faults(cases: list[Case], again: list[Case]) -> Iterator[str]:
    for case, twin in zip(cases, again, strict=True):
        for name, value in case.args.items():
            if not np.array_equal(np.asarray(value), np.asarray(twin.args[name])):
                yield f"case {case.name!r}: `{name}` differs between two runs with the same seed; take it all from rng"


def _given(exercise: Exercise, case: Case) -> Mapping[str, ArgumentValue]:
    return {p.name: case.args[p.name] for p in exercise.parameters if p.direction is not Direction.OUT}


def _constant_faults(exercise: Exercise, case: Case) -> Iterator[str]:
    for name, value in _given(exercise, case).items():
        if isinstance(value, np.ndarray) and value.size > 1 and np.all(value == value.flat[0]):
            yield f"case {case.name!r}: `{name}` is constant, which hides wrong indices"


def _reference_faults(exercise: Exercise, case: Case) -> Iterator[str]:
    given = _given(exercise, case)
    copies = {name: np.copy(value) if isinstance(value, np.ndarray) else value for name, value in given.items()}
    results = exercise.reference(**copies)
    for name, value in given.items():
        if not np.array_equal(np.asarray(copies[name]), np.asarray(value)):
            yield f"case {case.name!r}: the reference changes its input `{name}`"
    for sentence in _result_faults(exercise, case, results):
        yield f"case {case.name!r}: {sentence}"


def _result_faults(exercise: Exercise, case: Case, results: Mapping[str, object]) -> Iterator[str]:
    if set(results) != set(exercise.outputs):
        yield f"the reference returns {sorted(results)}, not the outputs {sorted(exercise.outputs)}"
        return
    for result in exercise.results:
        if sentence := _result_fault(result, results[result.name]):
            yield sentence
    for name in sorted(set(exercise.outputs) & case.args.keys()):
        wanted, got = case.args[name], results[name]
        assert isinstance(wanted, np.ndarray)  # the loader checked that outputs are arrays
        if not isinstance(got, np.ndarray):
            yield f"the reference of `{name}` is a {type(got).__name__}, not an array"
        elif (got.dtype, got.shape) != (wanted.dtype, wanted.shape):
            yield f"the reference of `{name}` is {got.dtype} {got.shape}, not {wanted.dtype} {wanted.shape}"


def _result_fault(result: Parameter, got: object) -> str:
    """Why this cannot be what a program has to return; empty where it can. A number may be NumPy's or Python's."""
    array = np.asarray(got)
    wanted = f"an array of {result.dtype} with ndim {result.ndim}" if result.ndim else f"a number of {result.dtype}"
    if isinstance(got, np.ndarray) != bool(result.ndim) or array.ndim != result.ndim:
        return f"the reference of `{result.name}` is a {type(got).__name__} with ndim {array.ndim}, not {wanted}"
    dtype = "record" if array.dtype.names else array.dtype.name
    if result.ndim and dtype != result.dtype:
        return f"the reference of `{result.name}` is an array of {dtype}, not {wanted}"
    return ""


def check_kernels(exercise: Exercise, grade: Grade) -> list[Fault]:
    """Whether every kernel of the exercise gets the verdict that its place promises."""
    found = [("starter.py", *fault) for fault in starter_faults(grade(exercise, exercise.starter))]
    found += [("solution.py", *fault) for fault in solution_faults(grade(exercise, exercise.solution))]
    for name, source in exercise.approaches:
        found += [(f"approaches/{name}.py", *fault) for fault in solution_faults(grade(exercise, source))]
    for wrong in exercise.wrong:
        found += [(_inside(exercise, wrong.path), *f) for f in wrong_faults(wrong, grade(exercise, wrong.source))]
    return [Fault(f"kernels/{exercise.slug}/{name}", line, 1, sentence) for name, line, sentence in found]


def _inside(exercise: Exercise, path: Path) -> str:
    return path.relative_to(exercise.path).as_posix()


def starter_faults(verdict: Verdict) -> Found:
    if verdict.kind in UNDECIDED:
        yield _line(verdict), f"could not be judged: {_told(verdict)}"
    elif verdict.passed:
        yield 1, "a starter should fail, but this one passes"


def solution_faults(verdict: Verdict) -> Found:
    if not verdict.passed:
        yield _line(verdict), f"should pass, but gets {_told(verdict)}"
    for finding in verdict.findings:
        if finding.severity is not Severity.INFO:
            yield finding.line or 1, f"should be clean, but line {finding.line} has {finding.severity} {finding.kind}"


def wrong_faults(wrong: WrongKernel, verdict: Verdict) -> Found:
    """A wrong kernel gets what it declares and no other error; a finding may ride on any verdict but `passed`."""
    errors = {finding.kind.value for finding in verdict.findings if finding.severity is Severity.ERROR}
    warnings = {finding.kind.value for finding in verdict.findings if finding.severity is Severity.WARNING}
    if verdict.passed:
        yield 1, f"declares {wrong.expects}, but passes"
    elif wrong.expects in errors | warnings:
        if others := errors - {wrong.expects}:
            line = _line(verdict, *others)
            yield line, f"declares {wrong.expects}, but gets {', '.join(sorted(others))} too"
    elif verdict.kind.value != wrong.expects or errors:
        yield _line(verdict), f"declares {wrong.expects}, but gets {_told(verdict)}"


def _line(verdict: Verdict, *kinds: str) -> int:
    """Where the first finding of these kinds lies, of any kind if none is given; 1 where there is none."""
    found = (finding.line for finding in verdict.findings if not kinds or finding.kind in kinds)
    return next(found, 0) or 1


def _told(verdict: Verdict) -> str:
    kinds = sorted({f"{finding.kind} in line {finding.line}" for finding in verdict.findings})
    return f"{verdict.kind}" + (f" ({', '.join(kinds)})" if kinds else f" ({verdict.message.key})")
