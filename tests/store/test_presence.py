"""Who works on a data folder, as seen from another process."""

from __future__ import annotations

import subprocess
import sys

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
