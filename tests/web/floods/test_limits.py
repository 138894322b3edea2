"""Each class of what is sent has its limit, and whoever meets it loses nothing."""

from __future__ import annotations

import re

import pytest

SUBMISSIONS = "/api/exercises/add/submissions"
ANSWERS = "/lessons/01-first/questions/pick/answers"
SCRIPT = {"X-Fragment": "1"}


def refusal(answer) -> str:
    """The key of a refusal, in an answer that is one and says when to come back."""
    assert answer.status_code == 429, answer.text
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    return answer.json()["error"]["key"]


def posted(browser, text="x = 1\n"):
    return browser.http.post(SUBMISSIONS, json={"source": text, "mode": "run"}, headers={"X-CSRF-Token": browser.token})


def kept(browser):
    return browser.get("/api/exercises/add/draft").json()["source"]


def test_a_program_that_sends_too_much_is_told_when_to_come_back(browser, limit):
    limit(submissions_learner="1/minute")
    assert posted(browser, "first").status_code == 201
    refused = posted(browser, "second")
    assert refusal(refused) == "request.many"
    assert re.fullmatch(
        r"That was a little fast. Nothing was lost: send it again in \d+ seconds?\.", refused.json()["error"]["message"]
    )
    assert kept(browser) == "first"


def test_a_form_that_is_refused_comes_back_with_its_text(browser, limit):
    limit(submissions_learner="1/minute")
    browser.post("/exercises/add/submissions", {"source": "first", "mode": "run"})
    answer = browser.post("/exercises/add/submissions", {"source": "what I typed", "mode": "run"})
    assert answer.status_code == 429
    assert "what I typed</textarea>" in answer.text
    assert "That was a little fast" in answer.text
    assert 1 <= int(answer.headers["retry-after"]) <= 60


def test_an_answer_that_is_refused_comes_back_as_it_was_given(browser, limit):
    limit(answers_learner="1/minute")
    browser.post(ANSWERS, {"answer": "aa"})
    answer = browser.post(ANSWERS, {"answer": "bb"})
    assert answer.status_code == 429
    assert re.search(r'value="bb"[^>]* checked', answer.text)
    assert "That was a little fast" in answer.text


def test_a_script_is_told_that_an_answer_is_refused(browser, limit):
    limit(answers_learner="1/minute")
    browser.post(ANSWERS, {"answer": "aa"})
    assert refusal(browser.post(ANSWERS, {"answer": "bb"}, **SCRIPT)) == "request.many"


def test_drafts_places_and_texts_put_back_are_counted_together(browser, limit):
    limit(writes_learner="3/minute")
    headers = {"X-CSRF-Token": browser.token}
    draft = {"source": "a", "revision": 0}
    assert browser.http.put("/api/exercises/add/draft", json=draft, headers=headers).status_code == 200
    place = {"lesson": "01-first", "anchor": "one"}
    assert browser.http.put("/api/place", json=place, headers=headers).status_code == 204
    assert browser.post("/exercises/add/draft", {"put": "starter", "source": "b"}).status_code == 303
    assert refusal(browser.http.put("/api/place", json=place, headers=headers)) == "request.many"
    assert refusal(browser.http.delete("/api/exercises/add/draft", headers=headers)) == "request.many"
    assert browser.post("/exercises/add/draft", {"put": "kept", "source": "c"}).status_code == 429


def test_keys_cannot_be_tried_out(browser, limit):
    limit(keys_learner="3/minute")
    statuses = [browser.post("/key", {"key": f"{number:043}"}).status_code for number in range(5)]
    assert statuses == [422, 422, 422, 429, 429]


def test_new_browsers_do_not_evade_what_their_address_may_do(new_browser, limit):
    limit(keys_learner="3/minute", keys_address="5/minute")
    statuses = [new_browser().post("/key", {"key": f"{number:043}"}).status_code for number in range(7)]
    assert statuses == [422] * 5 + [429] * 2


def test_a_flood_without_cookies_makes_no_more_learners_than_an_address_may(new_browser, limit):
    limit(learners_address="3/minute")
    browsers = [new_browser() for _ in range(5)]
    statuses = [posted(browser).status_code for browser in browsers]
    assert statuses == [201] * 3 + [429] * 2
    assert posted(browsers[0]).status_code == 201  # who is known already goes on
    assert refusal(posted(browsers[3])) == "request.crowd"


def test_one_learner_may_watch_so_many_submissions_at_once(browser, limit, worker, full_verdict):
    rates = limit(streams_learner="1")
    id_ = browser.send()
    worker.grade(full_verdict)
    path = f"/api/submissions/{id_}/events"
    assert [browser.get(path).status_code for _ in range(3)] == [200] * 3  # each has ended before the next
    assert not rates._open
    key = browser.http.cookies["learner"]
    with rates.held("streams", learner=key, address=""):
        assert refusal(browser.get(path)) == "request.many"
        assert browser.get(f"/api/submissions/{id_}").json()["state"] == "done"  # where the page looks instead


def test_whatever_is_asked_for_is_counted_by_address(browser, limit):
    limit(requests_address="4/minute")
    paths = ["/", "/nowhere", "/api/exercises", "/exercises/add", "/"]
    answers = [browser.get(path) for path in paths]
    assert [answer.status_code for answer in answers] == [200, 404, 200, 200, 429]
    assert "Much is being sent from your network just now" in answers[-1].text
    assert answers[-1].headers["content-security-policy"]
    assert refusal(browser.get("/api/exercises")) == "request.crowd"


def test_what_a_page_is_made_from_and_whether_we_live_is_not_counted(browser, limit, site):
    limit(requests_address="1/minute")
    statuses = [browser.get(path).status_code for path in (site.assets.url("css/base.css"), "/healthz") * 3]
    assert statuses == [200] * 6


@pytest.mark.parametrize(
    "path", ["/static/../exercises/add", "/healthz/../", "/static", "/healthzz", "/static/nowhere", "/static//"]
)
def test_no_other_path_looks_like_one_that_is_not_counted(browser, limit, path):
    limit(requests_address="1/minute")
    browser.get("/")
    assert browser.get(path).status_code == 429


def test_a_write_to_a_file_is_counted(browser, limit, site):
    limit(requests_address="1/minute")
    for path in (site.assets.url("css/base.css"), "/healthz"):
        browser.get("/")
        assert browser.http.post(path).status_code == 429
