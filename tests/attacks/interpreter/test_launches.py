"""Answers that are a launch, which the worker reads and works out itself: none grows, and none is executed."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.course import arithmetic
from app.course.launch import read_launch
from app.findings import LONGEST_TOLD
from app.grading.words import Words
from app.protocol.compiled import CompileError
from tests.attacks.interpreter.mutation import garbled

END = "\nblock = 256\ngrid = 1\n"
GROWING = {
    "powers": "x = 9**9**9",
    "a power by name": "x = pow(9, 10**9)",
    "a shift": "x = 1 << 10**9",
    "a product": "x = n\n" + "x *= x\n" * 200,
    "a fraction": "x = 1e308\n" + "x *= 10.0\n" * 9,
    "tuples of tuples": "x = (1, 1)\n" + "x = (x, x)\n" * 300,
    "a tuple many times": "x = (1,) * 10**9",
    "a text many times": "x = 'x' * 10**9",
    "a million digits": "x = 0x" + "f" * 4_000,
    "digits": "x = " + "9" * 4_000,
    "brackets": "x = " + "(" * 190 + "1" + ")" * 190,
    "signs": "x = " + "-" * 4_000 + "1",
    "a long sum": "x = " + "+".join("1" * 1_900),
    "a range": "x = range(10**18)",
    "a comprehension": "x = [i for i in range(10**9)]",
    "a loop": "while True: pass",
    "a call": "x = __import__('os').getpid()",
    "an attribute": "x = n.__class__.__mro__",
    "a format": "x = f'{n:>{n}}'",
    "a decorator": "@print\ndef f(): pass",
    "an annotation": "x: exit() = 1",
    "a lambda": "x = (lambda: 1)()",
    "rounding": "x = round(n, -10**9)",
    "a name": "x = " + "n" * 4_000,
    "a null byte": "x = 1\0",
    "half a character": "x = '\ud800'",
    "too long": "x = 1\n" * 1_000,
    "a number that is none": "x = 1e999 - 1e999",
}


def told(text: str) -> list[str]:
    """The keys of what is found, after each has been put into words; [] for a launch that can be worked out."""
    try:
        grid, block = read_launch(text, {"n"}).dims({"n": 1_000_003})
    except CompileError as error:
        for finding in error.findings:
            assert len(Words().finding(finding)[0]) < LONGEST_TOLD
        return [finding.message_key for finding in error.findings]
    assert all(type(size) is int and 0 < size <= arithmetic.HUGE for size in (*grid, *block))
    return []


@pytest.mark.parametrize("text", GROWING.values(), ids=GROWING)
def test_nothing_that_is_written_grows(text: str) -> None:
    tracemalloc.start()
    keys = told(text + END)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000
    assert all(key.startswith(("launch_config", "syntax_error")) for key in keys)


def test_without_its_bound_a_product_doubles_its_digits_with_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "x = n\n" + "x *= x\n" * 12
    assert told(text + END) == ["launch_config.text.huge"]
    monkeypatch.setattr(arithmetic, "_bounded", lambda value, node: value)
    monkeypatch.setattr(arithmetic, "HUGE", 1 << 100_000)
    plan = read_launch(f"{text}grid = x\nblock = 1\n", {"n"})
    assert plan.dims({"n": 1_000_003})[0][0].bit_length() > 80_000


@settings(max_examples=40)
@given(st.sampled_from([*GROWING.values(), "grid = (n + 255) // 256, 1\nblock = min(256, n)"]), st.integers(0, 1 << 30))
def test_whatever_is_written_is_a_launch_or_has_a_sentence(text: str, seed: int) -> None:
    told(garbled(text + END, Random(seed)))
