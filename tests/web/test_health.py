"""What a supervisor or a proxy asks."""

from __future__ import annotations

from app.errors import StoreError


def refuse(*_: object) -> None:
    raise StoreError("the disk is full")


def test_alive_and_ready(browser):
    assert browser.get("/healthz").json() == {"status": "ok"}
    assert browser.get("/readyz").json() == {"status": "ok"}


def test_not_ready_without_a_database(browser, site, monkeypatch):
    monkeypatch.setattr(type(site.learners), "find", refuse)
    answer = browser.get("/readyz")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert browser.get("/healthz").status_code == 200


def test_a_database_that_refuses_is_a_page_that_says_when_to_come_back(browser, site, monkeypatch):
    monkeypatch.setattr(type(site.learners), "find", refuse)
    answer = browser.get("/lessons/01-first")
    assert answer.status_code == 503
    assert "The database does not answer at the moment." in answer.text
    assert "disk" not in answer.text
