"""How far a learner is, where they go on, and what the course page says of it."""

from __future__ import annotations

import dataclasses
import re

import pytest

from app.course.models import ExercisePart, Heading
from app.domain.verdict import Message, Verdict, VerdictKind
from app.store.answers import AnswerStore

PASSED = Verdict(kind=VerdictKind.PASSED, device="simt", message=Message(key="verdict.passed", args={"total": 1}))


@pytest.fixture
def read(browser):
    """Read up to a heading."""

    def read(lesson="01-first", anchor="one"):
        body = {"lesson": lesson, "anchor": anchor}
        return browser.http.put("/api/place", json=body, headers={"x-csrf-token": browser.token})

    return read


@pytest.fixture
def two_sections(site):
    lesson = site.course.lessons["01-first"]
    headings = (*lesson.headings, Heading("two", "Two & more", 2))
    site.course.lessons["01-first"] = dataclasses.replace(lesson, headings=headings)


def resume(browser):
    """Where the course page's button leads, and what it says."""
    page = browser.get("/").text
    found = re.search(r'<p class="resume">\s*<a[^>]*href="([^"]*)">([^<]*)</a>(.*?)</p>', page, re.DOTALL)
    return found[1], found[2], " ".join(re.sub("<[^>]*>", " ", found[3]).split())


def card(browser, slug):
    page = browser.get("/").text
    return next(part for part in page.split('<li class="lesson-card"')[1:] if f'href="/lessons/{slug}"' in part)


def answer(browser, question="pick", lesson="01-first"):
    browser.post(f"/lessons/{lesson}/questions/{question}/answers", {"answer": "aa"})


def test_a_new_reader_starts_at_the_beginning(browser):
    assert resume(browser) == ("/lessons/01-first", "Start with lesson 1", "")


def test_a_reader_goes_on_where_they_were_reading(browser, read, two_sections):
    assert read(anchor="two").status_code == 204
    assert resume(browser) == (
        "/lessons/01-first#two", "Go on with lesson 1", "Lesson 01-first at “Two &amp; more”",
    )  # fmt: skip


def test_without_a_place_they_go_on_at_the_first_open_question(browser):
    answer(browser)
    assert resume(browser)[0] == "/lessons/01-first#q-many"


def test_the_lesson_that_was_left_last_is_gone_on_with(browser, read):
    read("02-second")
    read("01-first")
    read("02-second")
    assert resume(browser)[0] == "/lessons/02-second#one"
    answer(browser)
    assert resume(browser)[0] == "/lessons/01-first#one"


def test_a_place_that_no_longer_exists_leads_to_the_lesson(browser, read, two_sections, site):
    read(anchor="two")
    lesson = site.course.lessons["01-first"]
    site.course.lessons["01-first"] = dataclasses.replace(lesson, headings=lesson.headings[:1])
    assert resume(browser)[0] == "/lessons/01-first"
    assert "Go on at" not in browser.get("/lessons/01-first").text


def test_a_lesson_offers_the_place_that_its_reader_left(browser, read, two_sections):
    assert "Go on at" not in browser.get("/lessons/01-first").text
    read(anchor="two")
    assert '<a class="button" href="#two">Go on at “Two &amp; more”</a>' in browser.get("/lessons/01-first").text
    read(anchor="one")
    assert "Go on at" not in browser.get("/lessons/01-first").text


@pytest.mark.parametrize(("lesson", "anchor"), [("nowhere", "one"), ("01-first", "nowhere"), ("01-first", "x" * 999)])
def test_a_place_that_is_none_is_not_kept(browser, read, lesson, anchor):
    assert read(lesson, anchor).status_code == 404
    assert resume(browser)[0] == "/lessons/01-first"


def test_a_place_needs_the_token(browser):
    assert browser.http.put("/api/place", json={"lesson": "01-first", "anchor": "one"}).status_code == 403


def test_a_card_tells_how_far_its_lesson_is(browser, worker):
    assert 'data-state="new"' in card(browser, "01-first")
    answer(browser)
    browser.send(mode="submit")
    worker.grade(PASSED)
    begun = card(browser, "01-first")
    assert 'data-state="begun"' in begun
    assert "1 of 3 questions answered" in begun
    assert "1 of 1 exercises passed" in begun
    assert '<progress class="bar" value="2" max="4"' in begun


def test_a_finished_lesson_says_so_and_the_next_one_follows(browser, worker):
    answer(browser, "other", "02-second")
    browser.send(mode="submit", slug="invert")
    worker.grade(PASSED)
    assert 'data-state="done"' in card(browser, "02-second")
    assert resume(browser)[:2] == ("/lessons/01-first", "Start with lesson 1")


def test_exercises_are_listed_with_their_state(browser, worker):
    assert re.search(r'<li data-state="new">.*href="/exercises/add"', card(browser, "01-first"))
    browser.send()
    worker.grade(PASSED)
    assert re.search(r'<li data-state="begun">.*href="/exercises/add".*begun', card(browser, "01-first"))
    browser.send(mode="submit")
    worker.grade(PASSED)
    assert re.search(r'<li data-state="done">.*href="/exercises/add".*passed', card(browser, "01-first"))


def test_exercises_that_no_lesson_sets_stand_at_the_end(browser, site):
    assert "More exercises" not in browser.get("/").text
    lone = dataclasses.replace(site.course.exercises["add"], slug="lone")
    site.course.exercises["lone"] = lone
    page = browser.get("/").text
    assert page.index("More exercises") < page.index('href="/exercises/lone"')


def test_a_withdrawn_exercise_counts_nowhere(browser, site):
    site.course.exercises.pop("invert")
    answer(browser, "other", "02-second")
    done = card(browser, "02-second")
    assert 'data-state="done"' in done
    assert "exercises passed" not in done


def test_the_course_page_asks_once_for_the_answers_of_all_lessons(browser, monkeypatch):
    asked = []
    everywhere = AnswerStore.everywhere
    monkeypatch.setattr(AnswerStore, "of", lambda *_: asked.append("one") or {})
    answer(browser)
    asked.clear()
    monkeypatch.setattr(AnswerStore, "everywhere", lambda *who: asked.append("all") or everywhere(*who))
    assert "1 of 3" in card(browser, "01-first")
    assert asked == ["all"]


def test_a_lesson_asks_once_what_its_reader_has_passed(browser, site, monkeypatch):
    browser.send(mode="submit")
    site.course.lessons["01-first"] = dataclasses.replace(
        site.course.lessons["01-first"], parts=(ExercisePart("add"), ExercisePart("invert"))
    )
    asked = []
    passed = type(site.submissions).passed
    monkeypatch.setattr(type(site.submissions), "passed", lambda *who: asked.append(1) or passed(*who))
    assert browser.get("/lessons/01-first").text.count("<kernel-exercise") == 2
    assert asked == [1]
