"""The course under a running site: replaced as a whole, and no preview unless it is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest
from fastapi import FastAPI

from app.course.models import Course


@dataclass
class Library:
    """A library whose course a test changes."""

    course: Course


@pytest.fixture
def library(app: FastAPI) -> Iterator[Library]:
    """In the place of the application's own, which comes back afterwards."""
    own, course = app.state.library, app.state.course
    app.state.library = made = Library(course)
    yield made
    app.state.library, app.state.course = own, course


def test_a_site_is_no_preview(browser):
    assert browser.get("/api/author/revision").status_code == 404
    assert "data-preview" not in browser.get("/").text


def test_a_new_course_is_shown_from_the_next_request_on(app, browser, library):
    assert browser.get("/lessons/09-new").status_code == 404
    first = app.state.site.course.lessons["01-first"]
    library.course = Course({"09-new": replace(first, slug="09-new")}, {})
    assert browser.get("/lessons/09-new").status_code == 200
    assert browser.get("/lessons/01-first").status_code == 404


def test_a_preview_tells_its_revision(app, browser):
    preview = SimpleNamespace(revision="abc", held=app.state.course)
    app.state.site = replace(app.state.site, preview=preview)
    assert browser.get("/api/author/revision").json() == {"revision": "abc"}
