"""The glossary, the map, and the tracks of the front page."""

import dataclasses
import re

from app.course.models import Track
from app.domain.verdict import Message, Verdict, VerdictKind

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
