"""A text that is twice as long takes about twice the steps. Steps are calls, which no load of the machine changes.

What C code does within a call is not seen: the lengths of files are bounded for that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from tests.fuzz.target import CORPUS
from tests.fuzz.targets import TARGETS

HEAD = (CORPUS / "header/whole").read_text("utf-8").removesuffix("Words.\n")
SHORT = 3_000  # characters
QUIZ = "::::{quiz} a\n:type: %s\nQ\n\n"
REPLIES = "- right\n  > b\n- otherwise\n  > c\n::::\n"
GROWING: dict[str, tuple[str, str, str, str]] = {  # target, what stands before, what is repeated, what stands behind
    "lists in flow": ("header", "---\n", "[a, b], ", "\n---\n"),
    "keys": ("header", "---\n", "key{n}: a\n", "---\n"),
    "lines of one text": ("header", "---\ntitle: |\n", "  a\n", "---\n"),
    "escapes": ("header", '---\ntitle: "', "\\x41", '"\n---\n'),
    "faults of a header": ("header", "---\ngoals:\n", "- []\n", "---\n"),
    "goals that are written otherwise": ("lesson", "---\ngoals:\n", '- "\\x41"\n', f"---\n{'a' * 4}\n"),
    "brackets": ("lesson", HEAD, "[", ""),
    "images without an end": ("lesson", HEAD, "![", ""),
    "links without an end": ("lesson", HEAD, "[a](", ""),
    "emphasis without an end": ("lesson", HEAD, "**a ", ""),
    "code marks": ("lesson", HEAD, "`` ", ""),
    "formulas without an end": ("lesson", HEAD, "$a ", ""),
    "raw HTML": ("lesson", HEAD, "a <b> ", ""),
    "entries of a list": ("lesson", HEAD, "- a\n\n", ""),
    "tables": ("lesson", HEAD, "|a|\n|-|\n\n", ""),
    "definitions of links": ("lesson", HEAD, "[a{n}]: /b\n", ""),
    "headings": ("lesson", HEAD, "## h{n}\n\n", ""),
    "fences within fences": ("lesson", HEAD, ":::{note}\na\n\n", ""),
    "options of a question": ("lesson", HEAD + "::::{quiz} a\n", ":answer: a\n", "::::\n"),
    "answers to choose from": ("lesson", HEAD + QUIZ % "single", "- [ ] a{n}\n  > b\n", "::::\n"),
    "pairs to match": ("lesson", HEAD + QUIZ % "match", "- a{n} => b{n}\n  > b\n", "::::\n"),
    "traps": ("lesson", HEAD + QUIZ % "numeric", "- {n}\n  > b\n", REPLIES),
    "blocks to order": ("lesson", HEAD + QUIZ % "order", "```python\nx{n}\n```\n\n", REPLIES),
    "groups of a picture": ("figure", "<svg viewBox='0 0 9 9'>", "<g>a</g>", "</svg>"),
    "uses of a picture": ("figure", "<svg viewBox='0 0 9 9'>", "<use href='#a'/>", "</svg>"),
    "fields of a form": ("form", "", "answer={n}&", ""),
    "instructions": ("disassembly", "//-------- .text._Z1kP1a --------\n", "        /*0000*/   RET ;\n", ""),
    "labels": ("disassembly", "//-------- .text._Z1kP1a --------\n", ".L_x_{n}:\n /*0000*/ BRA `(.L_x_{n}) ;\n", ""),
}


def steps(read: Callable[[bytes], None], data: bytes) -> int:
    count = 0

    def seen(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        read(data)
    finally:
        sys.setprofile(before)
    return count


def text(what: str, length: int) -> bytes:
    _, before, repeated, behind = GROWING[what]
    pieces = (repeated.replace("{n}", str(100_000 + n)) for n in range(length // len(repeated)))
    return (before + "".join(pieces) + behind).encode()


@pytest.mark.slow
@pytest.mark.parametrize("what", GROWING)
def test_twice_the_text_takes_twice_the_steps(what: str) -> None:
    read = TARGETS[GROWING[what][0]].one
    read(text(what, 100))  # what is read once and kept does not count
    once, twice = (steps(read, text(what, length)) for length in (SHORT, 2 * SHORT))
    assert twice < 2.5 * once


def test_each_line_of_a_launch_that_is_refused_does_not_look_through_all_lines() -> None:
    read = TARGETS["launch"].one
    assert steps(read, b"a\n" * 2_000) < 2.5 * steps(read, b"a\n" * 1_000)


def test_a_reader_that_looks_at_all_again_for_each_is_seen() -> None:
    def read(data: bytes) -> None:
        for _ in data:
            for other in data:
                abs(other)

    assert steps(read, b"a" * 200) > 3.5 * steps(read, b"a" * 100)
