"""What holds for the code of every lesson: it parses, and what stands below a program is what it prints."""

import ast

import pytest

from app.course.program import run_program
from tests.course.lessons.shown import ROOT, blocks, printing

NUMBERS = sorted(int(path.parent.name[:2]) for path in ROOT.glob("lessons/[0-9][0-9]-*/en.md"))


@pytest.mark.parametrize("number", NUMBERS)
def test_code_of_a_lesson_is_python(number: int) -> None:
    assert blocks(number)
    for code in blocks(number):
        assert ast.parse(code).body


@pytest.mark.parametrize("number", [number for number in NUMBERS if printing(number)])
def test_program_of_a_lesson_prints_what_stands_below_it(number: int) -> None:
    for code, out in printing(number):
        ran = run_program(code)
        assert (ran.error, ran.stdout.split()) == ("", out.split())
