"""Pages of host programs: the words of a program, and a verdict without a launch of its own."""

from dataclasses import replace

import numpy as np
import pytest

from app.course.models import Case, Direction, Parameter
from app.devices.program import ProgramReport
from app.domain.verdict import RequirementResult, Timeline
from app.grading import program
from app.web.phrases import Phrases
from app.web.requirements import requirement_view


@pytest.fixture
def program_site(site, monkeypatch):
    made = replace(
        site.course.exercises["add"],
        kind="program",
        entry="main",
        parameters=(Parameter("a", Direction.IN, "float32", 1),),
        results=(Parameter("total", Direction.OUT, "float32", 0),),
    )
    course = replace(site.course, exercises={**site.course.exercises, "add": made})
    monkeypatch.setattr(type(site), "course", property(lambda _: course))
    return made


def test_the_page_speaks_of_a_program(program_site, browser):
    page = browser.get("/exercises/add").text
    assert "Your program: main runs on the host" in page
    assert "What your program did will stand here" in page
    assert "Your kernel: main" not in page


def test_the_api_says_what_is_returned(program_site, browser):
    told = browser.get("/api/exercises/add").json()
    assert (told["kind"], told["entry"]) == ("program", "main")
    assert told["results"] == [{"name": "total", "direction": "out", "dtype": "float32", "ndim": 0}]


def test_a_result_of_another_form_has_a_sentence_and_no_element(program_site, browser, worker):
    case = Case("ten", {"a": np.ones(10, np.float32)}, visible=True)
    judged = program.judge_case(
        program_site, case, {"total": np.float32(10)[...]}, ProgramReport("ok", arguments=[case.args["a"]])
    )
    timeline = Timeline(case="ten", measured=False, calls=())
    submission = browser.send()
    worker.grade(program.decide("simt", "main", [judged], timeline=timeline))
    page = browser.get(f"/submissions/{submission}").text
    assert page.count("main returned None. It has to end with a return of the result: an array on the host,") == 2
    assert "What came back" in page
    assert "<code>total</code>" in page
    assert "<code>None</code>" in page
    assert '<th scope="col">Launch</th>' not in page
    assert "of 0" not in page


@pytest.mark.parametrize(
    ("name", "wanted", "got", "asked", "reached"),
    [
        ("overlap", "overlap >= 0.25", 0.1234, "at least 25\N{NO-BREAK SPACE}%", "12.3\N{NO-BREAK SPACE}%"),
        ("left_allocated", "left_allocated == 0", 1_200, "exactly 0 bytes", "1,200 bytes"),
        ("copies_to_host", "copies_to_host <= 1", 2, "at most 1", "2"),
    ],
)
def test_requirements_of_calls_are_said_in_words(name, wanted, got, asked, reached):
    view = requirement_view(RequirementResult(name=name, wanted=wanted, got=got, ok=False, lines=(3,)), {}, Phrases())
    assert (view.asked, view.reached, view.lines) == (asked, reached, (3,))
    assert view.label != name
    assert view.said
