"""Submissions by form and by script, what is refused, and who may look."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import quote

import pytest

from app.domain.verdict import VerdictKind

FORM = {"content-type": "application/x-www-form-urlencoded"}
LARGE = "#" + "x" * 65_536


def area(page: str) -> str:
    """What stands in the editor, as a browser reads it."""
    found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def test_a_form_leads_to_the_submissions_page(browser):
    answer = browser.post("/exercises/add/submissions", {"source": "a = 1\r\nb = 2\r\n", "mode": "submit"})
    assert answer.status_code == 303
    page = browser.get(answer.headers["location"])
    assert page.status_code == 200
    line = re.search(r'<li id="line-2">(.*?)</li>', page.text)
    assert line is not None
    assert re.sub("<[^>]*>", "", line[1]) == "b = 2"


def test_the_page_loads_itself_again_until_the_verdict_is_there(browser, worker, full_verdict):
    url = browser.post("/exercises/add/submissions", {"source": "a", "mode": "run"}).headers["location"]
    waiting = browser.get(url).text
    assert '<noscript><meta http-equiv="refresh"' in waiting
    assert "Queued, yours is next" in waiting
    worker.grade(full_verdict)
    graded = browser.get(url).text
    assert 'http-equiv="refresh"' not in graded
    assert 'data-kind="fault"' in graded


def test_the_editor_holds_what_was_sent_last(browser):
    source = "\n\n<b>&amp;</b> </textarea> = 'ö'\n"
    browser.post("/exercises/add/submissions", {"source": source.replace("\n", "\r\n"), "mode": "run"})
    assert area(browser.get("/exercises/add").text) == source
    assert area(browser.get("/lessons/01-first").text) == source


def test_without_a_submission_the_editor_holds_the_starter(browser, site):
    page = browser.get("/exercises/add").text
    assert area(page) == site.course.exercises["add"].starter
    assert "<template data-starter-source>from numba import cuda" in page


def test_a_script_is_told_where_to_look(browser):
    answer = browser.http.post(
        "/api/exercises/add/submissions",
        json={"source": "a", "mode": "run"},
        headers={"x-csrf-token": browser.token},
    )
    assert answer.status_code == 201
    body = answer.json()
    assert body["url"] == f"/submissions/{body['id']}"
    assert answer.headers["location"] == f"/api/submissions/{body['id']}"
    assert browser.get(body["url"]).status_code == 200


def test_the_api_shows_a_submission_before_and_after(browser, worker, full_verdict):
    id_ = browser.send()
    before = browser.get(f"/api/submissions/{id_}").json()
    assert (before["state"], before["position"], before["verdict"]) == ("queued", 1, None)
    worker.grade(full_verdict)
    after = browser.get(f"/api/submissions/{id_}").json()
    assert (after["state"], after["position"]) == ("done", None)
    assert after["verdict"]["kind"] == "fault"
    assert after["verdict"]["findings"][0]["line"] == 2


def test_the_verdict_fragment_is_what_the_page_shows(browser, worker, full_verdict):
    id_ = browser.send()
    pending = browser.get(f"/submissions/{id_}?fragment=verdict").text
    assert 'data-kind="pending"' in pending
    worker.grade(full_verdict)
    fragment = browser.get(f"/submissions/{id_}?fragment=verdict").text.strip()
    assert fragment.startswith('<div class="verdict"')
    assert fragment in browser.get("/exercises/add").text


def test_passing_is_shown_on_every_page(browser, worker, full_verdict):
    browser.send(mode="submit")
    worker.grade(full_verdict.model_copy(update={"kind": VerdictKind.PASSED, "findings": ()}))
    assert browser.get("/api/exercises").json()[0]["passed"] is True
    assert "1 of 1 exercises passed" in browser.get("/").text
    assert browser.get("/exercises/add").text.count("Passed") >= 2


def test_only_its_sender_may_see_a_submission(app, browser):
    id_ = browser.send()
    other = type(browser)(app)
    other.send(slug="invert")
    paths = [f"/submissions/{id_}", f"/api/submissions/{id_}", f"/api/submissions/{id_}/events"]
    assert [other.get(path).status_code for path in paths] == [404, 404, 404]


def test_a_newer_submission_replaces_the_waiting_one(browser):
    first, second = browser.send("a"), browser.send("b")
    assert browser.get(f"/api/submissions/{first}").json()["verdict"]["kind"] == "superseded"
    assert browser.get(f"/api/submissions/{second}").json()["state"] == "queued"


def test_a_form_that_is_refused_shows_its_source_again(browser):
    page = browser.post("/exercises/add/submissions", {"source": LARGE, "mode": "run"})
    assert page.status_code == 413
    assert "The source has 65,537 bytes; at most 65,536 are accepted." in page.text
    assert area(page.text) == LARGE


def test_a_form_that_is_not_utf8_is_refused_with_its_line(browser):
    body = f"mode=run&csrf={browser.token}&source=a%0D%0Ab%FF%0D%0A"
    page = browser.http.post("/exercises/add/submissions", content=body, headers=FORM)
    assert page.status_code == 422
    assert "not UTF-8 text: the byte 0xff" in page.text
    assert area(page.text) == "a\nb\ufffd\n"


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"source": "a\0b", "mode": "run"}, 422, "The source holds a NUL character"),
        ({"source": "a", "mode": "fly"}, 422, "A submission's mode is"),
        ({"source": "a"}, 422, "A submission's mode is"),
    ],
)
def test_a_form_that_cannot_be_accepted_keeps_nothing(browser, fields, status, sentence):
    page = browser.post("/exercises/add/submissions", fields)
    assert page.status_code == status
    assert sentence in html.unescape(page.text)
    assert "You have not sent anything yet." in page.text


def test_a_page_that_is_out_of_date_loses_nothing(browser):
    page = browser.post("/exercises/add/submissions", {"source": "mine", "mode": "run"}, token="0" * 64)
    assert page.status_code == 403
    assert area(page.text) == "mine"
    assert "This page is out of date" in page.text


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        (json.dumps({"source": LARGE, "mode": "run"}).encode(), 413, "source.too_large"),
        (b'{"source": "a\\u0000", "mode": "run"}', 422, "source.nul"),
        (b'{"source": "a\\ud800", "mode": "run"}', 422, "source.not_utf8"),
        (b'{"source": "\xff", "mode": "run"}', 422, "request.not_utf8"),
        (b'{"source": "a", "mode": "run"', 422, "request.not_json"),
        (b"[" * 100_000, 422, "request.not_json"),
        (b"", 422, "request.field"),
        (b'{"source": 1, "mode": "run"}', 422, "request.field"),
        (b'{"source": "a", "mode": "fly"}', 422, "request.field"),
        (b'{"source": "a"}', 422, "request.field"),
        (b'{"source": "' + b"x" * (1 << 20) + b'", "mode": "run"}', 413, "request.too_large"),
    ],
)
def test_a_script_is_told_what_is_wrong(browser, body, status, key):
    headers = {"content-type": "application/json", "x-csrf-token": browser.token}
    answer = browser.http.post("/api/exercises/add/submissions", content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]["key"] == key
    assert answer.json()["error"]["message"].endswith(".")
    assert browser.get("/api/exercises/add").json()["passed"] is False


def test_a_body_that_is_too_large_is_a_page(browser):
    body = f"mode=run&csrf={browser.token}&source=" + "x" * (1 << 20)
    page = browser.http.post("/exercises/add/submissions", content=body, headers=FORM)
    assert page.status_code == 413
    assert "a request may hold 1 MiB" in page.text


def test_a_body_is_counted_as_it_comes_in(browser):
    def parts():
        yield b"source="
        for _ in range(20):
            yield b"x" * 100_000

    page = browser.http.post("/exercises/add/submissions", content=parts(), headers=FORM)
    assert page.status_code == 413


def test_another_kind_of_form_is_refused(browser):
    page = browser.http.post("/exercises/add/submissions", files={"source": b"a"})
    assert page.status_code == 415
    assert "application/x-www-form-urlencoded" in page.text


@pytest.mark.parametrize("path", ["/exercises/no/submissions", "/api/exercises/no/submissions"])
def test_an_unknown_exercise_is_not_found(browser, path):
    headers = {"x-csrf-token": browser.token}
    answer = browser.http.post(path, json={"source": "a", "mode": "run"}, headers=headers)
    form = browser.post(path, {"source": "a", "mode": "run"})
    assert 404 in (answer.status_code, form.status_code)


def test_a_reload_of_a_refused_form_leads_back(browser):
    answer = browser.get("/exercises/add/submissions")
    assert (answer.status_code, answer.headers["location"]) == (303, "/exercises/add")


@pytest.mark.parametrize("id_", ["0", "x" * 5000, quote("' OR 1=1 --"), "%F0%9F%90%8D"])
def test_a_strange_id_is_not_found(browser, id_):
    browser.send()
    assert browser.get(f"/api/submissions/{id_}").status_code == 404
