"""The key that carries a learner's progress to another browser."""

from __future__ import annotations

import html
import re


def shown_key(browser) -> str:
    found = re.search(r'readonly value="([^"]*)"', browser.get("/key").text)
    return found[1] if found else ""


def test_a_new_visitor_has_no_key_to_show(browser):
    assert shown_key(browser) == ""
    assert "gets its key with the first answer" in browser.get("/key").text


def test_the_session_gives_the_token_that_a_write_needs(browser, worker):
    session = browser.get("/api/session").json()
    assert session["known"] is False
    assert browser.post("/preferences", {"theme": "dark"}, token=session["csrf_token"]).status_code == 303
    browser.send()
    assert browser.get("/api/session").json()["known"] is True


def test_another_browser_goes_on_with_the_key(browser, new_browser):
    browser.post("/lessons/01-first/questions/pick/answers", {"answer": "aa"})
    other = new_browser()
    answer = other.post("/key", {"key": f"  {shown_key(browser)}\n"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert shown_key(other) == shown_key(browser)
    assert 'data-state="correct"' in other.get("/lessons/01-first").text


def test_a_key_of_nobody_changes_nothing_and_is_not_lost(browser):
    browser.post("/lessons/01-first/questions/pick/answers", {"answer": "aa"})
    own = shown_key(browser)
    for typed in ("", "short", '<b>"', "A" * 43, "x" * 5000):
        answer = browser.post("/key", {"key": typed})
        assert answer.status_code == 422
        assert f'value="{html.escape(typed[:100]).replace("&quot;", "&#34;")}"' in answer.text
    assert shown_key(browser) == own


def test_a_key_is_not_taken_from_another_site(browser, new_browser):
    other = new_browser()
    other.send()
    answer = browser.http.post("/key", data={"key": shown_key(other), "csrf": "0" * 64})
    assert answer.status_code == 403
    assert shown_key(browser) == ""
