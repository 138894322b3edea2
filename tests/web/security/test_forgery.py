"""Writes that the learner did not mean: every route that writes is tried, and a new one fails until it is listed."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from fastapi import APIRouter

from tests.web.security.conftest import SAFE, calls

FORM = "application/x-www-form-urlencoded"
SENDS: dict[str, dict[str, object]] = {
    "POST /lessons/{slug}/questions/{id}/answers": {"answer": "4"},
    "POST /exercises/{slug}/draft": {"put": "starter"},
    "POST /exercises/{slug}/submissions": {"source": "a", "mode": "run"},
    "POST /placement/attempts": {},
    "POST /inventory/attempts": {},
    "POST /key": {"key": "k" * 43},
    "POST /preferences": {"theme": "dark"},
    "PUT /api/place": {"lesson": "01-first", "anchor": "one"},
    "PUT /api/exercises/{slug}/draft": {"source": "b", "revision": 0},
    "DELETE /api/exercises/{slug}/draft": {},
    "POST /api/exercises/{slug}/submissions": {"source": "a", "mode": "run"},
}
FOREIGN = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": "http://testserver"},
    {"sec-fetch-site": "same-origin, cross-site"},
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://testserver.evil.example"},
    {"origin": "http://evil.example/testserver"},
    {"origin": "http://testserver@evil.example"},
    {"origin": ""},
]


def sent(browser, owner, call, token: str | None, kind: str = "", **headers: str):
    """As our own pages would send it, but for what is given."""
    body = SENDS[str(call)]
    is_form = not call.route.startswith("/api/")
    fields = {name: str(value) for name, value in body.items()} | ({"csrf": token} if token is not None else {})
    named = {"content-type": kind} if kind else {"content-type": FORM} if is_form else {}
    if token is not None and not is_form:
        named["x-csrf-token"] = token
    if is_form:
        return browser.http.request(call.method, owner.path(call), content=urlencode(fields), headers=named | headers)
    return browser.http.request(call.method, owner.path(call), json=body, headers=named | headers)


def writing(app) -> list:
    return [call for call in calls(app) if call.method not in SAFE]


def test_every_route_that_writes_is_listed_here(app):
    assert {str(call) for call in writing(app)} == set(SENDS)


def test_what_our_own_pages_send_is_taken(app, owner):
    """Or all that follows would be refused for another reason."""
    for call in writing(app):
        expected = (422,) if call.route == "/key" else (200, 201, 204, 303, 409)
        assert sent(owner.browser, owner, call, owner.browser.token).status_code in expected, call


def test_nothing_is_written_without_the_token_of_this_browser(app, owner, new_browser, writes):
    stranger, key = new_browser(), owner.browser.http.cookies["learner"]
    stranger.send(slug="invert")
    tokens = (None, "", "0" * 108, stranger.token, owner.browser.token[:-1], key)
    before = writes()
    for call in writing(app):
        for token in tokens:
            assert sent(owner.browser, owner, call, token).status_code == 403, (call, token)
    assert writes() == before


def test_nothing_is_written_for_another_site_even_with_the_token(app, owner, writes):
    token, before = owner.browser.token, writes()
    for call in writing(app):
        for headers in FOREIGN:
            assert sent(owner.browser, owner, call, token, **headers).status_code == 403, (call, headers)
    assert writes() == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["text/plain", "application/json", "multipart/form-data; boundary=x", ""])
def test_a_form_of_another_kind_is_no_form(app, owner, writes, kind):
    body, before = urlencode({"csrf": owner.browser.token}), writes()
    for call in writing(app):
        if not call.route.startswith("/api/"):
            answer = owner.browser.http.post(owner.path(call), content=body, headers={"content-type": kind})
            assert answer.status_code == 415, call
    assert writes() == before


@pytest.mark.slow
def test_a_script_without_the_header_is_refused_whatever_its_body_says(app, owner, writes):
    """What a form of another site can send without asking first: text that looks like JSON, with a token inside."""
    token, before = owner.browser.token, writes()
    for call in writing(app):
        if call.route.startswith("/api/"):
            body = SENDS[str(call)] | {"csrf": token, "x-csrf-token": token}
            for kind in ("text/plain", "application/json", FORM):
                answer = owner.browser.http.request(
                    call.method, owner.path(call), content=str(body).replace("'", '"'), headers={"content-type": kind}
                )
                assert answer.status_code == 403, (call, kind)
    assert writes() == before


def test_reading_writes_nothing_whatever_a_header_says_of_the_method(app, owner, writes):
    token, before = owner.browser.token, writes()
    meant = {"x-http-method-override": "POST", "x-method-override": "DELETE", "x-csrf-token": token}
    for call in calls(app):
        if call.method == "GET":
            query = urlencode({"_method": "DELETE", "csrf": token, "source": "a", "mode": "run", "put": "starter"})
            owner.browser.get(f"{owner.path(call)}?{query}", **meant)
    assert writes() == before
    assert owner.browser.get("/api/exercises/add/draft").status_code == 200


def test_a_route_without_its_guard_would_be_seen(app, owner):
    """The defence left out, on a route of the test's own."""
    router = APIRouter()
    router.add_api_route("/unguarded", lambda: "written", methods=["POST"])
    app.include_router(router)
    try:
        assert "POST /unguarded" in {str(call) for call in writing(app)} - set(SENDS)
        assert owner.browser.http.post("/unguarded", headers=FOREIGN[0]).status_code == 200
    finally:
        app.router.routes.pop()
