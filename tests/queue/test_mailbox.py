"""Datagrams: they reach every mailbox of their kind, and no sender ever waits or fails."""

from __future__ import annotations

import stat

import pytest

from app.queue.mailbox import Mailbox, Post


@pytest.fixture
def post(folder):
    made = Post(folder, "news")
    yield made
    made.close()


def test_a_message_reaches_every_mailbox_of_its_kind_and_no_other(folder, post):
    boxes = [Mailbox(folder, kind) for kind in ("news", "news", "other")]
    post.send("hello")
    assert [box.drain() for box in boxes] == [["hello"], ["hello"], []]
    for box in boxes:
        box.close()


def test_a_closed_mailbox_leaves_no_file(folder):
    Mailbox(folder, "news").close()
    assert list((folder / "run").iterdir()) == []


def test_the_mailbox_of_a_killed_process_is_cleared_away(folder, post):
    dead = Mailbox(folder, "news")
    dead.socket.close()
    post.send("hello")
    assert list((folder / "run").iterdir()) == []


def test_a_full_mailbox_loses_messages_and_holds_up_nobody(folder, post):
    box = Mailbox(folder, "news")
    for _ in range(1000):
        post.send("hello")
    assert 0 < len(box.drain()) < 1000
    box.close()


def test_sending_where_nobody_listens_is_no_failure(folder, post):
    post.send("hello")
    assert not (folder / "run").exists()


def test_others_on_the_machine_cannot_send(folder):
    box = Mailbox(folder, "news")
    assert stat.S_IMODE((folder / "run").stat().st_mode) == 0o700
    box.close()


def test_a_file_system_without_sockets_is_polled(folder, monkeypatch, caplog):
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("app.queue.mailbox.socket.socket.bind", refuse)
    box = Mailbox(folder, "news")
    assert (box.socket, box.drain()) == (None, [])
    assert "polled" in caplog.text
    box.close()
