"""Kernels through the real pipeline."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from app.course.models import Exercise
from app.devices import Argument
from app.devices.compiler import Compiler
from app.devices.simt import SimtDevice
from app.domain.submission import Mode, Stage
from app.domain.verdict import Verdict, VerdictKind
from app.findings import Kind
from app.grading.words import Words
from app.protocol.compiled import Compiled
from app.worker.pipeline import Grader
from app.worker.references import References
from tests.taught import taught

EXERCISES = taught().exercises
ADD = EXERCISES["vector-add"]


def kernel(body: str, above: str = "") -> str:
    return f"from numba import cuda\n{above}\n@cuda.jit\ndef vector_add(a, b, out):\n    i = cuda.grid(1)\n    {body}\n"


def grade(grader: Grader, source: str | bytes, exercise: Exercise = ADD, mode: Mode = Mode.RUN) -> Verdict:
    return grader.grade(exercise, source, mode, lambda stage, args: None)


@pytest.mark.parametrize("exercise", [one for one in EXERCISES.values() if one.kind != "program"], ids=lambda e: e.slug)
def test_a_solution_passes_all_cases(grader: Grader, exercise: Exercise) -> None:
    verdict = grade(grader, exercise.solution, exercise, Mode.SUBMIT)
    assert verdict.kind is VerdictKind.PASSED
    assert verdict.findings == ()
    assert len(verdict.cases) > sum(case.visible for case in verdict.cases)


def test_run_takes_the_visible_cases_alone(grader: Grader) -> None:
    cases = grade(grader, ADD.solution).cases
    assert cases
    assert all(case.visible for case in cases)


def test_the_compiler_reports(grader: Grader) -> None:
    compiled = grade(grader, EXERCISES["reverse-block"].solution, EXERCISES["reverse-block"]).compiled
    assert compiled is not None
    assert compiled.registers > 0
    assert compiled.shared_bytes >= 128 * 4
    assert ".visible .entry" in compiled.ptx


class Hungry:
    """The compiler, as it would report a kernel that takes very many registers."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self.arch = compiler.arch

    @contextmanager
    def compiled(
        self, source: str, entry: str, arguments: Sequence[Argument], **meanwhile: Callable[[], None] | None
    ) -> Iterator[Compiled]:
        with self._compiler.compiled(source, entry, arguments, **meanwhile) as compiled:
            yield replace(compiled, registers=300)


def test_a_block_that_needs_more_registers_than_there_are_is_a_launch_error(
    compiler: Compiler, device: SimtDevice
) -> None:
    verdict = grade(Grader(Hungry(compiler), device, References(seed=1)), ADD.solution)
    assert verdict.kind is VerdictKind.LAUNCH_ERROR
    assert [finding.message_key for finding in verdict.findings] == ["launch_config.registers"]


def test_lines_are_counted(grader: Grader) -> None:
    verdict = grade(grader, kernel("if i < out.size: out[i] = a[i] + b[i]"), mode=Mode.SUBMIT)
    (line,) = [profile for profile in verdict.lines.values() if profile.global_load_sectors]
    assert line.global_load_requests == 2 * 1_048_576 // 32  # two loads a warp in the largest case
    assert line.global_load_sectors == 4 * line.global_load_requests  # 32 lanes of 4 bytes are four sectors
    assert line.global_store_sectors == 1_048_576 * 4 // 32


def test_a_wrong_answer_says_where_and_whose(grader: Grader) -> None:
    verdict = grade(grader, kernel("if i < out.size - 1: out[i] = a[i] + b[i]"))
    case = next(case for case in verdict.cases if case.name == "1,000 elements")
    assert case.mismatch is not None
    assert (case.mismatch.index, case.mismatch.thread, case.mismatch.block) == ((999,), (231, 0, 0), (3, 0, 0))
    assert case.mismatch.pattern is not None
    assert case.mismatch.pattern.key == "pattern.last_unwritten"


def test_a_nan_that_was_computed_is_not_called_unwritten(grader: Grader) -> None:
    (first, *_) = grade(grader, kernel("if i < out.size: out[i] = math.nan * a[i]", "import math")).cases
    assert first.mismatch is not None
    assert first.mismatch.got == "nan"


def test_progress_is_told_in_order(grader: Grader) -> None:
    told: list[tuple[Stage, object]] = []
    grader.grade(ADD, ADD.solution, Mode.RUN, lambda stage, args: told.append((stage, args.get("done"))))
    assert told == [(Stage.COMPILING, None), (Stage.SIMULATING, 0), (Stage.SIMULATING, 1)]


HOSTILE = {
    "over 64 KiB": ("#" * 70_000, VerdictKind.COMPILE_ERROR, Kind.COMPILE_LIMIT),
    "10 MB": (kernel("pass") + "#" * 10_000_000, VerdictKind.COMPILE_ERROR, Kind.COMPILE_LIMIT),
    "not UTF-8": (b"caf\xe9 = 1\n", VerdictKind.COMPILE_ERROR, Kind.SYNTAX_ERROR),
    "NUL": ("a = '\0'\n", VerdictKind.COMPILE_ERROR, Kind.SYNTAX_ERROR),
    "syntax": (kernel("if i < out.size"), VerdictKind.COMPILE_ERROR, Kind.SYNTAX_ERROR),
    "empty": ("", VerdictKind.COMPILE_ERROR, Kind.MISSING_ENTRY),
    "no entry": ("def vector_ad(a, b, out): pass\n", VerdictKind.COMPILE_ERROR, Kind.MISSING_ENTRY),
    "kernel never ends": (kernel("while True: i += 1"), VerdictKind.TIME_LIMIT, Kind.TIMEOUT),
    "module never ends": (kernel("pass", "while True: pass"), VerdictKind.TIME_LIMIT, Kind.TIMEOUT),
    "prints a gigabyte": (
        kernel("pass", "for _ in range(1024): print('x' * (1 << 20))"),
        VerdictKind.COMPILE_ERROR,
        Kind.SOURCE_ERROR,
    ),
    "allocates 10 GB": (kernel("pass", "big = bytearray(10 << 30)"), VerdictKind.MEMORY_LIMIT, Kind.MEMORY),
    "deletes things": (
        kernel("pass", "import os\nfor name in os.listdir('/'): os.remove('/' + name)"),
        VerdictKind.COMPILE_ERROR,
        Kind.FORBIDDEN,
    ),
}


LASTING = {"module never ends"}  # as long as the compiler is given, which the second stage waits for


@pytest.mark.parametrize(
    ("source", "expected", "kind"),
    [pytest.param(*one, id=name, marks=[pytest.mark.slow] if name in LASTING else []) for name, one in HOSTILE.items()],
)
def test_bad_input_gets_a_sentence_and_the_next_is_served(
    grader: Grader, source: str | bytes, expected: VerdictKind, kind: Kind
) -> None:
    verdict = grade(grader, source)
    assert (verdict.kind, [f.kind for f in verdict.findings]) == (expected, [kind])
    message, _ = Words().finding(verdict.findings[0])
    assert message.endswith((".", "!", "?"))
    assert grade(grader, ADD.solution).passed


def test_the_cases_after_a_time_limit_are_not_run(grader: Grader) -> None:
    verdict = grade(grader, kernel("while True: i += 1"), mode=Mode.SUBMIT)
    assert [case.status for case in verdict.cases][1:] == ["not_run"] * (len(verdict.cases) - 1)


def test_another_seed_makes_other_hidden_cases() -> None:
    one, two = (References(seed).of(ADD)[0].case.args["a"] for seed in (1, 2))
    assert (one != two).any()  # type: ignore[union-attr]  # both are arrays
