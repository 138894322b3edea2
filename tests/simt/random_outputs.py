"""Digests of what a random kernel leaves, so that thousands of results fit into a small file."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np


def digest(*parts: bytes) -> str:
    return hashlib.blake2s(b"\0".join(parts), digest_size=6).hexdigest()


def summary(outputs: Sequence[np.ndarray]) -> str:
    """A digest of every bit but the payloads and signs of NaN."""
    return digest(*(plain(array).tobytes() for array in outputs))


def plain(array: np.ndarray) -> np.ndarray:
    """The array with one NaN for all, and complex numbers as pairs."""
    if array.dtype.kind == "c":
        array = array.view(array.real.dtype)
    return np.where(np.isnan(array), array.dtype.type("nan"), array) if array.dtype.kind == "f" else array
