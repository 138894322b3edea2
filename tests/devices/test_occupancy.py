"""Occupancy by hand, in the steps of CUDA's own calculator."""

from __future__ import annotations

import pytest

from app.config import ARCHS
from app.devices.occupancy import MULTIPROCESSORS, Limit, best_block, block_registers, residency
from app.errors import ConfigError


@pytest.mark.parametrize(
    ("arch", "threads", "registers", "shared", "blocks", "limited_by"),
    [
        ("sm_90", 256, 32, 0, 8, ("registers", "warps")),  # 16 warps a part × 4 = 64 warps; 64 / 8 = 8
        ("sm_90", 256, 33, 0, 6, ("registers",)),  # 40 registers: 16,384 / 1,280 = 12 warps a part, 48 / 8 = 6
        ("sm_90", 32, 16, 0, 32, ("blocks",)),
        ("sm_90", 96, 16, 0, 21, ("warps",)),  # 64 / 3
        ("sm_90", 128, 16, 48 << 10, 4, ("shared_memory",)),  # 49 KiB with the block's own: 228 / 49
        ("sm_90", 1024, 64, 0, 1, ("registers",)),
        ("sm_86", 1024, 32, 0, 1, ("warps",)),  # 48 / 32
        ("sm_86", 64, 16, 0, 16, ("blocks",)),
        ("sm_89", 64, 16, 0, 24, ("warps", "blocks")),
        ("sm_75", 128, 16, 32 << 10, 2, ("shared_memory",)),  # nothing is reserved there: 64 / 32
        ("sm_80", 256, 255, 0, 1, ("registers",)),  # 2 warps a part
    ],
)
def test_a_launch_is_limited_as_by_hand(
    arch: str, threads: int, registers: int, shared: int, blocks: int, limited_by: tuple[Limit, ...]
) -> None:
    found = residency(arch, threads, registers, shared)
    assert (found.blocks, found.limited_by) == (blocks, limited_by)
    assert found.warps == blocks * -(-threads // 32)


def test_every_architecture_that_can_be_set_is_known() -> None:
    assert tuple(MULTIPROCESSORS) == ARCHS
    with pytest.raises(ConfigError, match="sm_35"):
        residency("sm_35", 32, 16, 0)


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("registers", [1, 32, 65, 129, 255])
def test_a_block_whose_registers_are_refused_does_not_fit_either(arch: str, registers: int) -> None:
    for threads in range(32, 1025, 32):
        assert (block_registers(registers, threads) <= 65_536) == bool(residency(arch, threads, registers, 0).blocks)


@pytest.mark.parametrize(("arch", "block"), [("sm_86", 768), ("sm_75", 1024), ("sm_120", 768)])
def test_the_best_block_fills_the_multiprocessor(arch: str, block: int) -> None:
    assert best_block(arch, 32, 0) == block
