"""The placement quiz and the inventory, with a browser that has no JavaScript."""

import dataclasses
import re

import pytest


def answer(browser, paper, concept, key="aa"):
    return browser.post(f"/lessons/{paper}/questions/of-{concept}/answers", {"answer": key})


def firsts(page):
    """How the first answer to each question was, in the order of the page."""
    return re.findall(r'data-first="(\w+)"', page)


@pytest.mark.parametrize("paper", ["placement", "inventory"])
def test_an_answer_is_marked_on_the_papers_own_page(browser, paper):
    sent = answer(browser, paper, "guard", "bb")
    assert (sent.status_code, sent.headers["location"]) == (303, f"/{paper}#q-of-guard")
    page = browser.get(f"/{paper}").text
    assert "feedback aa" in page
    assert "1 of 2 questions answered" in page


def test_a_refused_answer_is_told_on_the_papers_own_page(browser):
    page = answer(browser, "placement", "guard", "zz")
    assert page.status_code == 422
    assert "data-error" in page.text
    assert 'href="/placement/result"' in page.text


def test_a_look_at_a_question_leads_to_its_paper(browser):
    assert browser.get("/lessons/placement/questions/of-guard/answers").headers["location"] == "/placement#q-of-guard"


@pytest.mark.parametrize(
    ("known", "begin", "why"),
    [
        ([], "01-first", "at the beginning of the course"),
        (["stride"], "01-first", "at the beginning of the course"),
        (["guard"], "02-second", "Of everything before it, you knew all"),
    ],
)
def test_placement_suggests_the_first_lesson_of_which_not_everything_was_known(browser, known, begin, why):
    answer(browser, "placement", "guard", "aa" if "guard" in known else "bb")
    if "stride" in known:
        answer(browser, "placement", "stride")
    page = browser.get("/placement/result").text
    assert f'class="button primary" href="/lessons/{begin}"' in page
    assert why in page


def test_who_knows_everything_is_sent_behind_what_was_asked(browser, app):
    site = app.state.site
    third = dataclasses.replace(site.course.lessons["02-second"], slug="03-third", number=3)
    course = dataclasses.replace(site.course, lessons={**site.course.lessons, "03-third": third})
    app.state.site = dataclasses.replace(site, course=course)
    for concept in ("guard", "stride"):
        answer(browser, "placement", concept)
    page = browser.get("/placement/result").text
    assert 'class="button primary" href="/lessons/03-third"' in page
    assert "You knew everything that was asked" in page


def test_only_the_first_answer_counts(browser):
    answer(browser, "inventory", "guard", "bb")
    answer(browser, "inventory", "guard", "aa")
    answer(browser, "inventory", "stride", "aa")
    page = browser.get("/inventory/result").text
    assert firsts(page) == ["missed", "right"]
    assert "1 of 2 right at the first try" in page
    assert 'href="/glossary#guard"' in page


def test_before_an_answer_a_result_tells_nothing(browser):
    assert firsts(browser.get("/placement/result").text) == []
    assert "You have not answered any question yet" in browser.get("/inventory/result").text


def test_another_attempt_forgets_the_answers_of_that_paper_alone(browser):
    answer(browser, "placement", "guard")
    answer(browser, "inventory", "guard")
    assert browser.post("/placement/attempts", {}).headers["location"] == "/placement"
    assert "0 of 2 questions answered" in browser.get("/placement").text
    assert "1 of 2 questions answered" in browser.get("/inventory").text


def test_a_course_without_papers_has_no_such_pages(browser, app):
    site = app.state.site
    app.state.site = dataclasses.replace(site, course=dataclasses.replace(site.course, papers={}))
    assert {browser.get(path).status_code for path in ("/placement", "/inventory", "/placement/result")} == {404}
    assert "/placement" not in browser.get("/").text
