"""JAX: whole arrays, compiled as one function."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.lessons.roads.work import CHECKED, Road

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # the other roads need memory, too

import jax  # it reads the line above when it is imported


def roads(x: Any, bias: Any) -> Iterator[Road]:
    j_x, j_bias = jax.device_put(x), jax.device_put(bias)
    gelu = jax.jit(lambda x, bias: jax.nn.gelu(x + bias, approximate=True))
    softmax = jax.jit(lambda x: jax.nn.softmax(x, axis=1))
    last: list[Any] = []

    def kept(result: Any) -> Any:
        last[:] = [result]
        return result

    def wait() -> None:
        last[0].block_until_ready()

    def host(array: Any) -> Any:
        return np.asarray(array[:CHECKED])

    yield Road("JAX, jit", lambda: kept(gelu(j_x, j_bias)), lambda: kept(softmax(j_x)), wait, host)
