"""What belongs to one learner, asked for by another and by nobody: as if it were not there."""

from __future__ import annotations

import pytest

from app.web.submissions import owned
from tests.web.security.conftest import MARK, calls, same

QUERY = "?fragment=verdict&before={id}&id={id}&submission={id}&learner=1"


def asked(browser, owner, path: str) -> list:
    return [browser.get(path), browser.get(path + QUERY.format(id=owner.submission), **{"x-fragment": "1"})]


@pytest.fixture(params=["another", pytest.param("nobody", marks=pytest.mark.slow)])
def stranger(request, new_browser, owner):
    made = new_browser()
    if request.param == "another":
        made.send("y = 1\n", slug="invert")
    return made


def test_nobody_reads_what_another_wrote(app, owner, stranger):
    seen = 0
    for call in calls(app):
        if call.method == "GET":
            path = owner.path(call)
            seen += sum(MARK in answer.text for answer in asked(owner.browser, owner, path))
            for answer in asked(stranger, owner, path):
                assert MARK not in answer.text, call
                assert 'data-state="wrong"' not in answer.text, call  # their answer to the question
                assert owner.browser.http.cookies["learner"] not in answer.text
    assert seen >= 6  # their owner does


def test_what_is_not_theirs_is_as_if_it_were_not_there(app, owner, stranger):
    """404, never 403, and not a word that differs: an id says nothing of whether it was ever given."""
    invented = "z" * len(owner.submission)
    tried = 0
    for call in calls(app):
        if "{id}" in call.route and "{slug}" not in call.route:
            there, nowhere = (stranger.get(call.path(id=id_)) for id_ in (owner.submission, invented))
            assert same(stranger, there, owner.submission) == same(stranger, nowhere, invented), call
            assert there.status_code == 404
            tried += 1
    assert tried >= 3


def test_a_submission_of_another_does_not_come_into_the_editor(owner, stranger):
    invented = "z" * len(owner.submission)
    stranger.send("y = 2\n")
    answers = [
        stranger.post("/exercises/add/draft", {"put": "submission", "submission": id_})
        for id_ in (owner.submission, invented)
    ]
    assert same(stranger, answers[0]) == same(stranger, answers[1])
    assert answers[0].status_code == 404
    assert MARK not in stranger.get("/exercises/add").text


def test_a_list_of_attempts_starts_behind_none_of_another(owner, stranger):
    invented = "z" * len(owner.submission)
    pages = [stranger.get(f"/exercises/add?before={id_}") for id_ in (owner.submission, invented)]
    assert same(stranger, pages[0]) == same(stranger, pages[1])


def test_no_write_of_another_reaches_what_is_theirs(owner, stranger):
    headers = {"x-csrf-token": stranger.token}
    before = owner.browser.get("/api/exercises/add/draft").json()
    stranger.http.put("/api/exercises/add/draft", json={"source": "taken", "revision": 3}, headers=headers)
    stranger.http.delete("/api/exercises/add/draft", headers=headers)
    stranger.post("/exercises/add/draft", {"put": "starter"})
    assert owner.browser.get("/api/exercises/add/draft").json() == before


def test_without_the_check_another_would_read_it(app, site, owner, stranger):
    """The defence switched off."""
    app.dependency_overrides[owned] = lambda: site.submissions.get(owner.submission)
    try:
        assert MARK in stranger.get(f"/submissions/{owner.submission}").text
    finally:
        app.dependency_overrides.clear()
