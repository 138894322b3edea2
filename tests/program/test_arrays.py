"""Arrays on the device against NumPy's, whose rules numba follows for shapes, views and copies."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.program.stage import Local

SHAPES = [(6,), (3, 4), (2, 3, 2)]


def part(size: int) -> st.SearchStrategy[Any]:
    steps = st.integers(-3, 3).filter(bool)
    bound = st.none() | st.integers(-size - 1, size + 1)
    return st.integers(-size, size - 1) | st.builds(slice, bound, bound, steps)


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(SHAPES), st.sampled_from("CF"))
def test_a_view_holds_what_numpys_would(data: st.DataObject, shape: tuple[int, ...], order: Any) -> None:
    host = np.asarray(np.arange(np.prod(shape), dtype=np.int32).reshape(shape), order=order)
    index = tuple(data.draw(part(size)) for size in shape[: data.draw(st.integers(1, len(shape)))])
    device = Local().cuda.to_device(host)
    found, wanted = device[index], host[index]
    assert np.shape(found) == np.shape(wanted)
    if all(stride >= 0 for stride in np.asarray(wanted).strides):
        np.testing.assert_array_equal(np.asarray(found), wanted)


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from(SHAPES), st.sampled_from([7, 2.9, np.float32(1.5)]))
def test_what_is_assigned_to_a_part_is_seen_in_the_whole(data: st.DataObject, shape: Any, value: Any) -> None:
    host = np.arange(np.prod(shape), dtype=np.int64).reshape(shape)
    index = tuple(data.draw(part(size)) for size in shape)
    device = Local().cuda.to_device(host)
    device[index] = value
    host[index] = np.asarray(value).astype(np.int64)
    np.testing.assert_array_equal(device.copy_to_host(), host)


@pytest.mark.parametrize("shape", [(12,), (2, 6), (-1, 4), (3, 2, 2)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_reshaping_shares_the_memory(shape: tuple[int, ...], order: Any) -> None:
    host = np.arange(12.0).reshape(3, 4, order=order)
    device = Local().cuda.to_device(host)
    other = device.reshape(*shape, order=order)
    other[...] = -1
    assert other.shape == host.reshape(shape, order=order).shape
    assert (device.copy_to_host() == -1).all()


def test_views_share_and_copies_do_not() -> None:
    cuda = Local().cuda
    host = np.arange(6)
    device = cuda.to_device(host)
    device[1:3] = device[4:6]
    host[0] = 99
    assert device.copy_to_host().tolist() == [0, 4, 5, 3, 4, 5]


def test_memory_is_freed_when_nothing_refers_to_it() -> None:
    local = Local()
    device = local.cuda.to_device(np.arange(6))
    view = device[2:]
    del device
    assert local.device.memory.used > 0
    del view
    local.cuda.synchronize()
    assert local.device.memory.used == 0


@pytest.mark.parametrize("value", [np.ones(3), np.ones((2, 6)), np.ones((1, 1))])
def test_a_value_of_another_shape_is_not_assigned(value: np.ndarray) -> None:
    device = Local().cuda.to_device(np.zeros(6))
    with pytest.raises(ValueError, match="does not fit"):
        device[:] = value


def test_arrays_without_elements_and_without_dimensions_cross() -> None:
    cuda = Local().cuda
    assert cuda.to_device(np.zeros((0, 3))).copy_to_host().shape == (0, 3)
    assert cuda.to_device(np.float32(2)).copy_to_host() == 2
    assert cuda.device_array((0,)).reshape(0, 4).shape == (0, 4)


def test_records_cross_whole() -> None:
    host = np.array([(1, 2.5), (3, 4.5)], np.dtype([("a", np.int8), ("b", np.float64)], align=True))
    device = Local().cuda.to_device(host)
    assert device.copy_to_host().tolist() == host.tolist()
    assert device[1]["b"] == 4.5


def test_numpy_copies_an_array_to_the_host_as_it_does_with_numbas() -> None:
    local = Local()
    device = local.cuda.to_device(np.arange(4.0))
    found = [(np.ones(4) + device).tolist(), np.sum(device), np.float64(2) * device]
    assert (found[:2], found[2].tolist()) == ([[1, 2, 3, 4], 6], [0, 2, 4, 6])
    assert local.asked.count("read") == 3
