"""Every route of the application, so that none can be forgotten, and a learner to whom something belongs."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app.web.site import Site
from tests.web.conftest import Browser, Worker, verdict

MARK = "belongs_to_the_owner"
SAFE = frozenset({"GET", "HEAD"})


@dataclass(frozen=True)
class Call:
    """One method of one route."""

    method: str
    route: str

    def path(self, **values: str) -> str:
        """With its parameters filled in. Raises KeyError for one that nobody has thought of."""
        return re.sub(r"\{(\w+)(:path)?\}", lambda found: values[found[1]], self.route)

    def __str__(self) -> str:
        return f"{self.method} {self.route}"


def stays(answer: httpx.Response) -> bool:
    """Whether a browser that follows it stays on the site."""
    place = answer.headers.get("location", "/")
    return re.fullmatch(r"(http://testserver)?/([!-.0-\[\]-~][!-\[\]-~]*)?", place) is not None


def calls(app: FastAPI) -> list[Call]:
    """All that the application answers to."""
    return [
        Call(method, str(route.path))
        for route in iter_route_contexts(app.routes)
        for method in sorted(route.methods or ())
    ]


@dataclass
class Owner:
    """A learner with a submission, a draft, a text beside it, an answer and a place; the texts hold MARK."""

    browser: Browser
    submission: str
    values: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = {"slug": "add", "id": self.submission, "path": "css/site.css"}

    def path(self, call: Call) -> str:
        if call.route.startswith("/lessons/"):
            return call.path(slug="01-first", id="count")
        return call.path(**self.values)


@pytest.fixture
def owner(browser: Browser, worker: Worker) -> Owner:
    id_ = browser.send(f"{MARK} = 1\n", mode="submit")
    worker.grade(verdict())
    headers = {"x-csrf-token": browser.token}
    browser.http.put("/api/exercises/add/draft", json={"source": f"{MARK} = 2\n", "revision": 1}, headers=headers)
    browser.post("/exercises/add/draft", {"put": "starter"})
    browser.post("/lessons/01-first/questions/count/answers", {"answer": "3"})
    browser.http.put("/api/place", json={"lesson": "01-first", "anchor": "one"}, headers=headers)
    return Owner(browser, id_)


@pytest.fixture
def writes(site: Site) -> Iterator[Callable[[], int]]:
    """A number that changes with each write to the database, whoever makes it."""
    with closing(sqlite3.connect(site.settings.data / "gridstride.sqlite")) as conn:
        yield lambda: int(conn.execute("PRAGMA data_version").fetchone()[0])


def same(browser: Browser, answer: httpx.Response, *ids: str) -> tuple[int, str]:
    """An answer as it compares with another's: without tokens and the ids that were asked for."""
    text = browser.unsigned(answer.text)
    for id_ in ids:
        text = text.replace(id_, "an id")
    return answer.status_code, text
