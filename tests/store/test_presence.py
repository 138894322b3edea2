"""Who works on a data folder, as seen from another process."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from app.errors import StoreError
from app.store.presence import Presence, present

HERE = """
import sys, pathlib
from app.store.presence import Presence
with Presence(pathlib.Path(sys.argv[1]), "worker"):
    print("here", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path):
    command = [sys.executable, "-c", HERE, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "here\n"
        yield process
        process.kill()


def test_a_process_is_seen_until_it_ends(other, tmp_path):
    assert present(tmp_path) == ["worker"]
    other.communicate("")
    assert present(tmp_path) == []


def test_one_that_was_killed_is_gone_and_leaves_nothing(other, tmp_path):
    other.kill()
    other.wait()
    assert present(tmp_path) == []
    assert list((tmp_path / "run").iterdir()) == []


def test_each_process_counts_with_its_role(other, tmp_path):
    with Presence(tmp_path, "web"), Presence(tmp_path, "worker"):
        assert present(tmp_path) == ["web", "worker", "worker"]


def test_a_folder_that_nobody_ever_used_has_nobody(tmp_path):
    assert present(tmp_path / "none") == []


def test_a_folder_that_cannot_be_is_a_sentence(tmp_path):
    (tmp_path / "data").touch()
    with pytest.raises(StoreError, match="data cannot be used: Not a directory"), Presence(tmp_path / "data", "web"):
        pass


def test_what_the_dead_left_on_a_disk_that_has_become_read_only_is_no_trouble(tmp_path, monkeypatch):
    (tmp_path / "run").mkdir()
    (tmp_path / "run/worker-1-00.here").touch()
    opened = os.open

    def refuse(path, flags, *more):
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, "Read-only file system")
        return opened(path, flags, *more)

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(Path, "unlink", lambda path: refuse(path, os.O_RDWR))
    assert present(tmp_path) == []


def test_one_that_cannot_be_looked_at_is_taken_for_alive(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run/serve-1-00.here").symlink_to("serve-1-00.here")  # as good as a file of another user
    assert present(tmp_path) == ["serve"]
