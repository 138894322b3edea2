"""Who may pass where the interpreter lives."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.sandbox import ids


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder below one that others may not enter."""
    home = tmp_path / "home"
    (home / "lib").mkdir(parents=True)
    home.chmod(0o700)
    return home


def test_a_folder_below_a_closed_one_is_closed(home: Path) -> None:
    assert ids.closed_to_others([home / "lib"]) == home


def test_what_everybody_may_read_is_open() -> None:
    assert ids.closed_to_others([Path("/usr/lib"), Path("/usr/bin")]) is None
