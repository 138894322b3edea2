"""Graders with a GPU and without. GRIDSTRIDE_TEST_GPU is `auto`, `require` or `none`, as in tests/devices."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.walled import opened_fleet, opened_grader
from app.config import Settings
from app.devices.cards import seeing
from app.devices.cards.device import GpuDevice
from app.devices.cards.fleet import Fleet
from app.devices.cards.trials import OurTrials
from app.devices.compiler import Compiler
from app.worker.pipeline import Grader

WANTED = os.environ.get("GRIDSTRIDE_TEST_GPU", "auto")


def cards() -> int:
    """How many GPUs this machine shows, without a driver's help."""
    return 0 if WANTED == "none" else seeing.count(os.environ)


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(data=tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def fleet(settings: Settings) -> Iterator[Fleet]:
    """All cards, each of which works. Skips where there is none and none is required."""
    if not cards() and WANTED != "require":
        pytest.skip("there is no GPU here")
    with opened_fleet(settings) as made:
        if made is None or not made.usable:
            pytest.fail(f"a GPU is required: {made.trouble if made else 'none is seen'}")
        yield made


@pytest.fixture(scope="session")
def graders(settings: Settings, fleet: Fleet) -> Iterator[tuple[Grader, Grader]]:
    """One that has the interpreter alone, and one that has the cards too."""
    with opened_grader(settings) as alone, opened_grader(settings, fleet) as both:
        yield alone, both


@pytest.fixture(scope="session")
def compiler(fleet: Fleet) -> Iterator[Compiler]:
    with Compiler.start(fleet.arch) as made:
        yield made


@pytest.fixture(scope="session")
def gpu(fleet: Fleet, compiler: Compiler) -> Iterator[GpuDevice]:
    """The device that a worker has, without the interpreter that would stop a faulty kernel before."""
    fleet.equip(OurTrials.compiled(compiler))
    with GpuDevice(fleet) as made:
        yield made


@pytest.fixture(scope="session")
def course_folder() -> Path:
    return Path(__file__).parents[2]
