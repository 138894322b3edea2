"""Drafts: kept on the server, never overwritten silently, put back by forms."""

from __future__ import annotations

import dataclasses
import html
import json
import re

import pytest

API = "/api/exercises/add/draft"


def area(page):
    """What stands in the editor, as a browser reads it."""
    return html.unescape(re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.DOTALL)[1])


def kept(page):
    """The text that is kept beside it, or None."""
    found = re.search(r"<pre[^>]*data-kept-source>\n?(.*?)</pre>", page, re.DOTALL)
    return found and html.unescape(found[1])


@pytest.fixture
def save(browser):
    def save(source, revision=0, **more):
        body = json.dumps({"source": source, "revision": revision, **more})
        headers = {"x-csrf-token": browser.token, "content-type": "application/json"}
        return browser.http.put(API, content=body, headers=headers)

    return save


def editor(browser):
    return area(browser.get("/exercises/add").text)


def put(browser, what, **fields):
    return browser.post("/exercises/add/draft", {"put": what, **fields})


def test_a_draft_is_there_in_the_next_page(browser, save):
    saved = save("\n\n</textarea> 'ö'\n")
    assert saved.status_code == 200
    page = browser.get("/exercises/add").text
    assert area(page) == "\n\n</textarea> 'ö'\n"
    assert f'name="revision" value="{saved.json()["revision"]}"' in page
    assert browser.get(API).json() == saved.json()


def test_the_first_draft_makes_the_learner(new_browser, site):
    browser = new_browser()
    token = browser.token
    answer = browser.http.put(API, json={"source": "a", "revision": 0}, headers={"x-csrf-token": token})
    assert answer.status_code == 200
    assert site.learners.find(browser.http.cookies["learner"]) is not None


def test_reading_makes_no_learner_and_no_draft(new_browser, site):
    browser = new_browser()
    assert browser.get(API).status_code == 404
    browser.get("/exercises/add")
    assert "learner" not in browser.http.cookies


def test_an_old_revision_is_told_what_is_kept(browser, save):
    first = save("a").json()
    second = save("b", first["revision"]).json()
    refused = save("c", first["revision"])
    assert refused.status_code == 409
    assert refused.json() == second
    assert editor(browser) == "b"


def test_the_text_that_was_not_chosen_is_shown(browser, save):
    first = save("theirs").json()
    save("mine", first["revision"], instead="theirs")
    page = browser.get("/exercises/add").text
    assert (area(page), kept(page)) == ("mine", "theirs")


@pytest.mark.parametrize(
    ("source", "status"), [("#" + "x" * 65_536, 413), ("a\0b", 422), ("\ud800", 422), (None, 422), (7, 422)]
)
def test_what_could_not_be_sent_is_not_kept(browser, save, source, status):
    assert save("a").status_code == 200
    assert save(source).status_code == status
    assert editor(browser) == "a"


def test_a_draft_needs_the_token(browser):
    assert browser.http.put(API, json={"source": "a", "revision": 0}).status_code == 403
    assert browser.http.delete(API).status_code == 403


def test_a_draft_that_is_removed_is_gone(browser, save):
    save("a")
    assert browser.http.delete(API, headers={"x-csrf-token": browser.token}).status_code == 204
    assert browser.get(API).status_code == 404
    assert editor(browser).startswith("from numba")


def test_drafts_belong_to_one_learner(save, new_browser):
    save("mine")
    other = new_browser()
    assert other.get(API).status_code == 404
    assert editor(other).startswith("from numba")


def test_what_is_sent_becomes_the_draft(browser, save):
    first = save("typed").json()
    headers = {"x-csrf-token": browser.token}
    body = {"source": "typed on", "mode": "run", "revision": first["revision"]}
    sent = browser.http.post("/api/exercises/add/submissions", json=body, headers=headers).json()
    page = browser.get("/exercises/add").text
    assert (area(page), kept(page)) == ("typed on", None)
    assert browser.get(API).json()["revision"] == sent["revision"]


def test_sending_keeps_a_draft_that_came_from_elsewhere(browser, save):
    save("typed in another browser")
    browser.send("sent from here")
    page = browser.get("/exercises/add").text
    assert (area(page), kept(page)) == ("sent from here", "typed in another browser")


def test_a_form_sends_the_revision_that_it_was_made_from(browser, save):
    first = save("typed").json()
    fields = {"source": "typed on", "mode": "run", "revision": first["revision"]}
    assert browser.post("/exercises/add/submissions", fields).status_code == 303
    assert kept(browser.get("/exercises/add").text) is None


@pytest.mark.parametrize("revision", ["", "x", "-1", "9" * 40])
def test_a_form_with_a_mangled_revision_loses_nothing(browser, save, revision):
    save("typed")
    fields = {"source": "sent", "mode": "run", "revision": revision}
    assert browser.post("/exercises/add/submissions", fields).status_code == 303
    assert kept(browser.get("/exercises/add").text) == "typed"


def test_the_starter_comes_back_and_what_stood_there_is_kept(browser, site):
    answer = put(browser, "starter", source="typed\r\nhere")
    assert answer.headers["location"] == "/exercises/add#e-add"
    page = browser.get("/exercises/add").text
    assert (area(page), kept(page)) == (site.course.exercises["add"].starter, "typed\nhere")
    put(browser, "kept", source=area(page))
    assert editor(browser) == "typed\nhere"


def test_what_was_sent_last_comes_back(browser):
    browser.send("first")
    browser.send("second")
    put(browser, "sent", source="typed since")
    page = browser.get("/exercises/add").text
    assert (area(page), kept(page)) == ("second", "typed since")


def test_an_older_version_comes_back_from_its_page(browser, save):
    id_ = browser.send("first version")
    browser.send("second version")
    save("typed since", browser.get(API).json()["revision"])
    assert 'name="put" value="submission"' in browser.get(f"/submissions/{id_}").text
    put(browser, "submission", submission=id_)
    page = browser.get("/exercises/add").text
    assert (area(page), kept(page)) == ("first version", "typed since")
    put(browser, "kept", source="first version")
    page = browser.get("/exercises/add").text
    assert (area(page), kept(page)) == ("typed since", "first version")


def test_another_learners_version_does_not_come(browser, new_browser):
    other = new_browser()
    id_ = other.send("secret")
    assert put(browser, "submission", submission=id_).status_code == 404
    assert "secret" not in browser.get("/exercises/add").text


@pytest.mark.parametrize(("what", "status"), [("sent", 404), ("kept", 422), ("", 422), ("nonsense", 422)])
def test_what_is_not_there_cannot_be_put_back(browser, what, status):
    assert put(browser, what, source="typed").status_code == status
    assert editor(browser).startswith("from numba")


def test_the_kept_text_is_a_fragment_of_its_own(browser, save):
    save("mine", instead="theirs")
    fragment = browser.get("/exercises/add/draft", **{"x-fragment": "1"})
    assert kept(fragment.text) == "theirs"
    assert browser.get("/exercises/add/draft").headers["location"] == "/exercises/add"


def test_a_kept_starter_is_not_worth_showing(browser, save, site):
    save("mine", instead=site.course.exercises["add"].starter)
    assert kept(browser.get("/exercises/add").text) is None


def test_a_draft_outlives_a_change_of_its_exercise_which_is_said(browser, save, site):
    save("typed")
    assert "The exercise has changed" not in browser.get("/exercises/add").text
    site.course.exercises["add"] = dataclasses.replace(site.course.exercises["add"], version="x2")
    page = browser.get("/exercises/add").text
    assert "The exercise has changed" in page
    assert area(page) == "typed"


def test_a_refused_text_stays_in_the_form_and_is_marked_as_kept_nowhere(browser, save):
    save("typed")
    refused = browser.post("/exercises/add/submissions", {"source": "a\0b", "mode": "run"})
    assert refused.status_code == 422
    assert area(refused.text) == "a\0b"
    assert "data-unsaved" in refused.text
    assert "data-unsaved" not in browser.get("/exercises/add").text


def test_a_form_from_before_anothers_text_puts_nothing_back_and_keeps_both(browser, save):
    first = save("shown").json()["revision"]
    save("theirs", first)
    form = {"put": "starter", "source": "mine", "revision": str(first)}
    answer = browser.post("/exercises/add/draft", form)
    assert (answer.status_code, area(answer.text)) == (409, "mine")
    assert "Another text was saved" in answer.text
    assert "theirs</pre>" in answer.text
    again = {**form, "revision": re.search(r'name="revision" value="(\d+)"', answer.text)[1]}
    assert browser.post("/exercises/add/draft", again).status_code == 303


@pytest.mark.parametrize(
    ("source", "token", "status"), [("a\0b", None, 422), ("#" * 70_000, None, 413), ("a", "x", 403)]
)
def test_a_text_that_cannot_be_put_aside_stays_in_the_form(browser, save, source, token, status):
    save("typed")
    answer = browser.post("/exercises/add/draft", {"put": "starter", "source": source}, token=token)
    assert (answer.status_code, area(answer.text)) == (status, source)
    assert "data-unsaved" in answer.text
    assert area(browser.get("/exercises/add").text) == "typed"


def test_a_refused_button_of_a_submissions_page_empties_no_editor(browser, save):
    save("typed")
    answer = browser.post("/exercises/add/draft", {"put": "submission", "submission": "x"}, token="x")
    assert (answer.status_code, area(answer.text)) == (403, "typed")


def test_a_refused_text_is_not_taken_for_one_that_was_made_from_anothers(browser, save):
    first = save("shown").json()["revision"]
    save("theirs", first)
    sent = {"source": "a\0b", "mode": "run", "revision": str(first)}
    page = browser.post("/exercises/add/submissions", sent).text
    revision = re.search(r'name="revision" value="(\d+)"', page)[1]
    browser.post("/exercises/add/submissions", {"source": "ab", "mode": "run", "revision": revision})
    page = browser.get("/exercises/add").text
    assert (area(page), kept(page)) == ("ab", "theirs")
