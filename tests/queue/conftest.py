"""An engine in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.queue import LocalBus, LocalQueue


@pytest.fixture(params=["short", "long"])
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A folder whose sockets fit into an address, and one deep enough that they do not."""
    made = tmp_path if request.param == "short" else tmp_path / ("deep" * 30)
    made.mkdir(exist_ok=True)
    return made


@pytest.fixture
def bus(folder: Path) -> Iterator[LocalBus]:
    made = LocalBus(folder, poll_s=30)
    yield made
    made.close()


@pytest.fixture
def queue(folder: Path) -> Iterator[LocalQueue]:
    made = LocalQueue(folder, poll_s=30)
    yield made
    made.close()
