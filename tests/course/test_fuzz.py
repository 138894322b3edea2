"""Whatever an author types, the reader gathers faults and raises nothing."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.course.faults import Faults
from app.course.figures import read_figure
from app.course.header import read_header
from app.course.lessons import LessonHeader, Shelf, read_lesson
from app.course.manifest import read_manifest
from app.course.models import QuestionType

PIECES = [
    "---\n", "title: x\n", "goals:\n  - y\n", "minutes: 3\n", "::::{quiz} a\n", ":::{hint}\n", ":::\n", "::::\n",
    ":type: single\n", ":type: numeric\n", ":answer: 4\n", ":tolerance: x\n", "- [ ] a\n", "- [x] b\n", "  > c\n",
    "> ", "- ", "  ", "    ", "\t", "right\n", "- otherwise\n", "```python\n", "```\n", "$", "$$", "\\frac{", "&",
    "## ", "# ", "[a](#b)", "![", "](", "<b>", "`", "*", "|a|b|\n|:-:|-|\n", ":::{figure} f\n", ":alt: z\n",
    ":::{exercise} e\n", ":::{note} t\n", "&a *a", "\n", "\n\n", "\0", "é", "[x]: y\n", "\\", "1. ", "~~~\n", ":",
    "{#id}", ":::::\n", "- right\n", "- a => b\n", "=>", "- data_race\n", ":exercise: e\n", ":dims: 1\n",
    ":finding: data_race\n", "```python given\n", "```python extra\n", "x = 1\n", "print(\n", "- => c\n",
    ":type: text\n", ":type: match\n", ":type: order\n", ":type: predict\n", ":type: launch\n",
]  # fmt: skip
TOML_PIECES = ['kind="kernel"\n', "[[parameters]]\n", "[owner]\n", "name=", "1\n", '"a"\n', "[x", "ndim=2\n"]
SVG_PIECES = [
    "<svg",
    " viewBox='0 0 9 9'",
    ">",
    "<g>",
    "</g>",
    "</svg>",
    "<title>",
    "</title>",
    "x",
    " id='a'",
    "&amp;",
]
typed = st.characters(exclude_characters="\r")  # a file's text is read with \n alone
texts = st.lists(st.sampled_from(PIECES) | st.text(typed, max_size=6), max_size=40).map("".join)
quick = settings(
    max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@quick
@given(texts)
def test_any_lesson_is_read(tmp_path: Path, text: str) -> None:
    loaded = read_lesson(text, tmp_path / "01-any", Shelf(tmp_path, {"e": "kernel"}))
    assert loaded.faults  # none of these has all that a lesson needs


@quick
@given(texts)
def test_any_body_below_a_sound_header_is_read(tmp_path: Path, text: str) -> None:
    header = "---\ntitle: t\nsummary: s\ngoals: [g]\nminutes: 1\nsources: [s]\n---\n"
    lines = header.count("\n") + text.count("\n") + 2
    loaded = read_lesson(header + text, tmp_path / "01-any", Shelf(tmp_path, {"e": "kernel"}))
    assert all(0 <= fault.line <= lines for fault in loaded.faults)
    assert (loaded.lesson is None) is bool(loaded.faults)


@quick
@given(st.sampled_from(list(QuestionType)), st.lists(st.sampled_from(PIECES) | st.text(typed, max_size=6)).map("".join))
def test_any_question_is_read(tmp_path: Path, type_: QuestionType, body: str) -> None:
    text = f"::::::{{quiz}} q\n:type: {type_}\n{body}\n::::::\n"
    header = "---\ntitle: t\nsummary: s\ngoals: [g]\nminutes: 1\nsources: [s]\n---\n"
    loaded = read_lesson(header + text, tmp_path / "01-any", Shelf(tmp_path, {"e": "launch"}))
    assert all(0 < fault.line <= (header + text).count("\n") + 1 for fault in loaded.faults)
    assert (loaded.lesson is None) is bool(loaded.faults)


@quick
@given(st.text(alphabet="-:{}[]&*!|>'\"#%@`\n abc012~,?", max_size=60))
def test_any_header_is_read(text: str) -> None:
    faults = Faults("x")
    header, _ = read_header(f"---\n{text}\n---\n", LessonHeader, faults)
    assert header is None
    assert faults


@quick
@given(st.lists(st.sampled_from(TOML_PIECES)))
def test_any_manifest_is_read(pieces: list[str]) -> None:
    faults = Faults("x")
    assert read_manifest("".join(pieces), faults) is None
    assert faults


@quick
@given(st.lists(st.sampled_from(SVG_PIECES)))
def test_any_figure_is_read(pieces: list[str]) -> None:
    faults = Faults("x")
    assert bool(read_figure("".join(pieces), "f", "alt", faults)) is not bool(faults)
