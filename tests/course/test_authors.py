"""The guide for authors: what it shows can be loaded, and what can be written is in it."""

import re
from pathlib import Path

import numpy as np

from app.course.cases import check_cases
from app.course.directives import SHAPES, Directive
from app.course.faults import Faults
from app.course.glossary import load_glossary
from app.course.header import read_header
from app.course.lessons import LessonHeader
from app.course.manifest import METRICS, PROGRAM_METRICS, Manifest, read_manifest
from app.course.markdown import Markdown
from app.course.models import Question, QuestionType
from app.course.program import run_program
from app.course.questions import read_question
from app.course.tracks import load_tracks
from app.course.trusted import read_trusted
from app.devices.program import Programs

ROOT = Path(__file__).parents[2]
_ABOVE = "## The preview\n"  # tests/cli/test_worked_example.py follows what stands above
GUIDE = (ROOT / "docs/authors.md").read_text("utf-8").split(_ABOVE, 1)[1]


def shown(language: str, holds: str) -> str:
    fences = re.findall(rf"^(```+){language}\n(.*?)^\1$", GUIDE, re.DOTALL | re.MULTILINE)
    (code,) = [code for _, code in fences if holds in code]
    return str(code)


def manifest(holds: str = 'entry = "scale"') -> Manifest:
    faults = Faults("exercise.toml")
    found = read_manifest(shown("toml", holds), faults)
    assert found is not None, faults.found
    return found


def test_header_in_the_guide_can_be_read() -> None:
    faults = Faults("en.md")
    assert read_header(shown("yaml", "goals:"), LessonHeader, faults)[0] is not None, faults.found


def question(id_: str) -> Question:
    faults = Faults("en.md")
    text = shown("text", f"{{quiz}} {id_}")
    markdown = Markdown(text, faults, ROOT)
    (directive,) = markdown.split(text, 1)
    assert isinstance(directive, Directive)
    found = read_question(directive, markdown, {"scale": "kernel", "cover-image": "launch"})
    assert found is not None, faults.found
    return found


def test_there_is_a_question_of_every_type_in_the_guide() -> None:
    ids = re.findall(r"^::::\{quiz\} (.*)$", GUIDE, re.MULTILINE)
    assert {question(id_).type for id_ in ids} == set(QuestionType) - {QuestionType.MULTIPLE}


def test_the_program_in_the_guide_prints_what_the_right_option_says() -> None:
    program = question("last-writer").program
    assert program is not None
    assert run_program(program.source).stdout.strip() == program.prints


def test_cases_in_the_guide_fit_its_parameters() -> None:
    faults = Faults("exercise.py")
    trusted = read_trusted(shown("python", "def reference(a, factor)"), Path("exercise.py"), faults)
    assert trusted is not None, faults.found
    check_cases(trusted.cases(np.random.default_rng(1)), manifest().kernel_parameters(), faults)
    assert faults.found == []


def test_program_in_the_guide_returns_what_its_reference_says() -> None:
    faults = Faults("exercise.py")
    imports = "import numpy as np\nfrom app.course.models import Case\n"
    trusted = read_trusted(imports + shown("python", "def reference(a):"), Path("exercise.py"), faults)
    assert trusted is not None, faults.found
    found, cases = manifest('kind = "program"'), trusted.cases(np.random.default_rng(1))
    check_cases(cases, found.kernel_parameters(), faults, kind="program")
    assert (faults.found, [result.name for result in found.results]) == ([], ["out", "most"])
    with Programs.open() as programs:
        report = programs.run(shown("python", "def main(a):"), found.entry, [cases[0].args["a"]])
    assert isinstance(report.result, tuple), report.error
    assert all(
        np.array_equal(got, wanted)
        for got, wanted in zip(report.result, trusted.reference(**cases[0].args).values(), strict=True)
    )


def test_wrong_kernel_in_the_guide_takes_the_parameters() -> None:
    parameters = ", ".join(parameter.name for parameter in manifest().parameters)
    assert f"def scale({parameters}):" in shown("python", "# expects:")


def test_guide_names_every_directive_metric_and_class_of_a_figure() -> None:
    css = (ROOT / "static/css/figures.css").read_text("utf-8")
    classes = set(re.findall(r"\.(fig-[a-z-]+)", css))
    assert {name for name in (*SHAPES, *METRICS, *PROGRAM_METRICS, *classes) if name not in GUIDE} == set()


def test_terms_and_tracks_in_the_guide_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons/glossary.toml").write_text(shown("toml", "[warp]"), "utf-8")
    (tmp_path / "lessons/tracks.toml").write_text(shown("toml", "[[tracks]]"), "utf-8")
    assert load_glossary(tmp_path).faults == []
    assert load_tracks(tmp_path, ["01-why-gpus", "02-cuda-and-python"]).faults == []
