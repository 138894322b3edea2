"""xoroshiro128+ as numba.cuda.random has it: its states are seeded by splitmix64 and set apart by jumps.

Source: D. Blackman and S. Vigna, prng.di.unimi.it, xoroshiro128plus.c (with its first parameters, 55, 14 and 36) and
splitmix64.c. A state is two uint64, or two arrays of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)
JUMP = (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922)  # 2⁶⁴ steps

Words = tuple[Any, Any]
_U = np.uint64


def left(x: Any, k: Any) -> Any:
    """Rotated by k bits."""
    return (x << _U(k)) | (x >> (_U(64) - _U(k)))


def step(state: Words) -> tuple[Any, Words]:
    """64 random bits, and the state behind them."""
    s0, s1 = state
    mixed = s0 ^ s1
    return s0 + s1, (left(s0, 55) ^ mixed ^ (mixed << _U(14)), left(mixed, 36))


def jump(state: Words) -> Words:
    """The state 2⁶⁴ steps on."""
    s0, s1 = state[0] ^ state[0], state[1] ^ state[1]
    for word in JUMP:
        for bit in range(64):
            if word >> bit & 1:
                s0, s1 = s0 ^ state[0], s1 ^ state[1]
            _, state = step(state)
    return s0, s1


def seeded(seed: Any) -> Words:
    """The state of a 64-bit seed: both words are what splitmix64 makes of it."""
    z = seed + _U(0x9E3779B97F4A7C15)
    z = (z ^ (z >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> _U(27))) * _U(0x94D049BB133111EB)
    z = z ^ (z >> _U(31))
    return z, z


def unit(bits: Any) -> Any:
    """In [0, 1): the upper 53 bits."""
    return (bits >> _U(11)).astype(np.float64) * 2.0**-53


def unit32(bits: Any) -> Any:
    """The same rounded to float32, so that 1 can occur."""
    return unit(bits).astype(np.float32)


def states(count: int, seed: int, subsequence_start: int = 0) -> np.ndarray:
    """What `create_xoroshiro128p_states` makes: `count` states, each 2⁶⁴ steps behind the one before."""
    made = np.zeros(max(count, 1), STATE)
    bits = np.arange(128, dtype=np.uint64)
    low = np.where(bits < 64, _U(1) << (bits & _U(63)), _U(0))
    high = np.where(bits < 64, _U(0), _U(1) << (bits & _U(63)))
    single = jumps = jump((low, high))
    with np.errstate(over="ignore"):
        first = seeded(_U(seed & 0xFFFFFFFFFFFFFFFF))
        for power in range(subsequence_start.bit_length()):
            if subsequence_start >> power & 1:
                first = _image(jumps, first)
            jumps = _image(jumps, jumps)
    made["s0"][0], made["s1"][0] = first
    return _spread(made, single)[:count]


def _spread(made: np.ndarray, jumps: Words) -> np.ndarray:
    """Fill the array from its first state: each pass sets as many as there are, by twice as long a jump."""
    known = 1
    while known < made.size:
        more = min(known, made.size - known)
        s0, s1 = _image(jumps, (made["s0"][:more], made["s1"][:more]))
        made["s0"][known : known + more], made["s1"][known : known + more] = s0, s1
        jumps, known = _image(jumps, jumps), known + more
    return made


def _image(jumps: Words, state: Words) -> Words:
    """A jump of states: it is linear in their bits, and `jumps` holds what becomes of each of the 128."""
    s0, s1 = state[0] ^ state[0], state[1] ^ state[1]
    for bit in range(128):
        chosen = (state[bit >> 6] >> _U(bit & 63)) & _U(1)
        s0, s1 = s0 ^ jumps[0][bit] * chosen, s1 ^ jumps[1][bit] * chosen
    return s0, s1
