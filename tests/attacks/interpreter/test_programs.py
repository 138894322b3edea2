"""Host programs that speak to the worker themselves: each file in programs/ is one, behind the words of speaking.py."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.devices.program import ProgramLimits, Programs
from app.grading.words import Words

HERE = Path(__file__).parent
SPEAKING = (HERE / "speaking.py").read_text()
PROGRAMS = {path.stem: path.read_text() for path in sorted(HERE.glob("programs/*.py"))}
SLOW = {name for name, text in PROGRAMS.items() if "Stage: slow" in text}
PARAMETERS = [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in PROGRAMS]


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    with Programs.start() as started:
        yield started


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_program_gets_what_it_says(programs: Programs, name: str) -> None:
    said = ast.get_docstring(ast.parse(PROGRAMS[name])) or ""
    gets = re.search(r"^Gets: (\w+)(?: with ([\w.]+))?$", said, re.MULTILINE)
    assert gets is not None, said
    report = programs.run(f"{SPEAKING}\n\n{PROGRAMS[name]}", "main", [], ProgramLimits(seconds=4.0))
    assert report.status == gets[1], report
    assert gets[2] is None or gets[2] in [finding.message_key for finding in report.findings]
    returns = re.search(r"^Returns: (.*)$", said, re.MULTILINE)
    assert returns is None or report.result == tuple(returns[1].split(", "))
    told = [Words().finding(finding)[0] for finding in report.findings]
    assert "ud800" in PROGRAMS[name] or not any("?" in sentence for sentence in told)  # else a slot stayed empty


def test_there_are_enough_programs() -> None:
    assert len(PROGRAMS) >= 40
