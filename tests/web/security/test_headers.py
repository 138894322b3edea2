"""Headers: what every answer has, and that nothing sent gets into one, or leads to another site."""

from __future__ import annotations

import httpx
import pytest

from app.web import headers, preferences
from tests.web.security.conftest import calls, stays

NEXT = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/%09/evil.example",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "https:evil.example",
    "https:/evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\r\nX-Evil: 1",
    "/x%0d%0aX-Evil:%201",
    "//[",
    "http://[",
    "//evil.example\\@testserver",
    "/\u2028/evil.example",
    "/ü/é",
    "?next=//evil.example",
    "/lessons/01-first?x=//evil.example#//evil.example",
    "." * 5000,
]
BROKEN = "x%0d%0aX-Evil:%201%0d%0a%0d%0a<b>"
ANSWERED = {"/healthz", "/api/openapi.json", "/exercises/{slug}/submissions"}  # the same for everyone


@pytest.mark.parametrize("url", [*NEXT[:6], *(pytest.param(url, marks=pytest.mark.slow) for url in NEXT[6:])])
def test_going_back_never_leaves_the_site(browser, url):
    answer = browser.post("/preferences", {"theme": "dark", "next": url})
    assert (answer.status_code, stays(answer)) == (303, True), answer.headers["location"]
    assert "x-evil" not in answer.headers


def test_without_the_check_going_back_would_leave_it(browser, monkeypatch):
    """The defence switched off, and what keeps every redirect here."""
    monkeypatch.setattr(preferences, "_local", str)
    assert stays(browser.post("/preferences", {"theme": "dark", "next": "//evil.example"}))
    monkeypatch.setattr(headers, "local", str)
    assert not stays(browser.post("/preferences", {"theme": "dark", "next": "//evil.example"}))


@pytest.mark.parametrize(
    "path",
    ["//evil.example/", "//evil.example/key/", "/\\evil.example/", "/key/", "/lessons/01-first/", "//key/", "///"],
)
def test_a_slash_too_many_leads_nowhere_else(browser, path):
    assert stays(browser.http.request("GET", httpx.URL("http://testserver").copy_with(raw_path=path.encode())))


def test_a_redirect_is_a_path_whatever_host_was_sent(browser):
    """A cache may keep what one of us was told for others."""
    for host in ("testserver", "localhost:1", "[::1]"):
        answer = browser.get("/lessons/01-first/?lang=de", host=host)
        assert (answer.status_code, answer.headers["location"]) == (307, "/lessons/01-first?lang=de")
    assert headers.local("//evil.example//x") == headers.local("http://evil.example//x") == "/x"


def test_nothing_sent_gets_into_a_header(app, owner):
    """Line ends in every parameter, query and header that an answer might repeat, on every route."""
    sent = {
        "accept-language": "en\\r\\nX-Evil: 1",
        "x-request-id": "a%0d%0aX-Evil: 1",
        "cookie": "lang=x%0d%0aX-Evil:1",
    }
    for call in calls(app):
        path = call.path(slug=BROKEN, id=BROKEN, path=BROKEN)
        query = f"?lang={BROKEN}&before={BROKEN}&fragment={BROKEN}&next={BROKEN}"
        answer = owner.browser.http.request(call.method, path + query, headers=sent)
        assert "x-evil" not in answer.headers, call
        assert not any(b"\r" in value or b"\n" in value for pair in answer.headers.raw for value in pair), call


def test_every_answer_has_every_header(app, owner):
    for call in calls(app):
        for path in (owner.path(call), "/nowhere"):
            answer = owner.browser.http.request(call.method, path)
            assert {name: answer.headers[name] for name in headers.SECURITY} == headers.SECURITY | {
                "Content-Security-Policy": headers.policy(answer.headers.get("content-type", ""))
            }, call
            assert not [name for name in answer.headers if name.startswith("access-control-")], call


METHODS = ["TRACE", *(pytest.param(one, marks=pytest.mark.slow) for one in ("OPTIONS", "PATCH", "X" * 200))]


@pytest.mark.parametrize("method", METHODS)
def test_a_method_that_is_none_of_ours_does_nothing_and_repeats_nothing(app, owner, writes, method):
    before = writes()
    asked = {"origin": "http://evil.example", "access-control-request-method": "PUT", "x-repeat": "repeat-this"}
    for call in calls(app):
        answer = owner.browser.http.request(method, owner.path(call), headers=asked)
        assert answer.status_code in (400, 405), call
        assert "repeat-this" not in answer.text
        assert not [name for name in answer.headers if name.startswith("access-control-")]
    assert writes() == before


def test_nothing_of_a_learner_is_kept_by_a_cache_between(app, owner):
    for call in calls(app):
        if call.method == "GET":
            answer = owner.browser.get(owner.path(call))
            control = answer.headers.get("cache-control", "")
            told = "private" in control or "no-store" in control
            public = call.route.startswith("/static/") or call.route in ANSWERED
            assert told != public, (call, control)
            assert not (public and "set-cookie" in answer.headers), call


def test_the_page_that_shows_the_key_is_kept_nowhere(owner):
    assert owner.browser.get("/key").headers["cache-control"] == "no-store"


@pytest.mark.slow
def test_data_is_data_and_never_a_page(app, owner):
    for call in calls(app):
        if call.method == "GET" and call.route.startswith("/api/") and not call.route.endswith("/events"):
            for answer in (owner.browser.get(owner.path(call)), owner.browser.get("/api/<script>")):
                assert answer.headers["content-type"] == "application/json", call
                assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/api/session"])
def test_a_fault_of_ours_tells_nothing_of_our_code(browser, site, monkeypatch, path):
    browser.send()
    monkeypatch.setattr(type(site.learners), "find", lambda *_: {}["a secret of ours"])
    answer = browser.get(path)
    assert answer.status_code == 500
    ours = ("Traceback", "KeyError", "secret of ours", ".py", "site-packages")
    assert not [word for word in ours if word in answer.text]
