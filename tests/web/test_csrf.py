"""Writes that were not meant: refused, whatever the cookie says."""

from __future__ import annotations

import pytest

WRITES = [
    ("/preferences", {"theme": "dark"}),
    ("/lessons/01-first/questions/pick/answers", {"answer": "aa"}),
    ("/exercises/add/submissions", {"source": "a", "mode": "run"}),
]
API = "/api/exercises/add/submissions"


@pytest.mark.parametrize(("path", "fields"), WRITES)
@pytest.mark.parametrize("token", ["0" * 64, "ö", "\x00"])
def test_a_form_without_its_token_is_refused(browser, path, fields, token):
    answer = browser.post(path, fields, token=token)
    assert answer.status_code == 403
    assert "This page is out of date" in answer.text


@pytest.mark.parametrize(("path", "fields"), WRITES)
def test_another_learners_token_is_refused(app, browser, path, fields):
    other = type(browser)(app)
    assert browser.post(path, fields, token=other.token).status_code == 403


@pytest.mark.parametrize(("path", "fields"), WRITES)
@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
    ],
)
def test_another_sites_form_is_refused_even_with_the_token(browser, path, fields, headers):
    answer = browser.post(path, fields, **headers)
    assert answer.status_code == 403
    assert "This was sent from another site" in answer.text


@pytest.mark.parametrize("headers", [{"origin": "http://testserver"}, {"sec-fetch-site": "same-origin"}, {}])
def test_our_own_form_is_taken(browser, headers):
    assert browser.post("/preferences", {"theme": "dark"}, **headers).status_code == 303


@pytest.mark.parametrize("headers", [{}, {"x-csrf-token": ""}, {"x-csrf-token": "0" * 64}])
def test_a_script_without_the_token_is_refused(browser, headers):
    answer = browser.http.post(API, json={"source": "a", "mode": "run"}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]["key"] == "request.csrf"


def test_a_script_of_another_site_is_refused(browser):
    headers = {"x-csrf-token": browser.token, "origin": "http://evil.example"}
    answer = browser.http.post(API, json={"source": "a", "mode": "run"}, headers=headers)
    assert answer.json()["error"]["key"] == "request.cross_origin"


def test_what_was_refused_makes_no_learner(browser):
    for path, fields in WRITES:
        browser.post(path, fields, token="0" * 64)
    assert "learner" not in browser.http.cookies
