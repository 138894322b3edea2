"""The server's secret: made once, private, and never guessed at."""

from __future__ import annotations

import threading

import pytest

from app.errors import ConfigError
from app.web.secret import secret


def test_is_made_once_for_its_owner_alone(tmp_path):
    made = secret(tmp_path)
    assert secret(tmp_path) == made
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_processes_that_start_at_once_get_the_same(tmp_path):
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(secret(tmp_path)), daemon=True) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 8


def test_a_file_that_is_no_secret_is_told(tmp_path):
    (tmp_path / "secret").write_bytes(b"short")
    with pytest.raises(ConfigError, match="should hold 32 bytes"):
        secret(tmp_path)
