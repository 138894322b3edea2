"""The two pieces of work that all roads do: bias with GELU, and softmax over rows, in float32."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

ROWS, COLUMNS = 32_768, 2_048  # 256 MiB: larger than any L2 cache
CHECKED = 64  # rows


@dataclass(frozen=True, slots=True)
class Road:
    """Each piece of work runs once and returns its result; `wait` until all is done; `host` brings rows back."""

    name: str
    gelu: Callable[[], Any]
    softmax: Callable[[], Any] | None
    wait: Callable[[], object]
    host: Callable[[Any], Any]


def gelu(x: Any, bias: Any) -> Any:
    """Right in float64: the GELU of lesson 9, by tanh."""
    v = x.astype(np.float64) + bias
    return 0.5 * v * (1 + np.tanh(np.sqrt(2 / np.pi) * (v + 0.044715 * v**3)))


def softmax(x: Any) -> Any:
    """Right in float64."""
    powers = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
