"""The history of attempts, and exercises that are withdrawn."""

from __future__ import annotations

import re

import pytest


def rows(page):
    """The links to submissions in a history, from top to bottom."""
    return re.findall(r'<th scope="row"><a href="/submissions/([^"]+)">', page)


@pytest.fixture
def many(browser, site):
    return [browser.send(f"x = {number}\n") for number in range(23)][::-1]


def test_an_attempt_tells_its_mode_verdict_time_and_cases(browser, worker, full_verdict):
    id_ = browser.send(mode="submit")
    worker.grade(full_verdict)
    history = browser.get("/exercises/add").text.partition('id="history"')[2]
    row = next(part for part in history.split("<tr>") if f"/submissions/{id_}" in part)
    assert re.search(r'<time datetime="\d{4}-\d\d-\d\dT[^"]+\+00:00">', row)
    assert "Submit" in row
    assert "0 of 2" in row


def test_attempts_beyond_twenty_are_behind_a_link(browser, many):
    page = browser.get("/exercises/add").text
    assert rows(page) == many[:20]
    link = re.search(r'href="([^"]+)">Show older', page)[1]
    older = browser.get(link.partition("#")[0]).text
    assert rows(older) == many[20:]
    assert "Show older" not in older
    assert 'href="/exercises/add#history">Back to the newest' in older


@pytest.mark.parametrize("before", ["nothing", "%00", "x" * 300])
def test_a_mangled_link_shows_an_empty_history(browser, before):
    browser.send()
    page = browser.get(f"/exercises/add?before={before}")
    assert page.status_code == 200
    assert rows(page.text) == []


def test_a_lesson_says_that_an_exercise_is_withdrawn(browser, site):
    site.course.exercises.pop("add")
    page = browser.get("/lessons/01-first").text
    assert "This exercise is withdrawn" in page
    assert 'id="e-add"' in page


def test_a_withdrawn_exercise_is_gone_and_the_learners_history_stays(browser, site):
    id_ = browser.send("my work")
    site.course.exercises.pop("add")
    page = browser.get("/exercises/add")
    assert page.status_code == 410
    assert rows(page.text) == [id_]
    assert browser.post("/exercises/add/submissions", {"source": "more", "mode": "run"}).status_code == 410
    sent = browser.get(f"/submissions/{id_}")
    assert sent.status_code == 200
    assert "Put this version" not in sent.text


def test_one_that_no_lesson_sets_is_gone_for_who_tried_it_alone(browser, new_browser, site):
    browser.send("my work", slug="invert")
    site.course.exercises.pop("invert")
    site.course.lessons.pop("02-second")
    assert browser.get("/exercises/invert").status_code == 410
    assert new_browser().get("/exercises/invert").status_code == 404
