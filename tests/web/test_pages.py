"""Every page: what it says, and what a strict policy and a screen reader need of it."""

from __future__ import annotations

import dataclasses
import itertools
import json
from html.parser import HTMLParser

import pytest
from fastapi import FastAPI

from app.web.headers import CONTENT_SECURITY_POLICY
from tests.taught import taught

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Elements(HTMLParser):
    """The elements of a page as (tag, attributes); complains of a tag that is not closed where it should be."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:  # Markdown writes `<img />`, which HTML takes for `<img>`
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.all if name == tag]


KINDS = [
    "/",
    "/lessons/01-first",
    "/lessons/02-second",
    "/exercises/add",
    "/exercises/invert",
    "/nowhere",
    "/map",
    "/glossary",
    "/placement",
    "/placement/result",
    "/inventory",
    "/inventory/result",
    "graded submission",
    "pending submission",
]


@pytest.fixture(params=KINDS)
def page(request, pages):
    return pages[request.param]


def test_has_the_policy_exactly(page):
    assert page.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert page.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types gridstride"
    )


def test_has_the_other_security_headers_and_is_private(page):
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "same-origin"
    assert page.headers["cross-origin-opener-policy"] == "same-origin"
    assert page.headers["cache-control"] == "private, no-cache"
    assert "server" not in page.headers


def test_has_no_inline_script_style_or_handler(page):
    assert_strict(page.text)


def test_the_real_course_has_none_either(app, browser):
    app.state.site = dataclasses.replace(app.state.site, course=taught())
    course = app.state.site.course
    paths = [f"/lessons/{slug}" for slug in course.lessons] + [f"/exercises/{slug}" for slug in course.exercises]
    assert paths
    for path in paths:
        assert_strict(browser.get(path).text)


def assert_strict(html):
    elements = Elements(html)
    assert elements.named("style") == []
    assert all("src" in script for script in elements.named("script"))
    assert len(elements.named("script")) == 1
    names = {name for _, attributes in elements.all for name in attributes}
    assert not {name for name in names if name == "style" or name.startswith("on")}


def test_loads_nothing_from_elsewhere(page):
    elements = Elements(page.text)
    loaded = [a.get("src") or a.get("href") for tag, a in elements.all if tag in ("script", "link", "img")]
    assert loaded
    assert all(url is not None and url.startswith("/static/") for url in loaded)


def test_has_landmarks_a_language_and_one_heading_of_the_first_level(page):
    elements = Elements(page.text)
    assert elements.named("html")[0]["lang"] == "en"
    assert [len(elements.named(tag)) for tag in ("main", "footer", "h1")] == [1, 1, 1]
    assert {"href": "#main"}.items() <= elements.named("a")[0].items()


def test_never_skips_a_level_of_heading(page):
    levels = [int(tag[1]) for tag, _ in Elements(page.text).all if tag in ("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_has_no_id_twice(page):
    ids = [attributes["id"] for _, attributes in Elements(page.text).all if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_labels_every_field_and_refers_only_to_what_is_there(page):
    elements = Elements(page.text)
    ids = {attributes.get("id") for _, attributes in elements.all}
    targets = {label.get("for") for label in elements.named("label")} - {None}
    assert targets <= ids
    referred = [a[name] for _, a in elements.all for name in ("aria-labelledby", "aria-describedby") if name in a]
    assert {id_ for value in referred for id_ in (value or "").split()} <= ids
    assert all(area["id"] in targets for area in elements.named("textarea"))


def test_gives_scripts_their_words(page):
    metas = [a["content"] for a in Elements(page.text).named("meta") if a.get("name") == "words"]
    assert json.loads(metas[0] or "")["status.compiling"]


def test_a_lesson_shows_its_parts_in_order(browser):
    text = browser.get("/lessons/01-first").text
    places = [text.index(part) for part in ("<p>prose</p>", "prompt pick", "prompt many", "prompt count", "statement")]
    assert places == sorted(places)


def test_the_front_page_leads_to_what_is_still_open(browser):
    assert 'href="/lessons/01-first"' in browser.get("/").text
    browser.post("/lessons/01-first/questions/pick/answers", {"answer": "aa"})
    assert 'href="/lessons/01-first#q-many"' in browser.get("/").text


def test_an_empty_course_says_so(browser, site):
    site.course.lessons.clear()
    assert "There are no lessons yet." in browser.get("/").text


@pytest.mark.parametrize("path", ["/", "/lessons/01-first", "/exercises/add", "/api/lessons", "/healthz"])
def test_head_answers_as_get_without_a_body(browser, path):
    got, head = browser.get(path), browser.http.head(path)
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers["content-type"] == got.headers["content-type"]


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/"), ("PUT", "/lessons/01-first"), ("GET", "/preferences")])
def test_another_method_is_refused_with_a_page(browser, method, path):
    answer = browser.http.request(method, path)
    assert answer.status_code == 405
    assert answer.headers["allow"]
    assert "Error 405" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/lessons/no",
        "/exercises/no",
        "/submissions/no",
        "/lessons/01-first/questions/no/answers",
        "/%ff",
        "/lessons/%00",
    ],
)
def test_what_is_not_there_is_a_page_with_a_sentence(browser, path):
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "There is nothing here." in answer.text


def test_a_fault_of_ours_is_a_page_with_every_header(browser, site, monkeypatch):
    browser.send()
    monkeypatch.setattr(type(site.learners), "find", lambda *_: 1 / 0)
    answer = browser.get("/")
    assert answer.status_code == 500
    assert "Something broke on our side." in answer.text
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY


def test_the_solution_and_the_key_stay_on_the_server(browser):
    pages = [browser.get(path).text for path in ("/lessons/01-first", "/exercises/add", "/api/exercises/add")]
    assert not any("SECRET" in text or "feedback aa" in text or "four it is" in text for text in pages)


def test_html_is_compressed_for_whoever_takes_it(browser):
    assert browser.get("/", **{"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in browser.get("/", **{"accept-encoding": "identity"}).headers


def test_the_openapi_document_is_complete(app: FastAPI, browser):
    document = browser.get("/api/openapi.json").json()
    text = json.dumps(document)
    names = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert names <= set(document["components"]["schemas"])
    assert "HTTPValidationError" not in names  # every refusal has our form
    operations = [op for path in document["paths"].values() for op in path.values()]
    assert all(op.get("summary") and op.get("description") for op in operations)
    assert {path for path in document["paths"] if path.startswith("/api/")} == {
        "/api/lessons",
        "/api/exercises",
        "/api/exercises/{slug}",
        "/api/exercises/{slug}/draft",
        "/api/exercises/{slug}/submissions",
        "/api/place",
        "/api/session",
        "/api/submissions/{id}",
        "/api/submissions/{id}/events",
    }
