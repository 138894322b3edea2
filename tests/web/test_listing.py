"""Sources as coloured lines."""

from __future__ import annotations

import html
import re

import pytest

from app.web.listing import highlighted

KERNEL = 'from numba import cuda\n\n\n@cuda.jit\ndef f(a):\n    """Two\n    lines."""\n    a[0] = 1 < 2 & 3\n'


def plain(line: str) -> str:
    return html.unescape(re.sub(r"</?span[^>]*>", "", line))


@pytest.mark.parametrize(
    "source",
    [KERNEL, "", "\n", "a", "\n\na", "a\n\n", "x = '<b>&amp;'\n", "'''\n<i>\n", "\t\u2028\x0c\x85é\n", "a\n" * 5000],
)
def test_keeps_every_line_and_every_character(source):
    assert [plain(line) for line in highlighted(source)] == source.removesuffix("\n").split("\n")


def test_each_line_is_whole():
    lines = highlighted(KERNEL)
    assert all(line.count("<span") == line.count("</span>") for line in lines)
    assert sum("<span" in line for line in lines) >= 5


@pytest.mark.parametrize("source", ["x" * 300 + "<b>", "'<b>'\n" * 4000])
def test_what_is_no_kernels_size_is_plain_and_safe(source):
    text = "".join(highlighted(source))
    assert "<" not in text
    assert "&lt;b&gt;" in text


def test_a_kernel_that_many_pages_show_is_coloured_once():
    assert highlighted(KERNEL) is highlighted(KERNEL)
