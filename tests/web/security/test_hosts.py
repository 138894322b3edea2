"""Names that the site is asked by: a page that gives its own name our address gets nothing."""

from __future__ import annotations

import dataclasses

import pytest

from app.config import Settings
from app.web.hosts import Hosts

OURS = ["testserver", "TestServer:80", "testserver.", "localhost:8000", "127.0.0.1", "[::1]:8000", "a.localhost"]
FOREIGN = ["evil.example", "testserver.evil.example", "testserver@evil.example", "evil.example:80", "10.0.0.1", "", " "]
NO_NAMES = ["a b", "testserver/../x", "testserver:80:80", "testserver#", "http://testserver", "[::1", "täst", "a\\b"]


@pytest.mark.parametrize("host", OURS)
def test_our_own_names_are_answered_to(browser, host):
    assert browser.get("/", host=host).status_code == 200


@pytest.mark.parametrize("host", FOREIGN + NO_NAMES)
def test_any_other_name_gets_nothing(browser, host):
    answer = browser.get("/lessons/01-first", host=host.encode())
    assert answer.status_code == 421
    assert "GRIDSTRIDE_HOSTS" in answer.text
    assert "set-cookie" not in answer.headers
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


def test_a_program_is_told_as_data(browser):
    assert browser.get("/api/session", host="evil.example").json()["error"]["key"] == "request.host"


@pytest.mark.parametrize("path", ["/static/js/main.js", "/readyz", "/key/", "/nowhere"])
def test_no_path_is_left_out(browser, path):
    assert browser.get(path, host="evil.example").status_code == 421


def test_what_asks_only_whether_it_lives_asks_by_any_name(browser):
    assert browser.get("/healthz", host="10.1.2.3:8000").status_code == 200


def test_a_forwarded_name_is_not_believed(browser):
    forged = {"x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
    assert browser.get("/", **forged).status_code == 200
    browser.send()
    assert "evil.example" not in browser.get("/key", **forged).text
    assert browser.get("/", host="evil.example", **{"x-forwarded-host": "testserver"}).status_code == 421


def test_without_names_a_foreign_one_is_taken(browser, monkeypatch):
    """The defence switched off: what the tests above refuse would be served."""
    monkeypatch.setattr(Hosts, "_ours", lambda *_: True)
    assert browser.get("/", host="evil.example").status_code == 200


@pytest.mark.parametrize(
    ("host", "hosts", "names"),
    [
        ("127.0.0.1", "auto", frozenset()),
        ("::1", "auto", frozenset()),
        ("localhost", "auto", frozenset()),
        ("0.0.0.0", "auto", None),
        ("127.0.0.1", "any", None),
        ("0.0.0.0", "a.example, B.example", frozenset({"a.example", "b.example"})),
    ],
)
def test_a_loopback_address_answers_to_its_own_names_alone(host, hosts, names):
    assert dataclasses.replace(Settings(), host=host, hosts=hosts).names == names
