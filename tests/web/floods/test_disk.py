"""A disk that fills up: nothing is half kept, and everybody is told."""

from __future__ import annotations

import dataclasses

import pytest
from sqlalchemy import event

from app.web.room import Room


@pytest.fixture
def nearly_full(app, browser):
    """For a learner who has sent something before."""
    browser.send("the first text")
    site = app.state.site
    app.state.site = dataclasses.replace(site, room=Room(site.settings.data, least=1 << 62))


def test_a_kernel_that_has_no_room_comes_back(browser, nearly_full):
    answer = browser.post("/exercises/add/submissions", {"source": "what I typed", "mode": "run"})
    assert answer.status_code == 507
    assert "what I typed</textarea>" in answer.text
    assert "has no room at the moment" in answer.text


def test_a_program_and_a_draft_are_told(browser, nearly_full):
    headers = {"X-CSRF-Token": browser.token}
    sent = browser.http.post("/api/exercises/add/submissions", json={"source": "x", "mode": "run"}, headers=headers)
    draft = browser.http.put("/api/exercises/add/draft", json={"source": "x", "revision": 1}, headers=headers)
    assert [answer.json()["error"]["key"] for answer in (sent, draft)] == ["request.full"] * 2


def test_an_answer_is_told_where_it_was_given(browser, nearly_full):
    answer = browser.post("/lessons/01-first/questions/pick/answers", {"answer": "bb"})
    assert answer.status_code == 507
    assert "has no room at the moment" in answer.text


def test_what_is_there_is_still_read(browser, nearly_full):
    assert [browser.get(path).status_code for path in ("/", "/exercises/add", "/lessons/01-first")] == [200] * 3
    assert browser.get("/api/exercises/add/draft").json()["source"] == "the first text"


def test_a_folder_that_is_away_is_the_databases_to_tell(tmp_path):
    Room(tmp_path / "nowhere", least=1 << 62).check()


def test_a_disk_that_is_full_after_all_is_a_sentence_too(browser, site):
    browser.send("the first text")
    full = "PRAGMA max_page_count = 1"
    engine = site.submissions._db._engine

    def fill(conn):
        conn.exec_driver_sql(full)

    event.listen(engine, "begin", fill)
    try:
        answers = [
            browser.post("/exercises/add/submissions", {"source": "x" * 60_000, "mode": "run"}) for _ in range(3)
        ]
    finally:
        event.remove(engine, "begin", fill)
        engine.dispose()  # its connections remember
    assert answers[-1].status_code == 503
    assert "The database does not answer at the moment" in answers[-1].text
    assert browser.get("/api/exercises/add/draft").json()["source"] == "the first text"
