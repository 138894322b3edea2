"""The course proves the keys of its questions. The real pipeline does so in tests/test_proof.py."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.loader import load_course
from app.course.models import Course, Exercise, Fault, LaunchKey, Outcomes, Question, QuestionType
from app.course.question_check import prove_questions, question_faults
from app.domain.verdict import CaseResult, Message, Verdict, VerdictKind
from app.findings import Finding, Kind, Severity

LESSON = "lessons/01-one/en.md"
REPLIES = "- right\n  > Yes.\n- otherwise\n  > No.\n"
PREDICT = """\
:type: predict
What does it print?

```python
from numba import cuda
import numpy as np

@cuda.jit
def last(out):
    out[0] = cuda.threadIdx.x // 32

out = np.zeros(1)
last[1, 32](out)
print(out)
```

- [x] `[0.]`
  > Yes.
- [ ] `[1.]`
  > No.
"""
NUMBER = f":type: predict\n:answer: 6\n:tolerance: 0.1\nHow many?\n\n```python\nprint(2 * 3)\n```\n\n{REPLIES}"
ORDER = f"""\
:type: order
:exercise: double
Put it together.

```python
a = 1
```

```python
b = 2
```

```python extra
c = 3
```

{REPLIES}"""
ASKED = ":type: single\nWhich?\n- [ ] 3\n  > Too few.\n- [x] 4\n  > Right.\n"
Edit = Callable[[str, str, str], Course]


def verdict(kind: VerdictKind, *findings: Finding, cases: tuple[CaseResult, ...] = ()) -> Verdict:
    return Verdict(kind=kind, device="simt", message=Message(key="x"), findings=findings, cases=cases)


def passing(*sources: str) -> Callable[[Exercise, str], Verdict]:
    """A grader that lets these sources pass, and no other."""
    return lambda _, source: verdict(VerdictKind.PASSED if source in sources else VerdictKind.WRONG_ANSWER)


def proved(course: Course, grade: Callable[[Exercise, str], Verdict]) -> list[Fault]:
    assert course.faults == ()
    return prove_questions(course.lessons["01-one"], course.exercises, grade)


def test_a_program_that_prints_the_right_option_is_proved(edit: Edit) -> None:
    assert proved(edit(LESSON, ASKED, PREDICT), passing()) == []


def test_a_number_that_the_program_prints_is_proved(edit: Edit) -> None:
    assert proved(edit(LESSON, ASKED, NUMBER), passing()) == []


@pytest.mark.parametrize(
    ("text", "old", "new", "fault"),
    [
        (PREDICT, "// 32", "// 16", "22:1: `first`: the program `last` gets data_race"),
        (PREDICT, "print(out)", "print(1 / 0)", "26:1: `first`: the program raises ZeroDivisionError"),
        (PREDICT, "print(out)", "", "17:1: `first`: the program prints nothing"),
        (PREDICT, "print(out)", "import os\nprint(os.getpid())", "17:1: `first`: the program prints something else"),
        (PREDICT, "[1, 32](out)", "[1, 32](out)\nout += 2", "12:1: `first`: the right option says '[0.]', but"),
        (PREDICT, ":type: predict", ":type: predict\n:finding: out_of_bounds", "18:1: `first`: the program never gets"),
        (NUMBER, "2 * 3", "2 * 4", "12:1: `first`: the answer is 6, but the program prints '8'"),
        (NUMBER, "2 * 3", "2, 3", "12:1: `first`: the program should print one number, but prints '2 3'"),
        (NUMBER, "2 * 3", "float('nan')", "12:1: `first`: the answer is 6, but the program prints 'nan'"),
    ],
)  # fmt: skip
def test_a_program_that_proves_nothing_is_a_fault(edit: Edit, text: str, old: str, new: str, fault: str) -> None:
    assert old in text
    (found,) = proved(edit(LESSON, ASKED, text.replace(old, new)), passing())
    assert str(found).startswith(f"{LESSON}:{fault}")


def test_a_race_that_is_announced_is_proved(edit: Edit) -> None:
    text = PREDICT.replace("cuda.threadIdx.x // 32", "cuda.threadIdx.x").replace("print(out)", "print(out * 0)")
    assert proved(edit(LESSON, ASKED, text.replace("predict\n", "predict\n:finding: data_race\n", 1)), passing()) == []


def test_an_order_that_passes_and_is_not_shown_so_is_proved(edit: Edit) -> None:
    assert proved(edit(LESSON, ASKED, ORDER), passing("a = 1\nb = 2\n")) == []


def test_a_solution_that_does_not_pass_is_a_fault(edit: Edit) -> None:
    (found,) = proved(edit(LESSON, ASKED, ORDER), passing())
    expected = "`first`: the blocks in the order of the lesson should pass `double`, but get wrong_answer (x)"
    assert str(found) == f"{LESSON}:12:1: {expected}"


def test_a_shown_order_that_passes_is_a_fault(edit: Edit) -> None:
    (found,) = proved(edit(LESSON, ASKED, ORDER), passing("a = 1\nb = 2\n", "b = 2\na = 1\n"))
    assert "the blocks pass in the order in which they are shown" in found.message


def test_a_solution_with_a_warning_is_a_fault(edit: Edit) -> None:
    warning = Finding(Kind.NEGATIVE_INDEX, Severity.WARNING, 1, "x")
    right = verdict(VerdictKind.PASSED, warning)
    wrong = verdict(VerdictKind.WRONG_ANSWER)
    (found,) = proved(edit(LESSON, ASKED, ORDER), lambda _, source: right if source == "a = 1\nb = 2\n" else wrong)
    assert found.message.endswith("pass, but with negative_index")


def launched(status: VerdictKind, *sizes: tuple[tuple[int, ...], tuple[int, ...]]) -> Verdict:
    """A verdict on visible cases of these grids and blocks, and on a hidden one that always fails."""
    cases = [CaseResult(name="c", visible=True, status=status, grid=grid, block=block) for grid, block in sizes]
    hidden = CaseResult(name="h", visible=False, status=VerdictKind.WRONG_ANSWER, grid=(9, 9, 9), block=(1,))
    return verdict(status, cases=(*cases, hidden))


def launch_faults(root: Path, dims: int, solution: Verdict, answers: dict[str, Verdict]) -> list[str]:
    exercise = load_course(root).exercises["double"]
    question = Question("q", QuestionType.LAUNCH, "", LaunchKey("double", dims, Outcomes("", "")), (), "v", 7)
    verdicts = {exercise.solution: solution, **answers}
    found = list(question_faults(question, {"double": exercise}, lambda _, source: verdicts[source]))
    assert all(line == 7 for line, _ in found)
    return [sentence for _, sentence in found]


SIZES = ((4,), (256,)), ((2,), (256,))


def test_a_launch_that_passes_as_plain_numbers_is_proved(root: Path) -> None:
    passed = launched(VerdictKind.PASSED, *SIZES)
    assert launch_faults(root, 1, passed, {"grid = (4,)\nblock = (256,)\n": passed}) == []
    assert launch_faults(root, 2, passed, {"grid = (4, 1)\nblock = (256, 1)\n": passed}) == []


def test_a_launch_that_no_plain_numbers_pass_is_a_fault(root: Path) -> None:
    failed = launched(VerdictKind.WRONG_ANSWER, *SIZES)
    text = {"grid = (4,)\nblock = (256,)\n": failed}
    (found,) = launch_faults(root, 1, launched(VerdictKind.PASSED, *SIZES), text)
    assert found == "no answer is known: grid (4,) and block (256,), the solution's numbers, get wrong_answer (x)"


def test_a_launch_of_more_dimensions_than_the_question_has_is_a_fault(root: Path) -> None:
    (found,) = launch_faults(root, 1, launched(VerdictKind.PASSED, ((4, 2), (16, 16))), {})
    assert "has a grid of (4, 2) and a block of (16, 16): more than `:dims:` allows" in found


def test_a_solution_that_launches_nothing_is_a_fault(root: Path) -> None:
    (found,) = launch_faults(root, 1, verdict(VerdictKind.INFRASTRUCTURE), {})
    assert "launches nothing that could be taken as the answer" in found


def test_a_question_whose_exercise_is_left_out_is_passed_over(root: Path) -> None:
    question = Question("q", QuestionType.LAUNCH, "", LaunchKey("gone", 1, Outcomes("", "")), (), "v", 7)
    assert list(question_faults(question, load_course(root).exercises, passing())) == []
