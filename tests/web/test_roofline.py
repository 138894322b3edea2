"""The roofline: a kernel's point lies inside the picture, under the roof that limits it."""

from __future__ import annotations

import pytest

from app.web.roofline import Axis, roofline

PEAKS = (4100.0, 60_000.0)  # GB/s, GFLOP/s


def inside(drawn) -> bool:
    x, y = drawn.point
    return drawn.left < x < drawn.right and drawn.top < y < drawn.bottom


def test_each_decade_is_as_wide_as_the_next():
    axis = Axis(-1, 3, 50, 450)
    assert [axis.at(value) for value in (0.1, 1, 10, 1000)] == [50, 150, 250, 450]
    assert [tick.label for tick in axis.ticks()] == ["0.1", "1", "10", "100", "1,000"]


def test_the_roofs_meet_where_arithmetic_becomes_the_limit():
    drawn = roofline(0.125, 480.0, *PEAKS)
    assert drawn.ridge == pytest.approx(14.63, abs=0.01)
    assert drawn.slope[1] == drawn.ceiling[0]
    assert drawn.memory_bound
    assert drawn.roof == pytest.approx(512.5)


def test_a_point_below_the_roof_is_drawn_below_it():
    drawn = roofline(0.125, 100.0, *PEAKS)
    assert drawn.point[1] > drawn.roof_y
    at_roof = roofline(0.125, 512.5, *PEAKS)
    assert at_roof.point[1] == at_roof.roof_y


def test_much_arithmetic_a_byte_is_under_the_flat_roof():
    drawn = roofline(500.0, 30_000.0, *PEAKS)
    assert (drawn.memory_bound, drawn.roof) == (False, 60_000.0)
    assert drawn.roof_y == drawn.ceiling[0][1] == drawn.ceiling[1][1]


@pytest.mark.parametrize("intensity", [1e-9, 1e-3, 0.083, 14.6, 300.0, 1e5])
@pytest.mark.parametrize("share", [1e-6, 0.01, 0.5, 1.02])
def test_every_point_lies_inside(intensity, share):
    drawn = roofline(intensity, share * min(PEAKS[1], intensity * PEAKS[0]), *PEAKS)
    assert inside(drawn)
    assert drawn.bottom >= drawn.slope[0][1] > drawn.slope[1][1] >= drawn.top
    assert 2 <= len(drawn.x_ticks) <= 6
    assert 2 <= len(drawn.y_ticks) <= 6


@pytest.mark.parametrize("nothing", [(0.0, 1.0), (1.0, 0.0)])
def test_nothing_has_no_place_on_a_logarithm(nothing):
    assert roofline(*nothing, *PEAKS) is None


def test_far_decades_are_powers_of_ten():
    assert [tick.label for tick in Axis(-8, -4, 0, 4).ticks()][:2] == ["10⁻⁸", "10⁻⁷"]
