"""The glossary, the map, and the tracks of the front page."""

import dataclasses
import re

import pytest

from app.course.models import Prose, QuestionPart, Term, Track
from app.domain.verdict import Message, Verdict, VerdictKind
from app.web import phrases
from app.web.pages import Pages

PASSED = Verdict(kind=VerdictKind.PASSED, device="simt", message=Message(key="verdict.passed", args={"total": 1}))


def with_course(app, **changes):
    site = app.state.site
    app.state.site = dataclasses.replace(site, course=dataclasses.replace(site.course, **changes))


def test_a_term_says_what_it_means_where_it_is_taught_and_practised(browser):
    page = browser.get("/glossary").text
    (term,) = re.findall(r'<article class="term" id="guard".*?</article>', page, re.DOTALL)
    assert "What a <em>guard</em> is." in term
    assert 'href="/lessons/01-first"' in term
    assert 'href="/exercises/add"' in term
    assert '<span lang="ja">語</span>' in term


def test_terms_are_in_the_order_of_a_dictionary(browser):
    assert re.findall(r'class="term" id="(\w+)"', browser.get("/glossary").text) == ["guard", "stride"]


def test_a_course_without_terms_has_no_glossary(browser, app):
    with_course(app, glossary={})
    assert browser.get("/glossary").status_code == 404


def test_the_map_shows_what_is_taught_practised_and_passed(browser, worker):
    browser.send(mode="submit")
    worker.grade(PASSED)
    page = browser.get("/map").text
    (first,) = re.findall(r'<article class="map-lesson" id="01-first".*?</article>', page, re.DOTALL)
    assert 'href="/glossary#guard"' in first
    assert re.search(r'<dd data-state="done">.*?href="/exercises/add"', first, re.DOTALL)
    assert re.search(r'<dd data-state="new">.*?href="/exercises/invert"', first, re.DOTALL)


def test_the_front_page_groups_lessons_by_their_tracks(browser, app):
    tracks = (Track("later", "Later", "Second things.", ("02-second",)), Track("now", "Now", "First.", ("01-first",)))
    with_course(app, tracks=tracks)
    page = browser.get("/").text
    words = ["Track 1: Later", "Second things.", '/lessons/02-second">', "Track 2: Now", '/lessons/01-first">']
    places = [page.rindex(word) for word in words]
    assert places == sorted(places)


def test_a_lesson_in_no_track_stands_behind_them(browser, app):
    with_course(app, tracks=(Track("now", "Now", "First.", ("02-second",)),))
    page = browser.get("/").text
    assert page.index("Track 1: Now") < page.index(">Lessons<") < page.rindex('href="/lessons/01-first"')


@pytest.fixture
def linked(app):
    """A course whose first lesson links to `guard`, which links to `stride`; its question explains by `stride`."""
    site = app.state.site
    guard, stride = '<a href="/glossary#guard">it</a>', '<a href="/glossary#stride">it</a>'
    first, glossary = site.course.lessons["01-first"], dict(site.course.glossary)
    parts = [_explained(part, f"<p>{stride}</p>") for part in first.parts]
    glossary["guard"] = dataclasses.replace(glossary["guard"], definition=f"What {stride} needs.")
    glossary["lane"] = Term("lane", "lane", "Linked from nowhere.", "01-first", {})
    first = dataclasses.replace(first, parts=(Prose(f"<p>{guard}</p>"), *parts))
    with_course(app, lessons={**site.course.lessons, "01-first": first}, glossary=glossary)
    pages = Pages(site.assets, site.secret, course=lambda: app.state.site.course)
    app.state.site = dataclasses.replace(app.state.site, pages=pages)


def _explained(part, feedback):
    if not isinstance(part, QuestionPart) or part.question.id != "pick":
        return part
    options = tuple(dataclasses.replace(one, feedback=feedback) for one in part.question.key.options)
    return QuestionPart(dataclasses.replace(part.question, key=dataclasses.replace(part.question.key, options=options)))


def test_a_page_has_a_card_for_each_term_that_it_or_a_card_links_to(browser, linked):
    page = browser.get("/lessons/01-first").text
    assert re.findall(r'class="term-card" id="term:(\w+)"', page) == ["guard", "stride"]
    assert '<p><a href="/glossary#guard" aria-describedby="term:guard:is">it</a></p>' in page
    guard, stride = re.findall(r'<div class="term-card".*?</div>', page, re.DOTALL)
    assert "Taught in this lesson" in guard
    assert 'href="/lessons/02-second"' in stride
    assert 'class="term-card' not in browser.get("/lessons/02-second").text + browser.get("/glossary").text


def test_a_marked_question_brings_the_cards_of_its_explanation(browser, linked):
    path = "/lessons/01-first/questions/pick/answers"
    marked = browser.post(path, {"answer": "bb"}, **{"x-fragment": "1"}).text
    assert re.findall(r'class="term-card" id="term:(\w+)"', marked) == ["stride"]


@pytest.fixture
def japanese(tmp_path, monkeypatch):
    """Pages that speak Japanese, too, of which they have no more than the name."""
    for code, text in {"en": (phrases._FOLDER / "en.toml").read_text(), "ja": 'language = "日本語"\n'}.items():
        (tmp_path / f"{code}.toml").write_text(text)
    monkeypatch.setattr(phrases, "_FOLDER", tmp_path)
    phrases._table.cache_clear()
    yield
    phrases._table.cache_clear()


def test_terms_have_their_name_in_the_readers_language_beside_them(browser, linked, japanese):
    (term,) = re.findall(r'id="guard".*?</article>', browser.get("/glossary?lang=ja").text, re.DOTALL)
    assert '<dfn>guard</dfn> <span class="term-own" lang="ja">語</span>' in term
    assert '<span lang="de">Guard</span>' in term
    assert term.count("語") == 1
    card = browser.get("/lessons/01-first?lang=ja").text.partition('class="term-card"')[2]
    assert '<dfn lang="en">guard</dfn> <span class="term-card-own">語</span>' in card
