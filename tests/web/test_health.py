"""What a supervisor or a proxy asks."""

from __future__ import annotations

import dataclasses
import shutil
from datetime import UTC, datetime

import pytest

from app.course.models import Course
from app.errors import StoreError
from app.store.cards import CardRow
from app.store.presence import Presence
from app.store.walls import WallRow


def refuse(*_: object) -> None:
    raise StoreError("/secret/place: the disk is full")


def test_alive_and_ready(browser):
    assert browser.get("/healthz").json() == {"status": "ok"}
    answer = browser.get("/readyz")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert answer.json()["status"] == "ready"
    assert [check["name"] for check in answer.json()["checks"] if check["ok"]] == ["database", "data_folder", "course"]


def test_not_ready_without_a_database(browser, site, monkeypatch):
    monkeypatch.setattr(type(site.vitals), "migrated", refuse)
    monkeypatch.setattr(type(site.vitals), "waiting", refuse)
    answer = browser.get("/readyz")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json()["checks"][0] == {"name": "database", "ok": False, "detail": "The database does not answer."}
    assert answer.json()["waiting"] is None
    assert browser.get("/healthz").status_code == 200


def test_not_ready_on_tables_of_another_revision(browser, site, monkeypatch):
    monkeypatch.setattr(type(site.vitals), "migrated", lambda _: False)
    assert "another revision" in browser.get("/readyz").json()["checks"][0]["detail"]


@pytest.mark.parametrize(
    ("usage", "access", "detail"),
    [
        ((1, 1, 1 << 20), True, "Less than 128 MiB are free for data."),
        ((1, 1, 1 << 40), False, "The data folder cannot be written."),
    ],
)
def test_not_ready_without_room(browser, monkeypatch, usage, access, detail):
    monkeypatch.setattr("app.web.health.shutil.disk_usage", lambda _: shutil._ntuple_diskusage(*usage))
    monkeypatch.setattr("app.web.health.os.access", lambda *_: access)
    answer = browser.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"][1]["detail"] == detail


def test_not_ready_when_the_data_folder_is_away(browser, app, site):
    settings = dataclasses.replace(site.settings, data=site.settings.data / "away")
    app.state.site = dataclasses.replace(site, settings=settings)
    assert browser.get("/readyz").json()["checks"][1]["detail"] == "The data folder is away."


def test_not_ready_without_a_course(browser, app, site):
    app.state.site = dataclasses.replace(site, course=Course({}, {}))
    assert browser.get("/readyz").json()["checks"][2]["detail"] == "No lesson could be loaded."


def test_workers_waiting_and_withdrawn_are_counted(browser, app, site):
    app.state.site = dataclasses.replace(site, course=dataclasses.replace(site.course, withdrawn={"broken": ()}))
    browser.send()
    with Presence(site.settings.data, "worker"), Presence(site.settings.data, "web"):
        told = browser.get("/readyz").json()
    assert (told["workers"], told["waiting"], told["withdrawn"]) == (2, 1, 1)  # one stands for all tests
    assert told["oldest_waiting_s"] >= 0


def test_whoever_asks_learns_no_path_and_no_version(browser, site, monkeypatch):
    monkeypatch.setattr(type(site.vitals), "migrated", refuse)
    told = browser.get("/readyz").text
    assert "secret" not in told
    assert str(site.settings.data) not in told


def test_a_database_that_refuses_is_a_page_that_says_when_to_come_back(browser, site, monkeypatch):
    browser.send()
    monkeypatch.setattr(type(site.learners), "find", refuse)
    answer = browser.get("/lessons/01-first")
    assert answer.status_code == 503
    assert "The database does not answer at the moment." in answer.text
    assert "disk" not in answer.text


def told_of(site, **changes: object) -> None:
    row = CardRow("GPU-1", "NVIDIA H200", "sm_90", 1 << 30, "580.1", True, "", datetime.now(UTC), None, 3, 0.5)
    site.cards.tell("host:1", [dataclasses.replace(row, **changes)])


def test_gpus_are_told_with_what_is_wrong_and_nothing_that_identifies_them(browser, site):
    told_of(site, usable=False, reason="The card failed a test kernel.")
    assert browser.get("/readyz").json()["gpus"] == [
        {"name": "NVIDIA H200", "usable": False, "reason": "The card failed a test kernel.", "busy": 0.5}
    ]
    assert browser.get("/readyz").json()["status"] == "ready"


def test_without_a_database_no_gpu_is_told_of(browser, site, monkeypatch):
    told_of(site)
    monkeypatch.setattr(type(site.cards), "seen", refuse)
    assert browser.get("/readyz").json()["gpus"] == []


STANDS = WallRow("seccomp", "stands", "")


def as_operator(site):
    return {"Authorization": f"Bearer {(site.settings.data / 'operator.key').read_text().strip()}"}


def test_an_operator_sees_the_layers_of_each_worker(browser, site):
    site.walls.tell("host:1", [STANDS, WallRow("landlock", "missing", "this kernel has no Landlock")])
    told = browser.get("/readyz", **as_operator(site)).json()
    site.walls.tell("host:1", [])
    (wall,) = told["walls"]
    assert wall["worker"] == "host:1"
    assert wall["layers"][0] == {"layer": "landlock", "state": "missing", "detail": "this kernel has no Landlock"}
    assert told["sandbox"] == "less"


@pytest.mark.parametrize("key", [None, "", "Bearer ", "Bearer 0000", "Basic b3BlcmF0b3I6"])
def test_a_stranger_hears_of_no_worker(browser, site, key):
    site.walls.tell("host:1", [STANDS])
    answer = browser.get("/readyz", **({} if key is None else {"Authorization": key}))
    site.walls.tell("host:1", [])
    assert (answer.json()["walls"], answer.json()["sandbox"]) == (None, "whole")
    assert "host:1" not in answer.text


def test_the_wall_is_unknown_where_no_worker_was_heard_of(browser, site):
    assert browser.get("/readyz").json()["sandbox"] == "unknown"


def test_the_key_of_operators_is_for_the_owner_of_the_data_folder_alone(site):
    assert (site.settings.data / "operator.key").stat().st_mode & 0o777 == 0o600


def test_a_layer_that_is_left_out_is_less_than_whole(browser, app, site):
    app.state.site = dataclasses.replace(site, settings=dataclasses.replace(site.settings, without="seccomp"))
    assert browser.get("/readyz").json()["sandbox"] == "less"
