"""The worked example of docs/authors.md, taken step by step as it is written."""

import re
from pathlib import Path

import pytest

from app.cli import main
from app.config import ROOT

GUIDE = (ROOT / "docs/authors.md").read_text("utf-8").split("## From nothing to a proved exercise")[1].split("\n## ")[0]
BLOCK = re.compile(r"`([\w./-]+)`[^`]*\n\n```(?:python|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHELL = re.compile(r"^gridstride (.*) --course ~/my-course$", re.MULTILINE)


def written(exercise: Path) -> None:
    """Put every block of the guide into the file that it names."""
    lesson = exercise.parents[1] / "lessons/01-blocks/en.md"
    for name, code in BLOCK.findall(GUIDE):
        if name.endswith("01-blocks/en.md"):
            lesson.write_text(lesson.read_text("utf-8") + "\n" + code, "utf-8")
        elif name.endswith("exercise.py"):
            text = (exercise / "exercise.py").read_text("utf-8")
            text = re.sub(r"def reference.*?\n\n\n", f"{code}\n\n", text, flags=re.DOTALL)
            (exercise / "exercise.py").write_text(text, "utf-8")
        else:
            (exercise / name).write_text(code, "utf-8")


def test_the_guide_says_of_every_file_where_it_belongs() -> None:
    names = [name for name, _ in BLOCK.findall(GUIDE)]
    assert names[:4] == ["lessons/01-blocks/en.md", "kernels/steps-between/exercise.py", "solution.py", "starter.py"]
    assert names[-1] == "text/en.md"
    assert sum(name.startswith("wrong/") for name in names) == 4


@pytest.mark.slow
def test_from_nothing_to_a_proved_exercise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDSTRIDE_DATA", str(tmp_path / "data"))
    commands = [command.split() for command in SHELL.findall(GUIDE)]
    course = tmp_path / "my-course"
    for command in commands:
        if command[0] == "check":
            written(course / "kernels/steps-between")
        if command[0] != "serve":
            assert main([*command, "--course", str(course)]) == 0, command
    assert (course / "kernels/steps-between/proof.json").is_file()
