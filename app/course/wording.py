"""Answers in words, compared as people mean them."""

from __future__ import annotations

import unicodedata

LONGEST = 200  # characters of an answer


def folded(text: str) -> str:
    """Without case, width of letters, needless spaces, backticks around it and a closing `()`."""
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    plain = plain.strip("` ")
    while plain.endswith("()"):
        plain = plain.removesuffix("()").rstrip("` ")
    return plain
