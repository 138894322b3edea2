"""Cookies: when they are set, what they hold, and what a strange one does."""

from __future__ import annotations

import pytest

from app.web.visitors import fresh_key, negotiated, token_in


def test_the_first_page_sets_a_cookie_and_makes_no_learner(browser):
    cookie = browser.get("/").headers["set-cookie"]
    assert cookie.startswith("visitor=")
    assert {"HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000"} <= set(cookie.split("; "))
    assert "learner" not in browser.http.cookies


def test_the_first_write_makes_the_row(browser, site):
    browser.post("/lessons/01-first/questions/pick/answers", {"answer": "aa"})
    assert site.learners.find(browser.http.cookies["learner"]) is not None


def test_reading_twice_keeps_the_learner(browser):
    browser.send()
    first = dict(browser.http.cookies)
    browser.get("/lessons/01-first")
    assert dict(browser.http.cookies) == first
    assert {len(value) for value in first.values()} == {43}


@pytest.mark.parametrize("cookie", ["", "short", "x" * 44, "ü" * 43, "a" * 42 + "'"])
def test_a_cookie_that_is_none_of_ours_is_replaced(browser, cookie):
    answer = browser.get("/", cookie=f"visitor={cookie}; learner={cookie}".encode("latin-1"))
    assert answer.status_code == 200
    (kept,) = answer.headers.get_list("set-cookie")
    assert kept.startswith("visitor=")
    assert not kept.startswith(f"visitor={cookie};")


def test_https_makes_the_cookie_secure(browser):
    assert "Secure" in browser.get("https://testserver/").headers["set-cookie"].split("; ")


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_a_theme_is_kept_and_rendered(browser, theme):
    answer = browser.post("/preferences", {"theme": theme, "next": "/lessons/01-first"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/lessons/01-first")
    page = browser.get("/").text
    assert f'data-theme="{theme}"' in page
    assert f'value="{theme}" aria-pressed="true"' in page


def test_a_script_that_sets_a_theme_stays_where_it_is(browser):
    answer = browser.post("/preferences", {"theme": "dark"}, **{"x-fragment": "1"})
    assert answer.status_code == 204
    assert 'data-theme="dark"' in browser.get("/").text


@pytest.mark.parametrize("fields", [{"theme": "pink"}, {"lang": "xx"}, {"lang": "../en"}])
def test_a_preference_that_is_none_is_refused(browser, fields):
    answer = browser.post("/preferences", fields)
    assert answer.status_code == 422
    assert "There is no such theme or language." in answer.text


def test_a_strange_theme_cookie_is_ignored(browser):
    assert 'data-theme="auto"' in browser.get("/", cookie='theme="><script>').text


@pytest.mark.parametrize(
    "url",
    ["//evil.example", "http://evil.example/", "/\\evil.example", "\\\\evil.example", "javascript:x", "/\n/x", ""],
)
def test_preferences_never_lead_off_the_site(browser, url):
    assert browser.post("/preferences", {"theme": "dark", "next": url}).headers["location"] == "/"


@pytest.mark.parametrize(
    ("asked", "cookie", "accept", "expected"),
    [
        ("", "", "", "en"),
        ("", "", "en-GB,en;q=0.8", "en"),
        ("", "", "xx;q=1, *;q=0.1", "en"),
        ("en", "xx", "yy", "en"),
        ("../../etc", "", "", "en"),
        ("", "", "en;q=zero,,;;;", "en"),
    ],
)
def test_a_language_that_is_not_there_falls_back(asked, cookie, accept, expected):
    assert negotiated(asked, cookie, accept) == expected


def test_languages_are_asked_for_in_order(monkeypatch):
    monkeypatch.setattr("app.web.visitors.languages", lambda: {"en": "English", "de": "Deutsch", "ja": "日本語"})
    assert negotiated("de", "ja", "en") == "de"
    assert negotiated("", "ja", "en") == "ja"
    assert negotiated("", "", "en;q=0.5, de-AT") == "de"
    assert negotiated("", "", "de;q=0, ja;q=0.1") == "ja"


def test_a_key_is_whole_and_never_looks_like_an_option() -> None:
    keys = [fresh_key(b"secret", str(number)) for number in range(500)]
    assert all(token_in(key) == key and key[0] != "-" for key in keys)
    assert len(set(keys)) == 500
