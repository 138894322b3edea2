"""Inputs that are nearly right: a seed in which a few things were changed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from tests.fuzz.target import Target

TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|[\w.+-]+|[^\w\s]|\s+')
ODD = [
    b"", b"0", b"-1", b"1e999", b"9" * 400, b"9" * 5_000, b"null", b"true", b"NaN", b"Infinity", b'""', b'"x"', b"[]",
    b"{}", b"[" * 600, b"{", b"]", b"\n", b"\r\n", b"\t", b"\0", b"\xff", b"\xc2\x85", b"\xe2\x80\xa8", b"\xef\xbb\xbf",
    "٣".encode(), "²".encode(), b"\\ud800", b"\\u0000", b"%00", b"../..", b"a." * 99, b"1_", b"0x1p9",
    b"{0}", b"{x!r:>9}",
]  # fmt: skip


def damaged(target: Target) -> st.SearchStrategy[bytes]:
    """One of the target's seeds, changed."""
    return st.sampled_from(target.seeds()).flatmap(lambda seed: changed(seed, target.words))


@st.composite
def changed(draw: st.DrawFn, sound: bytes, known: Sequence[str]) -> bytes:
    """One to four tokens replaced, doubled, moved, or lost with what follows; `known` are words of the language."""
    tokens = TOKEN.findall(sound)
    words = [word.encode() for word in known]
    odd = st.sampled_from(ODD) | st.binary(max_size=8)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(tokens) - 1)))
        match draw(st.sampled_from(["replace", "replace", "double", "lose", "move", "word", "end"])):
            case "replace":
                tokens[at : at + 1] = [draw(odd)]
            case "double":
                tokens[at:at] = tokens[at : at + draw(st.integers(1, 20))]
            case "lose":
                del tokens[at : at + draw(st.integers(1, 20))]
            case "move":
                tokens.append(tokens.pop(at) if tokens else b"")
            case "word":
                tokens[at:at] = [draw(st.sampled_from(words or ODD))]
            case "end":
                del tokens[at + 1 :]
    return b"".join(tokens)
