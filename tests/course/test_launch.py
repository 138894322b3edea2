"""Launch texts: what they come to, and that nothing a learner writes is ever more than a finding."""

import math
import tomllib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.config import ROOT
from app.course.launch import _TO_AUTHORS, MOST_CHARACTERS, read_launch, to_author
from app.findings import Finding
from app.protocol.compiled import CompileError

SIZES = {"n": 1_000, "rows": 20, "cols": 50}
WORDS = tomllib.loads((ROOT / "app/grading/words/en.toml").read_text())["finding"]


def dims(text: str) -> object:
    return read_launch(text, SIZES).dims(SIZES)


def findings(text: str) -> list[Finding]:
    with pytest.raises(CompileError) as caught:
        dims(text)
    return list(caught.value.findings)


RIGHT = {
    "block = 256\ngrid = (n + block - 1) // block": ((4,), (256,)),
    "# a comment\nimport math\nblock = (16, 16)\ngrid = (math.ceil(cols / block[0]), math.ceil(rows / block[-1]))": (
        (4, 2),
        (16, 16),
    ),
    "bx, by = 32, 8\nblock = bx, by\ngrid = -(-cols // bx), -(-rows // by), 1": ((2, 3, 1), (32, 8)),
    "grid = block = 4\ngrid += 2\ngrid *= 2": ((12,), (4,)),
    "block = 32 if n < 512 else 256\ngrid = max(1, min(n, 70) % 9, round(2.5), abs(-3), int(4.9))": ((7,), (256,)),
    "few = 1 < n <= 999 or not n\nblock = 1 if few and True else 2\ngrid = [3]": ((3,), (2,)),
    '"""Words."""\npass\nimport math\nblock = 7 // 2\ngrid = math.floor(7 / 2)': ((3,), (3,)),
}


@pytest.mark.parametrize(("text", "wanted"), RIGHT.items(), ids=range(len(RIGHT)))
def test_a_launch_is_worked_out_as_python_would(text: str, wanted: object) -> None:
    assert dims(text) == wanted


WRONG = {
    "block = 256\ngrid = n / block": (2, "launch_config.text.whole"),
    "block = 256\ngrid = 4.0": (2, "launch_config.text.whole"),
    "grid = 1\nblock = True": (2, "launch_config.text.whole"),
    "grid = (1, (2, 3))\nblock = 1": (1, "launch_config.text.whole"),
    "block = 1024\ngrid = n // block": (2, "launch_config.text.positive"),
    "grid = 1\nblock = (8, -1)": (2, "launch_config.text.positive"),
    "block = 1\ngrid = 1, 1, 1, 1": (2, "launch_config.dimensions"),
    "grid = ()\nblock = 1": (1, "launch_config.dimensions"),
    "grid = 1\n\nblok = 256\n": (3, "launch_config.text.missing"),
    "grid = m\nblock = 1": (1, "launch_config.text.name"),
    "block = 1\ngrid = block[0]": (2, "launch_config.text.item"),
    "block = (1, 2)\ngrid = block[2]": (2, "launch_config.text.item"),
    "block = (1, 2)\ngrid = block * 2": (2, "launch_config.text.operand"),
    "block, grid = 1, 2, 3": (1, "launch_config.text.unpacking"),
    "block, grid = n": (1, "launch_config.text.unpacking"),
    "block = 1\ngrid = n // (n - 1000)": (2, "launch_config.text.division"),
    "block = 1\ngrid = n % 0": (2, "launch_config.text.division"),
    "block = 1\ngrid = n / 0": (2, "launch_config.text.division"),
    "block = 1\ngrid = 2 ** 10": (2, "launch_config.text.power"),
    "block = 1\ngrid = math.ceil(n / 2)": (2, "launch_config.text.import"),
    "import math\nblock = 1\ngrid = math.sqrt(n)": (3, "launch_config.text.call"),
    "block = 1\ngrid = len(n)": (2, "launch_config.text.call"),
    "block = 1\ngrid = max(n)": (2, "launch_config.text.arguments"),
    "block = 1\ngrid = round(n, 2)": (2, "launch_config.text.arguments"),
    "block = 1\nmin = 4\ngrid = min": (2, "launch_config.text.taken"),
    "block = 1\ngrid = 1\nadd[grid, block](a)": (3, "launch_config.text.started"),
    "block = 1\ngrid = 1\nfor i in range(3): grid += 1": (3, "launch_config.text.unsupported"),
    "block = 1\ngrid = '4'": (2, "launch_config.text.unsupported"),
    "block = 1\ngrid = n << 2": (2, "launch_config.text.unsupported"),
    "block = 1\ngrid = 4j": (2, "launch_config.text.unsupported"),
    "from math import ceil\nblock = grid = 1": (1, "launch_config.text.unsupported"),
    "import os\nblock = grid = 1": (1, "launch_config.text.unsupported"),
    "block = grid = __import__('os').system('true')": (1, "launch_config.text.call"),
    "block = 1\ngrid = (lambda: 3)()": (2, "launch_config.text.call"),
    "block = 1\ngrid = 1e300": (2, "launch_config.text.huge"),
    "block = 1\ngrid = n * 9_000_000_000 * 9_000_000_000": (2, "launch_config.text.huge"),
    "block = 1\ngrid = (n": (2, "syntax_error"),
    "block = 1\n  grid = 1": (2, "syntax_error"),
    "block = 1\0": (1, "syntax_error"),
    "block = 1 # " + "x" * MOST_CHARACTERS: (1, "launch_config.text.long"),
    "block = " + "-" * 3_000 + "1": (1, "syntax_error.nested"),
}


@pytest.mark.parametrize(("text", "wanted"), WRONG.items(), ids=range(len(WRONG)))
def test_a_launch_that_is_none_says_why_and_where(text: str, wanted: tuple[int, str]) -> None:
    (finding,) = findings(text)
    assert (finding.line, finding.message_key) == wanted


def test_every_mistake_is_told_once_and_all_together() -> None:
    told = findings("side = widht // 2\nblock = (side, side)\ngrid = hieght")
    assert [(f.line, f.args.get("name")) for f in told] == [(1, "widht"), (3, "hieght")]


def test_an_unknown_name_is_told_what_there_is() -> None:
    (finding,) = findings("block = 256\ngrid = N")
    assert finding.args["known"] == "block, cols, n, rows"


def test_what_a_number_came_to_is_told_with_the_sizes() -> None:
    with pytest.raises(CompileError) as caught:
        read_launch("block = 256\ngrid = n // block", {"n"}).dims({"n": 33})
    assert caught.value.findings[0].args == {"what": "grid", "value": 0, "sizes": "n = 33"}


@pytest.mark.parametrize(
    "text",
    [
        "block = " + "*".join(["9"] * 50) + "\ngrid = 1",
        "x = 9\n" + "x = x * x * x * x\n" * 200 + "block = grid = x",
        "t = (1, 1)\n" + "t = (t, t)\n" * 300 + "block = grid = t",
        "block = grid = " + "n if n else " * 300 + "n",
        "block = grid = " + "(" * 190 + "n" + ")" * 190 + " * 9_999_999_999 * 9_999_999_999",
        "block = grid = 0x" + "f" * 4_000,
        "block = grid = 9 ** 9 ** 9",
    ],
)
def test_what_grows_without_end_is_refused(text: str) -> None:
    """Or this test would never end."""
    assert findings(text)


def read(text: str) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Finding, ...]]:
    try:
        return *read_launch(text, SIZES).dims(SIZES), ()
    except CompileError as error:
        return (), (), error.findings


TOKENS = [
    "n",
    "grid",
    "block",
    "math",
    "x",
    "1",
    "0",
    "2.5",
    "9" * 19,
    "1e308",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    ";",
    "\n",
]
TOKENS += [
    "=",
    "==",
    "<",
    "+",
    "-",
    "*",
    "**",
    "/",
    "//",
    "%",
    ".",
    " if ",
    " else ",
    " and ",
    " not ",
    " for ",
    " in ",
]
TOKENS += ["import math\n", "math.ceil", "min", "max", "round", "lambda", "'s'", "True", "None", "+=", "\\", "é", "\0"]
starts = st.sampled_from(["", "import math\n", "block = 256\n", "block = grid = 1\n"])


@given(starts, st.lists(st.sampled_from(TOKENS) | st.text(max_size=3), max_size=25))
@settings(max_examples=400, deadline=None)
@example("block = grid = 1\n", ["x", "=", "1", "/", "1e308"])
def test_whatever_is_written_is_a_launch_or_findings_with_words(start: str, tokens: list[str]) -> None:
    text = start + "".join(tokens)
    grid, block, told = read(text)
    assert told or (grid and block)
    assert all(type(size) is int and size > 0 for size in (*grid, *block))
    for finding in told:
        assert finding.line in range(1, text.count("\n") + 2)
        assert finding.message_key in WORDS


numbers = st.integers(0, 999).map(str) | st.sampled_from(["n", "rows", "2.5"])
expressions = st.recursive(
    numbers,
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from(["+", "-", "*", "/", "//", "%"]), part).map(lambda p: f"({' '.join(p)})"),
        st.tuples(part, st.sampled_from(["<", "<=", "==", "!="]), part, part).map(
            lambda p: f"({p[3]} if {p[0]} {p[1]} {p[2]} else {p[0]})"
        ),
        st.tuples(st.sampled_from(["abs", "int", "round", "-", "math.ceil"]), part).map(lambda p: f"{p[0]}({p[1]})"),
        st.tuples(st.sampled_from(["min", "max"]), part, part).map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
    ),
    max_leaves=8,
)


@given(expressions)
@settings(max_examples=300, deadline=None)
def test_arithmetic_is_pythons_own(expression: str) -> None:
    """Held against Python itself, which the test may ask: the expressions are its own."""
    try:
        wanted = eval(expression, {"math": math}, dict(SIZES))
    except ZeroDivisionError:
        assert findings(f"import math\nblock = 1\ngrid = {expression}")[0].message_key == "launch_config.text.division"
        return
    plan = read_launch(f"import math\nvalue = {expression}\nblock = grid = 1", SIZES)
    if abs(wanted) <= 1 << 61:
        assert plan.steps[0].code(SIZES) == wanted


def test_every_fault_that_reading_finds_has_words_for_authors() -> None:
    static = [finding for text in WRONG for finding in read(text)[2] if "sizes" not in finding.args]
    assert all(to_author(finding) for finding in static)
    assert {finding.message_key for finding in static} == set(_TO_AUTHORS)
