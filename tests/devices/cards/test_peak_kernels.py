"""The kernels that measure a card are what their rate is calculated from."""

import pytest

from app.devices.cards import peak_kernels
from app.toolchain import compile_kernel


@pytest.mark.parametrize(("precision", "fused"), [("float32", "fma.rn.f32"), ("float64", "fma.rn.f64")])
def test_a_round_is_as_many_fused_operations_as_are_counted(precision, fused):
    given = {argument.name: argument.value for argument in peak_kernels.arguments(precision)}
    made = compile_kernel(peak_kernels.source(), peak_kernels.ENTRY, given)
    assert 2 * made.ptx.count(fused) == peak_kernels.FLOPS
    assert made.spill_bytes == 0
