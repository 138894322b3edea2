"""`gridstride new`: what it writes is sound, and nothing is lost."""

from pathlib import Path

import pytest

from app.cli import main
from app.course.loader import load_course


def new(root: Path, *words: str) -> int:
    return main(["new", *words, "--course", str(root)])


@pytest.mark.parametrize(("kind", "entry"), [("kernel", "add_up_rows"), ("launch", "add_up_rows"), ("program", "main")])
def test_new_exercise_has_no_fault_and_goes_by_its_name(tmp_path: Path, kind: str, entry: str) -> None:
    assert new(tmp_path, "exercise", "add-up-rows", "--kind", kind) == 0
    course = load_course(tmp_path)
    assert [str(fault) for fault in course.faults] == []
    exercise = course.exercises["add-up-rows"]
    assert (exercise.kind, exercise.entry, exercise.text("en").title) == (kind, entry, "Add up rows")
    assert "add_up_rows" in exercise.starter or kind == "launch"
    assert len(exercise.wrong) >= 3


def test_new_lesson_has_no_fault(tmp_path: Path) -> None:
    assert new(tmp_path, "lesson", "08-warps") == 0
    course = load_course(tmp_path)
    assert (course.faults, course.lessons["08-warps"].title) == ((), "Warps")


def test_what_is_there_is_never_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(tmp_path, "exercise", "mine")
    (tmp_path / "kernels/mine/starter.py").write_text("precious")
    assert new(tmp_path, "exercise", "mine", "--kind", "launch") == 2
    assert "is already there; nothing was changed" in capsys.readouterr().err
    assert (tmp_path / "kernels/mine/starter.py").read_text() == "precious"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("exercise", "Two Words"), "cannot be an exercise's name"),
        (("exercise", "../up"), "cannot be an exercise's name"),
        (("exercise", "while"), "cannot be an exercise's name"),
        (("exercise", "cuda"), "cannot be an exercise's name"),
        (("exercise", "main"), "cannot be an exercise's name"),
        (("lesson", "warps"), "cannot be a lesson's name"),
        (("lesson", "01-more"), "the number 01 is taken by 01-first"),
    ],
)
def test_a_name_that_cannot_be_is_a_sentence(
    tmp_path: Path, words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    new(tmp_path, "lesson", "01-first")
    assert new(tmp_path, *words) == 2
    assert sentence in capsys.readouterr().err


def test_next_steps_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(tmp_path, "exercise", "mine")
    assert f"gridstride check mine --course {tmp_path}" in capsys.readouterr().out


@pytest.mark.slow
def test_new_exercises_are_proved_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDSTRIDE_DATA", str(tmp_path / "data"))
    new(tmp_path / "course", "exercise", "one")
    new(tmp_path / "course", "exercise", "two", "--kind", "launch")
    new(tmp_path / "course", "exercise", "three", "--kind", "program")
    assert main(["check", "--course", str(tmp_path / "course")]) == 0
    assert main(["check", "--cached", "--record", "--course", str(tmp_path / "course")]) == 0
    assert len(list(tmp_path.glob("course/kernels/*/proof.json"))) == 3


def test_the_commands_that_are_told_can_be_pasted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new(tmp_path / "a course", "exercise", "mine")
    assert f"check mine --course '{tmp_path}/a course'\n" in capsys.readouterr().out
