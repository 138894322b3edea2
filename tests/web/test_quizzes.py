"""Answers: marked on the server, the same with JavaScript and without."""

from __future__ import annotations

import dataclasses
import html
import re

import pytest

PICK = "/lessons/01-first/questions/pick/answers"
MANY = "/lessons/01-first/questions/many/answers"
COUNT = "/lessons/01-first/questions/count/answers"


def quiz(page: str, id_: str) -> str:
    """The section of one question."""
    found = re.search(rf'<section class="quiz" id="q-{id_}".*?</section>', page, re.DOTALL)
    assert found is not None
    return found[0]


def state(section: str) -> str:
    found = re.search(r'data-state="(\w+)"', section)
    assert found is not None
    return found[1]


def test_an_answer_goes_back_to_its_question_and_is_shown_there(browser):
    answer = browser.post(PICK, {"answer": "bb"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/lessons/01-first#q-pick")
    section = quiz(browser.get("/lessons/01-first").text, "pick")
    assert state(section) == "wrong"
    assert "feedback aa" in section and "feedback bb" in section  # noqa: PT018  # every option is explained
    assert re.search(r'value="bb" checked', section)


def test_before_an_answer_nothing_is_given_away(browser):
    section = quiz(browser.get("/lessons/01-first").text, "pick")
    assert state(section) == "unanswered"
    assert "feedback" not in section
    assert "data-mark" not in section


def test_the_fragment_is_the_section_of_the_page(browser):
    fragment = browser.post(PICK, {"answer": "aa"}, **{"x-fragment": "1"})
    assert fragment.status_code == 200
    section = quiz(browser.get("/lessons/01-first").text, "pick").strip()
    assert browser.unsigned(fragment.text.strip()) == browser.unsigned(section)
    assert state(fragment.text) == "correct"


@pytest.mark.parametrize(
    ("chosen", "expected"), [(["aa", "cc"], "correct"), (["aa"], "partly"), (["bb"], "wrong"), (["aa", "bb"], "partly")]
)
def test_several_answers_are_marked_together(browser, chosen, expected):
    fragment = browser.post(MANY, [("answer", key) for key in chosen], **{"x-fragment": "1"})
    assert state(fragment.text) == expected


@pytest.mark.parametrize(
    ("typed", "expected", "said"),
    [
        ("4", "correct", "four it is"),
        ("4,0", "correct", "four it is"),
        ("3", "wrong", "rounded down"),
        ("9", "wrong", "not so"),
    ],
)
def test_a_number_gets_its_own_feedback(browser, typed, expected, said):
    fragment = browser.post(COUNT, {"answer": typed}, **{"x-fragment": "1"}).text
    assert state(fragment) == expected
    assert said in fragment
    assert f'value="{typed}"' in fragment


def test_trying_again_is_counted_and_replaces_the_answer(browser):
    browser.post(PICK, {"answer": "bb"})
    fragment = browser.post(PICK, {"answer": "aa"}, **{"x-fragment": "1"}).text
    assert state(fragment) == "correct"
    assert "2 tries" in fragment


def test_an_answer_to_an_older_version_counts_for_nothing(browser, app):
    browser.post(PICK, {"answer": "aa"})
    site = app.state.site
    lesson = site.course.lessons["01-first"]
    part = dataclasses.replace(lesson.parts[1], question=dataclasses.replace(lesson.parts[1].question, version="v2"))
    changed = dataclasses.replace(lesson, parts=(lesson.parts[0], part, *lesson.parts[2:]))
    app.state.site = dataclasses.replace(site, course=dataclasses.replace(site.course, lessons={"01-first": changed}))
    page = browser.get("/lessons/01-first").text
    assert state(quiz(page, "pick")) == "unanswered"
    assert "0 of 3 questions answered" in page


@pytest.mark.parametrize(
    ("path", "fields", "sentence"),
    [
        (PICK, {}, "Choose an answer first."),
        (PICK, [("answer", "aa"), ("answer", "bb")], "Choose one answer."),
        (PICK, {"answer": "zz"}, "That answer is not one of this question's."),
        (COUNT, {"answer": ""}, "Type a number first."),
        (COUNT, {"answer": "four"}, "“four” is not a number that we can read."),
        (COUNT, {"answer": "nan"}, "“nan” is not a number that we can read."),
    ],
)
def test_what_cannot_be_marked_is_told_in_place_and_not_kept(browser, path, fields, sentence):
    page = browser.post(path, fields)
    assert page.status_code == 422
    section = quiz(page.text, path.split("/")[4])
    assert sentence in html.unescape(section)
    assert state(section) == "unanswered"
    assert browser.get("/api/lessons").json()[0]["answered"] == 0


def test_a_script_gets_the_quiz_with_the_sentence_in_it(browser):
    fragment = browser.post(PICK, {}, **{"x-fragment": "1"})
    assert fragment.status_code == 200
    assert "Choose an answer first." in fragment.text


def test_an_endless_answer_is_refused(browser):
    assert browser.post(COUNT, {"answer": " " * 500 + "4"}).status_code == 422
    assert browser.get("/api/lessons").json()[0]["answered"] == 0


def test_a_reload_of_a_refused_answer_leads_back(browser):
    answer = browser.get(PICK)
    assert (answer.status_code, answer.headers["location"]) == (303, "/lessons/01-first#q-pick")


@pytest.mark.parametrize("path", [PICK.replace("pick", "no"), PICK.replace("01-first", "no")])
def test_an_unknown_question_is_not_found(browser, path):
    assert browser.post(path, {"answer": "aa"}).status_code == 404


def test_progress_is_each_learners_own(app, browser):
    browser.post(PICK, {"answer": "aa"})
    other = type(browser)(app)
    assert browser.get("/api/lessons").json()[0]["answered"] == 1
    assert other.get("/api/lessons").json()[0]["answered"] == 0
