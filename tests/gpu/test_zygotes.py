"""Where there is a driver, the processes that fork children for strangers have nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.devices import compiler, simt
from app.devices.cards.fleet import Fleet
from app.sandbox import Sandbox


@pytest.fixture(params=[compiler.CHILD, simt.CHILD])
def zygote(request: pytest.FixtureRequest, fleet: Fleet) -> Iterator[Path]:
    with Sandbox(request.param, limits=compiler.LIMITS) as sandbox:
        yield Path(f"/proc/{sandbox.zygote_pid}")


def test_a_zygote_holds_no_device_of_the_driver(zygote: Path) -> None:
    held = {str(end.readlink()) for end in (zygote / "fd").iterdir()}
    assert not {path for path in held if "nvidia" in path}


def test_a_zygote_has_one_thread(zygote: Path) -> None:
    assert len(list((zygote / "task").iterdir())) == 1
