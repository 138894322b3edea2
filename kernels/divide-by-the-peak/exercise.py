"""Divide each element by the largest magnitude of all: two phases in one launch."""

import numpy as np

from app.course.models import Case

BLOCK = 128
SIZES = ((10, 2), (1_000, 4), (1, 3), (257, 2), (512, 4), (20_011, 8))  # elements and blocks


def reference(a):
    return {"peaks": peaks(a), "out": a / np.abs(a).max()}


def peaks(a):
    """Of each block, for what its threads take in a grid-stride loop."""
    blocks = dict(SIZES)[a.size]
    owner = np.arange(a.size) // BLOCK % blocks
    found = np.zeros(blocks, np.float32)
    np.maximum.at(found, owner, np.abs(a))
    return found


def cases(rng):
    return [case(rng, length, blocks) for length, blocks in SIZES]


def case(rng, length, blocks):
    a = (10 * rng.standard_normal(length)).astype(np.float32)
    first = length - BLOCK if length == blocks * BLOCK else 0  # once in the last block: all blocks have to be asked
    a[rng.integers(first, length)] = -100
    elements = "1 element" if length == 1 else f"{length:,} elements"
    return Case(
        name=f"{elements}, {blocks} blocks",
        args={"a": a, "peaks": np.zeros(blocks, np.float32), "out": np.zeros(length, np.float32)},
        grid=(blocks,),
        block=(BLOCK,),
        visible=length in (10, 1_000),
    )
