"""The states of `numba.cuda.random`: one generator a thread, 2**64 steps apart.

xoroshiro128+ is Blackman and Vigna's (https://prng.di.unimi.it), seeded by SplitMix64 as numba does it, both words
of a state alike. A jump is linear over GF(2), so that all jumps are made by squaring its matrix.
"""

from __future__ import annotations

import numpy as np

STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
BITS = 128
_WORD = (1 << 64) - 1
_JUMP = (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922)


def states(count: int, seed: int, subsequence_start: int = 0) -> np.ndarray:
    """The first `count` states; shape (count,), dtype STATE."""
    word = _splitmix(seed)
    bits = _bits(np.array([[word, word]], np.uint64))
    jump = _jump()
    power, left = jump, subsequence_start
    while left:
        if left & 1:
            bits = _times(bits, power)
        power, left = _times(power, power), left >> 1
    power = jump
    while len(bits) < count:  # all of them at once, as far again as there are
        bits = np.concatenate([bits, _times(bits, power)])
        power = _times(power, power)
    words = _words(bits[:count])
    made = np.empty(count, STATE)
    made["s0"], made["s1"] = words[:, 0], words[:, 1]
    return made


def _times(bits: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    product: np.ndarray = (bits @ matrix).astype(np.uint8) & 1
    return product.astype(np.float32)


def _splitmix(seed: int) -> int:
    z = (seed + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


def _jump() -> np.ndarray:
    """The matrix of a jump: row i is where the state of bit i alone goes."""
    s0, s1 = _words(np.eye(BITS)).T
    r0, r1 = np.zeros(BITS, np.uint64), np.zeros(BITS, np.uint64)
    for word in _JUMP:
        for bit in range(64):
            if word >> bit & 1:
                r0, r1 = r0 ^ s0, r1 ^ s1
            s0, s1 = _step(s0, s1)
    return _bits(np.stack([r0, r1], axis=1))


def _step(s0: np.ndarray, s1: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    s1 = s1 ^ s0
    return _rotated(s0, 55) ^ s1 ^ (s1 << np.uint64(14)), _rotated(s1, 36)


def _rotated(x: np.ndarray, by: int) -> np.ndarray:
    return (x << np.uint64(by)) | (x >> np.uint64(64 - by))


def _bits(words: np.ndarray) -> np.ndarray:
    """(n, 2) uint64 as (n, 128) floats of 0 and 1, which multiply fast and exactly."""
    return np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little").astype(np.float32)


def _words(bits: np.ndarray) -> np.ndarray:
    return np.packbits(bits.astype(np.uint8), axis=1, bitorder="little").view("<u8").astype(np.uint64)
