"""What a page says of a run on a GPU: speed, occupancy, machine code, the calls of a program."""

from __future__ import annotations

import html
import re

import pytest

from app.domain.verdict import Occupancy
from app.web.benchmark import BenchmarkView
from app.web.machine import machine
from app.web.occupancy import occupancy_view
from app.web.phrases import Phrases
from app.web.quantities import duration, memory, percent, significant
from app.web.timeline import TimelineView
from app.web.verdicts import verdict_view
from tests.web import measured

SPACE = "\N{NO-BREAK SPACE}"


@pytest.fixture
def shown(browser, worker):
    """Grades a submission and gives its page, without the markup's own spaces."""

    def page(verdict, path: str = "/submissions/{}") -> str:
        id_ = browser.send(measured.SOURCE)
        worker.grade(verdict)
        answer = browser.get(path.format(id_))
        assert answer.status_code == 200
        return html.unescape(answer.text)

    return page


def has_ids_once(text: str) -> bool:
    ids = re.findall(r'\sid="([^"]+)"', text)
    return len(ids) == len(set(ids))


def test_rates_are_read_from_time_and_work():
    view = BenchmarkView(**dict(measured.benchmark(median_us=100.0)))
    assert view.gbps == pytest.approx(1342.18, abs=0.01)
    assert view.of_bandwidth == pytest.approx(view.gbps / 4100)
    assert view.intensity == 0.125


def test_speed_is_shown_with_units_the_card_and_its_peaks(shown):
    text = shown(measured.verdict(measured.benchmark()))
    for part in ("NVIDIA H200", f"34.6{SPACE}µs", "3,879\N{NO-BREAK SPACE}GB/s", f"485{SPACE}GFLOP/s", f"95{SPACE}%"):
        assert part in text.replace("&nbsp;", SPACE), part
    assert 'class="roofline-svg"' in text
    assert "memory is the limit" in text


def test_without_operations_there_is_a_bar_and_no_roofline(shown):
    text = shown(measured.verdict(measured.benchmark(flops=None)))
    assert 'class="peak-bar"' in text
    assert "roofline" not in text


def test_a_withheld_time_is_said_and_no_figure_is_given(shown):
    text = shown(measured.verdict(measured.benchmark(median_us=None)))
    assert "The time is withheld" in text
    assert "GB/s" not in text
    assert "µs" not in text


def test_occupancy_is_shown_with_its_arithmetic_on_a_host_without_a_gpu(shown):
    text = shown(measured.verdict(device="simt"))
    assert f"48 of 64 warps (75{SPACE}%)" in text
    assert "40 registers × 32 lanes → 1,280 a warp; 65,536 are enough for 48 warps" in text
    assert len(re.findall(r'class="slot" data-block="(?:even|odd)"', text)) == 48
    assert len(re.findall(r'class="slot" data-block=""', text)) == 16
    assert 'class="speed"' not in text


def test_registers_are_given_out_in_steps():
    compiled = measured.compiled().model_copy(update={"registers": 41})
    view = occupancy_view(measured.occupancy(), compiled, Phrases())
    assert "1,312, given out as 1,536 a warp" in view.limits[0].why


@pytest.mark.parametrize(("fits", "words"), [(44, "4,224 bytes a block"), (9, "What the launch asks for")])
def test_shared_memory_is_counted_only_where_the_compiler_knows_of_it(fits, words):
    occupancy = measured.occupancy()
    changed = occupancy.model_copy(update={"fits": {**occupancy.fits, "shared_memory": fits}})
    limits = occupancy_view(changed, measured.compiled(), Phrases()).limits
    assert next(limit for limit in limits if limit.limit == "shared_memory").why.startswith(words)


def test_an_architecture_that_is_not_known_has_no_arithmetic():
    strange: Occupancy = measured.occupancy().model_copy(update={"arch": "sm_999"})
    assert {limit.why for limit in occupancy_view(strange, measured.compiled(), Phrases()).limits} == {""}


def test_each_instruction_stands_with_its_line_and_leads_back():
    made = machine(measured.compiled(), measured.SOURCE)
    sass, ptx = made.codes
    assert (sass.form, sass.count, ptx.form) == ("sass", 60, "ptx")
    leads = [run.line for run in sass.runs if run.leads]
    assert len(leads) == len(set(leads))
    assert {line.number for line in made.source if line.form} == set(leads) | {run.line for run in ptx.runs if run.line}
    assert [line.number for line in made.source] == list(range(8, 24))


def test_every_link_between_lines_and_code_leads_somewhere(shown):
    text = shown(measured.verdict())
    assert has_ids_once(text)
    ids = set(re.findall(r'\sid="([^"]+)"', text))
    links = set(re.findall(r'href="#(v-[^"]+)"', text))
    assert len(links) > 20
    assert links <= ids


def test_types_stand_above_the_code(shown):
    types = ((8, "a", "float32[:]"), (16, "tile[…]", "float64 → float32"), (900, "i", "int64"))
    compiled = measured.compiled().model_copy(update={"types": types})
    made = machine(compiled, measured.SOURCE)
    assert [(code.form, code.count) for code in made.codes][:2] == [("types", 3), ("sass", 60)]
    assert next((run.line, run.text) for run in made.codes[0].runs) == (8, "a: float32[:]")
    assert "tile[…]: float64 → float32" in shown(measured.verdict().model_copy(update={"compiled": compiled}))


def test_code_without_lines_stands_alone(shown):
    compiled = measured.compiled().model_copy(update={"ptx": ".entry k\nret;", "sass": ((None, "EXIT"),)})
    text = shown(measured.verdict().model_copy(update={"compiled": compiled}))
    assert "The compiler gave no lines" in text
    assert "machine-source" not in text


def test_only_the_learners_own_file_has_lines_and_no_path_of_ours_is_shown():
    ptx = '.loc 1 8 1\nnop;\n.loc 2 9 1\nret;\n.file 1 "/srv/<submission>"\n.file 2 "/srv/numba.py"\n'
    (code,) = machine(measured.compiled().model_copy(update={"ptx": ptx, "sass": ()}), measured.SOURCE).codes
    assert [(run.line, run.text) for run in code.runs] == [(8, "nop;"), (None, "ret;")]


def test_lines_beyond_the_source_are_no_links():
    compiled = measured.compiled().model_copy(update={"sass": ((900, "EXIT"), (8, "NOP"))})
    assert max(line.number for line in machine(compiled, measured.SOURCE).source) <= 23


def test_a_line_of_more_digits_than_a_number_can_have_is_text():
    ptx = f"/*\n.loc 1 {'9' * 5000} 1\n*/\nret;\n"
    (code,) = machine(measured.compiled().model_copy(update={"ptx": ptx, "sass": ()}), measured.SOURCE).codes
    assert {run.line for run in code.runs} == {None}


def test_endless_code_is_cut_with_a_sentence(shown):
    compiled = measured.compiled().model_copy(update={"sass": ((8, "NOP"),) * 4000})
    text = shown(measured.verdict().model_copy(update={"compiled": compiled}))
    assert text.count("NOP") == 1000
    assert "3000 more lines are not shown." in text


def test_what_was_not_checked_is_said_with_the_reason(shown):
    text = shown(measured.verdict(unchecked=True))
    assert "Not checked by the interpreter." in text
    assert "does not know what line 9 asks for" in text


@pytest.mark.parametrize("path", ["/submissions/{}", "/exercises/add", "/lessons/01-first"])
def test_a_programs_calls_are_shown_wherever_its_verdict_is(shown, path):
    text = shown(measured.program(measured.overlapping(), measured.CARD), path)
    assert "Measured on NVIDIA H200:" in text
    assert "at least two of these ran at the same time" in text
    assert has_ids_once(text)


def test_a_timeline_can_stand_in_a_lesson_without_a_verdict(site):
    page = site.pages._jinja.from_string(
        '{% from "_timeline.html" import timeline with context %}{{ timeline(view, "lesson", "a GPU", "line-") }}'
    )
    text = page.render(view=TimelineView(**dict(measured.plain())), t=Phrases())
    assert 'href="#line-12"' in text
    assert 'id="lesson-title"' in text


def test_a_model_is_called_one_and_implicit_copies_are_marked(shown):
    text = shown(measured.program(measured.plain()))
    assert "Modelled, not measured" in text
    assert text.count("data-implicit>") == 2
    assert "No two of these ran at the same time." in text


def test_calls_that_were_not_kept_are_counted(shown):
    assert "7 later calls are not shown." in shown(
        measured.program(measured.many(40).model_copy(update={"left_out": 7}))
    )


def test_thousands_of_calls_make_no_large_page(shown):
    text = shown(measured.program(measured.many(5000)))
    assert "5,000 calls" in text
    assert len(text) < 100_000


def test_the_api_gives_what_the_page_shows():
    view = verdict_view(measured.verdict(measured.benchmark()), "en").model_dump(mode="json")
    assert view["benchmark"]["of_bandwidth"] == pytest.approx(0.946, abs=0.001)
    assert view["benchmark"]["reached"] == view["benchmark"]["of_bandwidth"]
    assert view["benchmark"]["bound_by"] == "memory"
    assert view["occupancy"]["share"] == 0.75
    assert view["compiled"]["sass"][0] == [8, "LDC R1, c[0x0][0x28]"]
    program = verdict_view(measured.program(measured.plain()), "en").model_dump(mode="json")
    assert program["timeline"]["overlap_us"] == 0


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (significant(4103.2), "4,103"),
        (significant(0.08333), "0.0833"),
        (significant(1e-9), f"<{SPACE}0.001"),
        (significant(0.0), "0"),
        (duration(999.4), f"999{SPACE}µs"),
        (duration(1234.0), f"1.23{SPACE}ms"),
        (memory(4 << 20), f"4.19{SPACE}MB"),
        (percent(0.946), f"95{SPACE}%"),
        (percent(0.00808), f"0.81{SPACE}%"),
    ],
)
def test_three_digits_are_given(said, text):
    assert said == text


def test_a_time_that_is_mostly_a_launch_says_so():
    short, long = (BenchmarkView(**measured.benchmark(us).model_dump()).short for us in (8.1, 81.0))
    assert (short, long) == (True, False)
