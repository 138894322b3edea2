"""Registers of a block, by the compiler's report and the launch."""

from __future__ import annotations

import pytest

from app.devices import Launch
from app.devices.registers import refused
from app.findings import Kind
from app.protocol.compiled import Compiled


def compiled(registers: int) -> Compiled:
    return Compiled("", "k", "k", "sm_90", "", b"", registers, 0, 0, 0)


@pytest.mark.parametrize(
    ("registers", "block"), [(64, (1024,)), (255, (16, 16)), (16, (1,)), (128, (32, 16)), (255, (1025,))]
)
def test_a_block_that_fits_or_is_larger_than_any_can_be_is_left_to_the_device(
    registers: int, block: tuple[int, ...]
) -> None:
    assert refused(compiled(registers), Launch((1,), block)) is None


@pytest.mark.parametrize(
    ("registers", "block", "fits"), [(65, (1024,), 896), (255, (257,), 256), (129, (8, 8, 8), 384)]
)
def test_a_block_that_needs_more_registers_than_there_are_is_refused(
    registers: int, block: tuple[int, ...], fits: int
) -> None:
    finding = refused(compiled(registers), Launch((1,), block))
    assert finding is not None
    assert (finding.kind, finding.message_key) == (Kind.LAUNCH_CONFIG, "launch_config.registers")
    assert finding.args["fits"] == fits
