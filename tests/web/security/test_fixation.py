"""Cookies that someone else has put into a browser: they never make a learner whom that someone knows."""

from __future__ import annotations

import re

import pytest

from app.web import cookies
from app.web.csrf import token_for

PICK = "/lessons/01-first/questions/pick/answers"
PLANTED = "p" * 43
OTHER = "o" * 43


def answered(browser) -> bool:
    return 'data-state="correct"' in browser.get("/lessons/01-first").text


def planted(new_browser, **values: str):
    browser = new_browser()
    for name, value in values.items():
        browser.http.cookies.set(name, value, domain="testserver.local", path="/")
    return browser


@pytest.mark.parametrize("names", [("learner",), ("visitor",), ("visitor", "learner")])
def test_a_planted_cookie_never_becomes_a_learner(new_browser, names):
    victim = planted(new_browser, **dict.fromkeys(names, PLANTED))
    assert victim.post(PICK, {"answer": "aa"}).status_code == 303
    assert answered(victim)
    assert PLANTED not in victim.http.cookies["learner"]
    assert not answered(planted(new_browser, visitor=PLANTED, learner=PLANTED))


def test_what_is_known_of_a_browser_does_not_tell_its_learner(new_browser, site):
    """An attacker who planted the browser's cookie sees pages of his own, with tokens that are good for it."""
    victim, attacker = (planted(new_browser, visitor=PLANTED) for _ in range(2))
    attacker.post(PICK, {"answer": "bb"})
    victim.post(PICK, {"answer": "aa"})
    assert attacker.http.cookies["learner"] != victim.http.cookies["learner"]
    assert not answered(attacker)


def test_the_learner_of_a_page_is_made_once_whatever_it_sends_at_once(new_browser, app):
    """Two writes that cross: the second was sent before the answer to the first had its cookie."""
    first = new_browser()
    token = first.token
    second = planted(new_browser, visitor=first.http.cookies["visitor"])
    first.post(PICK, {"answer": "aa"}, token=token)
    second.http.put("/api/place", json={"lesson": "01-first", "anchor": "one"}, headers={"x-csrf-token": token})
    assert second.http.cookies["learner"] == first.http.cookies["learner"]


def test_another_tab_of_the_same_browser_still_writes(browser):
    tabs = [browser.token, browser.token]
    assert tabs[0] != tabs[1]
    for token, answer in zip(tabs, ("bb", "aa"), strict=True):
        assert browser.post(PICK, {"answer": answer}, token=token).status_code == 303
    assert answered(browser)


def test_a_key_that_is_taken_ends_the_pages_that_were_open(browser, new_browser):
    other = new_browser()
    other.send()
    open_page = browser.token
    assert browser.post("/key", {"key": other.http.cookies["learner"]}).status_code == 303
    assert browser.http.cookies["learner"] == other.http.cookies["learner"]
    assert browser.post(PICK, {"answer": "aa"}, token=open_page).status_code == 403
    assert other.post(PICK, {"answer": "aa"}).status_code == 303  # nobody else's pages end


HTTPS = "https://testserver/"


def test_over_https_a_browser_takes_our_cookies_from_us_alone(browser):
    browser.get(HTTPS)
    token = re.search(r'name="csrf-token" content="(\w+)"', browser.get(HTTPS).text)
    assert token is not None
    browser.http.post(f"{HTTPS}key", data={"csrf": token[1]})
    answer = browser.http.post(
        f"{HTTPS}api/exercises/add/submissions",
        json={"source": "a", "mode": "run"},
        headers={"x-csrf-token": token[1]},
    )
    (cookie,) = (value for value in answer.headers.get_list("set-cookie") if "Max-Age=31536000" in value)
    assert cookie.startswith("__Host-learner=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
    assert "domain" not in cookie.lower()


def test_over_https_a_neighbours_cookie_is_not_looked_at(browser, new_browser):
    """A neighbour under our domain can set `learner`, to a learner of his own, and not `__Host-learner`."""
    browser.send()
    tossed = browser.http.cookies["learner"]
    mine = f"__Host-visitor={OTHER}; learner={tossed}"
    assert new_browser().get(f"{HTTPS}api/session", cookie=mine).json()["known"] is False


@pytest.mark.parametrize("space", [b"\xa0", b"\x85", b"\x1f", b"\t", b"\xc2\xa0", b"\xe2\x80\x80", b"+", b'"'])
def test_a_name_that_has_our_prefix_but_for_some_space_is_not_ours(browser, new_browser, space):
    """A browser keeps the prefix from neighbours as bytes: what is in front of it makes it another name."""
    browser.send()
    tossed = browser.http.cookies["learner"].encode()
    sent = b"__Host-visitor=" + OTHER.encode() + b"; " + space + b"__Host-learner=" + tossed
    answer = new_browser().http.get(f"{HTTPS}api/session", headers=[(b"cookie", sent)])
    assert answer.json()["known"] is False


def test_without_the_prefix_a_neighbours_cookie_would_be_taken(browser, new_browser, monkeypatch):
    """The defence switched off."""
    browser.send()
    tossed = browser.http.cookies["learner"]
    monkeypatch.setattr(cookies, "PREFIXED", ())
    mine = f"visitor={OTHER}; learner={tossed}"
    assert new_browser().get(f"{HTTPS}api/session", cookie=mine).json()["known"] is True


def test_who_was_here_before_names_had_a_prefix_keeps_everything(browser, new_browser):
    browser.post(PICK, {"answer": "aa"})
    key = browser.http.cookies["learner"]
    answer = new_browser().get(f"{HTTPS}lessons/01-first", cookie=f"learner={key}")
    assert 'data-state="correct"' in answer.text
    kept = answer.headers.get_list("set-cookie")
    assert any(value.startswith(f"__Host-learner={key};") for value in kept)
    assert any(value.startswith('learner="";') and "Max-Age=0" in value for value in kept)


@pytest.mark.parametrize("name", ["learner", "visitor"])
def test_two_values_of_one_cookie_are_told_and_nothing_is_written_or_lost(browser, new_browser, name, site):
    browser.send()
    own = "; ".join(f"{key}={value}" for key, value in browser.http.cookies.items())
    torn = {"cookie": f"{own}; {name}={PLANTED}"}
    token = browser.token
    page, refused = browser.get("/key", **torn), new_browser().post(PICK, {"answer": "aa"}, token=token, **torn)
    assert browser.http.cookies["learner"] not in page.text
    assert (refused.status_code, "two cookies of the same name" in refused.text) == (403, True)
    assert "set-cookie" not in page.headers
    assert "set-cookie" not in refused.headers


def test_a_token_of_another_browser_is_no_use(browser, new_browser, site):
    browser.get("/")
    assert new_browser().post(PICK, {"answer": "aa"}, token=browser.token).status_code == 403


def test_no_two_pages_have_the_same_token(browser, site):
    tokens = {browser.token for _ in range(5)}
    assert len(tokens) == 5
    assert {len(token) for token in tokens} == {108}


def test_the_end_of_a_token_stays_with_a_browser_until_it_becomes_another_learner(browser, new_browser, site):
    known = new_browser()
    known.post(PICK, {"answer": "aa"})
    before = browser.token[-12:]
    browser.post(PICK, {"answer": "aa"})
    assert browser.token[-12:] == before
    browser.post("/key", {"key": known.http.cookies["learner"]})
    assert browser.token[-12:] not in (before, known.token[-12:])


def test_the_end_of_a_token_is_no_learners_key_and_no_cookie(browser, site):
    browser.post(PICK, {"answer": "aa"})
    assert all(browser.token[-12:] not in value for value in browser.http.cookies.values())
    assert token_for is not None
