"""Blocks that fit: what a compiled kernel needs, against what a multiprocessor has."""

import numpy as np
import pytest

from app.devices.occupancy import best_block
from app.devices.program.resources import fitted, refused
from app.program.requests import Launch
from app.protocol.compiled import Compiled
from app.protocol.frames import Frame


def compiled(registers: int, shared: int = 0) -> Compiled:
    return Compiled("", "k", "k", "sm_90", "", b"", registers, shared, 0, 0)


def launch(block: int, shared: int = 0, tasks: int = 0) -> Launch:
    return Launch("", "k", (1,), (block,), shared, 0, (np.float64(0),), tasks)


@pytest.mark.parametrize(
    ("registers", "shared", "block"), [(16, 0, 1024), (32, 0, 1024), (40, 0, 768), (64, 0, 1024), (128, 0, 512)]
)
def test_the_block_of_forall_is_the_largest_that_holds_the_most_warps(registers: int, shared: int, block: int) -> None:
    assert best_block("sm_90", registers, shared) == block


@pytest.mark.parametrize("registers", range(1, 256))
def test_the_block_of_forall_has_registers_enough(registers: int) -> None:
    block = best_block("sm_90", registers, 0)
    assert refused(launch(block), compiled(registers)) is None


def test_a_block_that_was_left_open_is_chosen() -> None:
    asked = Frame("launch", {"grid": [1], "block": [1024], "tasks": 1000})
    request, frame = fitted(launch(1024, tasks=1000), asked, compiled(128))
    assert (request.grid, request.block) == ((2,), (512,))
    assert (frame.data["grid"], frame.data["block"]) == ([2], [512])


@pytest.mark.parametrize(
    ("request_", "needs", "key"),
    [
        (launch(1024), compiled(65), "launch_config.registers"),
        (launch(32, shared=40_000), compiled(16, shared=9_152 + 1), "launch_config.shared_total"),
    ],
)
def test_a_block_that_does_not_fit_is_refused(request_: Launch, needs: Compiled, key: str) -> None:
    answer = refused(request_, needs)
    assert answer is not None
    assert (answer.kind, answer.data["key"]) == ("refused", key)


def test_all_that_numba_gives_may_be_used() -> None:
    assert refused(launch(1024, shared=40_000), compiled(64, shared=9_152)) is None
