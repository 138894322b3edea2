from collections.abc import Callable
from pathlib import Path

import pytest

from app.course.loader import load_course
from app.course.models import Course, ExercisePart, Prose, QuestionPart

Edit = Callable[[str, str, str], Course]


def said(course: Course) -> list[str]:
    return [str(fault) for fault in course.faults]


def test_sound_course_has_no_faults(root: Path) -> None:
    course = load_course(root)
    assert said(course) == []
    assert [type(part) for part in course.lessons["01-one"].parts] == [Prose, QuestionPart, ExercisePart]


def test_exercise_carries_what_its_files_say(root: Path) -> None:
    exercise = load_course(root).exercises["double"]
    assert exercise.outputs == ("out",)
    assert [(kernel.path.stem, kernel.expects) for kernel in exercise.wrong] == [
        ("no_guard", "out_of_bounds"), ("short", "wrong_answer"), ("triple", "wrong_answer"),
    ]  # fmt: skip
    assert exercise.text("de").hints == ("<p>Twice.</p>\n",)


def test_version_follows_the_cases_and_not_the_statement(root: Path, edit: Edit) -> None:
    before = load_course(root).exercises["double"].version
    assert edit("kernels/double/text/en.md", "Double it.", "Double each.").exercises["double"].version == before
    assert edit("kernels/double/exercise.py", "2 * a", "a * 2").exercises["double"].version != before


def test_broken_exercise_is_left_out_and_its_lesson_stays(edit: Edit) -> None:
    course = edit("kernels/double/exercise.toml", 'entry = "double"', "entry = 1")
    assert said(course) == ["kernels/double/exercise.toml:2:1: `entry` should be text"]
    assert course.exercises == {}
    assert course.lessons["01-one"].exercises == ("double",)  # the page says there that it is withdrawn


def test_broken_lesson_is_left_out_and_the_exercise_stays(edit: Edit) -> None:
    course = edit("lessons/01-one/en.md", "[x]", "[ ]")
    assert said(course) == ["lessons/01-one/en.md:12:1: no answer is right"]
    assert list(course.exercises) == ["double"]


def test_all_faults_of_all_files_come_together(root: Path, edit: Edit) -> None:
    (root / "kernels/double/solution.py").unlink()
    edit("kernels/double/exercise.toml", 'concepts = ["index"]', "colour = 1")
    course = edit("lessons/01-one/en.md", "minutes: 5", "minutes: soon")
    assert said(course) == [
        "kernels/double/exercise.toml:1:1: `concepts` is missing",
        "kernels/double/exercise.toml:3:1: `colour` is not a key that is known here",
        "kernels/double/solution.py:0:0: the file is missing",
        "lessons/01-one/en.md:6:1: `minutes` should be a whole number",
    ]


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("exercise.toml", 'dtype = "float32"\nndim = 1\n\n[owner]', 'dtype = "real"\nndim = 1\n\n[owner]',
         "exercise.toml:14:1: `parameters.2.dtype` should be"),
        ("exercise.toml", "[owner]", "[owners]", "exercise.toml:17:1: `owners` is not a key that is known here"),
        ("exercise.toml", "[owner]\nout", "[owner]\na", "exercise.toml:1:1: `owner.a` is no output"),
        ("exercise.toml", "[[parameters]]", "[[parameters]", "exercise.toml:5:"),
        ("exercise.py", "def cases(", "def cases(:", "exercise.py:7:"),
        ("starter.py", "= a[i]", "= 2 * a[i]", "starter.py:0:0: is equal to solution.py"),
        ("starter.py", "(a, out)", "(out, a)", "starter.py:4:1: `double` should take (a, out)"),
        ("solution.py", "def double", "def triple", "solution.py:0:0: defines no function `double` at its top level"),
        ("solution.py", "out[i] =", "out[i] = =", "solution.py:7:"),
        ("wrong/short.py", "# expects: wrong_answer\n", "", "wrong/short.py:1:1: the first line should declare"),
        ("wrong/short.py", "wrong_answer", "disaster", "wrong/short.py:1:12: 'disaster' is neither a kind of finding"),
        ("text/en.md", "Double it.\n", "", "text/en.md:4:1: the statement is empty"),
        ("text/en.md", "{hint}", "{quiz} a", "text/en.md:6:1: `quiz` cannot stand in an exercise's text"),
        ("text/en.md", "Double it", "[Double](/lessons/02-two) it", "text/en.md:4:8: the link leads nowhere"),
    ],
)  # fmt: skip
def test_each_fault_of_an_exercise_is_told(edit: Edit, name: str, old: str, new: str, fault: str) -> None:
    course = edit(f"kernels/double/{name}", old, new)
    assert any(fault in line for line in said(course)), said(course)
    assert "double" not in course.exercises


def test_loading_executes_nothing(edit: Edit) -> None:
    course = edit("kernels/double/exercise.py", "import numpy", "1 / 0\nimport numpy")
    assert said(course) == []
    with pytest.raises(ZeroDivisionError):
        course.exercises["double"].reference(a=1)


def test_too_few_wrong_kernels_are_a_fault(root: Path) -> None:
    (root / "kernels/double/wrong/short.py").unlink()
    assert said(load_course(root)) == ["kernels/double/wrong:0:0: holds 2 kernels; 3 or more are needed"]


def test_file_that_is_not_utf8_is_a_fault(root: Path) -> None:
    (root / "kernels/double/starter.py").write_bytes("# é\n".encode() + b"\xff")
    fault = "the file is not UTF-8: this line has the byte 0xff"
    assert said(load_course(root)) == [f"kernels/double/starter.py:2:1: {fault}"]


@pytest.mark.parametrize("name", ["kernels/double/starter.py", "lessons/01-one/en.md"])
def test_what_cannot_be_read_is_a_fault(root: Path, name: str) -> None:
    (root / name).unlink()
    (root / name).mkdir()  # a folder, since no file is unreadable to root
    assert f"{name}:0:0: the file cannot be read: Is a directory" in said(load_course(root))


def test_two_lessons_with_one_number_are_a_fault(root: Path) -> None:
    text = (root / "lessons/01-one/en.md").read_text("utf-8")
    (root / "lessons/01-two").mkdir()
    (root / "lessons/01-two/en.md").write_text(text, "utf-8")
    assert len(said(load_course(root))) == 2


@pytest.mark.parametrize(
    "target", ["/lessons/01-one#q-first", "/lessons/01-one/", "/exercises/double", "#q-first", "https://x.org"]
)
def test_link_that_leads_somewhere_is_no_fault(edit: Edit, target: str) -> None:
    assert said(edit("lessons/01-one/en.md", "Words.", f"[Words]({target}).")) == []


@pytest.mark.parametrize("target", ["/lessons/01-one#q-second", "/lessons/02-two", "/exercises/triple", "#nowhere"])
def test_link_that_leads_nowhere_is_a_fault(edit: Edit, target: str) -> None:
    (fault,) = edit("lessons/01-one/en.md", "Words.", f"[Words]({target}).").faults
    assert (fault.line, fault.column) == (10, 7)
    assert "leads nowhere" in fault.message
