import pytest

from app.course.faults import Faults
from app.course.figures import read_figure

SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 90">
  <title>A box</title>
  <defs><g id="lane"><rect class="fig-lane" width="8" height="8"/></g></defs>
  <use href="#lane" x="4"/>
  <text class="fig-text" x="1" y="2">a &lt; b</text>
</svg>
"""


def read(svg: str) -> tuple[str, list[str]]:
    faults = Faults("f.svg")
    return read_figure(svg, "box", 'the "alt"', faults), [str(fault) for fault in faults.found]


def test_figure_is_named_by_its_title_and_described_by_the_lesson() -> None:
    svg, faults = read(SVG)
    assert 'role="img" aria-labelledby="fig-box-title fig-box-desc">' in svg
    assert '<title id="fig-box-title">A box</title><desc id="fig-box-desc">the "alt"</desc>' in svg
    assert faults == []


def test_ids_and_references_are_prefixed_with_the_figure() -> None:
    svg = read(SVG)[0]
    assert '<g id="fig-box-lane">' in svg
    assert '<use href="#fig-box-lane" x="4">' in svg


def test_text_stays_escaped() -> None:
    assert ">a &lt; b</text>" in read(SVG)[0]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("<defs>", "<script>alert(1)</script><defs>", "f.svg:3:3: a figure has no `script`"),
        ('x="4"', 'onclick="alert(1)"', "f.svg:4:3: a figure has no attribute `onclick`"),
        ('x="4"', 'style="fill: red"', "f.svg:4:3: a figure has no attribute `style`"),
        ('x="4"', 'fill="red"', "f.svg:4:3: a figure has no attribute `fill`"),
        ("#lane", "https://x.org/y.svg#lane", "f.svg:4:3: `https://x.org/y.svg#lane` lies outside the figure"),
        ("#lane", "#line", "f.svg:4:3: the figure has no id `line`"),
        ('x="1"', 'clip-path="url(//x)"', "f.svg:5:3: `url(//x)` lies outside the figure"),
        ("<title>A box</title>", "", "f.svg:1:1: the figure has no <title>"),
        ("0 0 360 90", "0 0 900 90", "f.svg:1:1: the svg needs a viewBox of four numbers, at most 640 wide"),
        ("viewBox", 'width="360" viewBox', "f.svg:1:1: the svg has no width and height of its own"),
        ("<svg", "<!DOCTYPE svg><svg", "f.svg:1:14: a figure has no DOCTYPE"),
        ("<defs>", "words<defs>", "f.svg:3:1: text cannot stand in `svg`"),
        ("</text>", "", "f.svg:6:3: not XML: mismatched tag"),
        (SVG, "<title/>", "f.svg:1:1: `title` cannot stand here"),
        ("<defs>", "<svg/><defs>", "f.svg:3:3: `svg` cannot stand here"),
    ],
)
def test_what_a_page_could_not_show_safely_is_a_fault(old: str, new: str, fault: str) -> None:
    assert old in SVG
    svg, faults = read(SVG.replace(old, new, 1))
    assert svg == ""
    assert any(line.startswith(fault) for line in faults), faults
