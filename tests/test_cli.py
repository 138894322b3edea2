"""The commands as a shell sees them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT

ADD = ROOT / "kernels/vector-add"


def run(*command: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app", *command], cwd=ROOT, env={**environ}, capture_output=True, text=True, check=False
    )


def test_grade_prints_a_passed_verdict_and_exits_0() -> None:
    done = run("grade", "vector-add", str(ADD / "solution.py"), "--json", "--device", "simt")
    verdict = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (verdict["occupancy"]["threads"], verdict["benchmark"], verdict["unchecked"]) == (256, None, None)
    assert (verdict["verdict"], verdict["device"], verdict["findings"]) == ("passed", "simt", [])
    assert set(verdict["compiled"]) == {"registers", "shared_bytes", "spill_bytes"}
    assert {case["status"] for case in verdict["cases"]} == {"passed"}
    assert verdict["requirements"] == []


def test_grade_prints_findings_and_exits_1() -> None:
    done = run("grade", "vector-add", str(ADD / "wrong/no_guard.py"), "--json")
    verdict = json.loads(done.stdout)
    assert (done.returncode, verdict["verdict"]) == (1, "fault")
    (finding,) = verdict["findings"]
    assert (finding["kind"], finding["severity"]) == ("out_of_bounds", "error")
    assert "out[i]" in (ADD / "wrong/no_guard.py").read_text().splitlines()[finding["line"] - 1]
    assert finding["message"]


@pytest.mark.slow
def test_grade_writes_for_people_too() -> None:
    done = run("grade", "vector-add", str(ADD / "wrong/last_element_left_out.py"))
    assert done.returncode == 1
    assert done.stdout.startswith("Wrong answer: ")
    assert "expected" in done.stdout


@pytest.mark.slow
def test_grade_traces_a_block_behind_the_verdict() -> None:
    file = ROOT / "kernels/reverse-block/solution.py"
    done = run("grade", "reverse-block", str(file), "--trace", "0")
    verdict, _, trace = done.stdout.partition("\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert verdict.startswith("Passed: ")
    assert trace.startswith("Trace of the case '5 elements', block (0, 0, 0) of 128 x 1 x 1 threads, 10 steps\n")
    assert ". true for lanes 0-4\n" in trace
    assert ". barrier of the block\n" in trace


@pytest.mark.slow
def test_grade_traces_a_given_kernel_in_the_launch_of_the_learner() -> None:
    file = ROOT / "kernels/block-shape/solution.py"
    done = run("grade", "block-shape", str(file), "--trace", "0,0", "--json")
    trace = json.loads(done.stdout)["trace"]
    assert (trace["block"], trace["threads"], trace["cut"]) == ([0, 0, 0], [1, 256, 1], "")
    assert trace["steps"][2]["taken"] == [[0, 48]]
    assert [array["name"] for array in trace["arrays"]] == ["img", "out"]


@pytest.mark.slow
def test_grade_traces_a_kernel_that_hangs(tmp_path: Path) -> None:
    file = tmp_path / "hangs.py"
    file.write_text((ADD / "solution.py").read_text().replace("    if ", "    while "))
    done = run("grade", "vector-add", str(file), "--trace", "0", "--json")
    verdict = json.loads(done.stdout)
    assert (done.returncode, verdict["verdict"]) == (1, "time_limit")
    assert verdict["trace"]["cut"] == "values"
    assert len(verdict["trace"]["steps"]) > 500


@pytest.mark.slow
def test_grade_says_where_there_is_nothing_to_trace(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def f(:\n")
    done = run("grade", "vector-add", str(tmp_path / "broken.py"), "--trace", "0")
    assert done.returncode == 1
    assert done.stdout.endswith("\nNo trace: there was nothing to launch.\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        ("7,1", "there is no block (7, 1, 0) in the case "),
        ("x", "argument --trace: 'x' is no block: write its index, such as 0 or 1,0"),
        ("0,0,0,0", "argument --trace: '0,0,0,0' is no block"),
    ],
)
def test_grade_refuses_a_block_that_is_not_there(block: str, sentence: str) -> None:
    done = run("grade", "vector-add", str(ADD / "solution.py"), "--trace", block)
    assert (done.returncode, sentence in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("grade", "no-such", "x.py"), "there is no exercise 'no-such'; there are: "),
        (("grade", "vector-add", str(ADD / "solution.py"), "--device", "gpu"), "no GPU can be used here"),
        pytest.param(
            ("grade", "vector-add", "no-such.py"), "no-such.py cannot be read: No such file", marks=pytest.mark.slow
        ),
        pytest.param(("check", "no-such"), "there is no exercise 'no-such'", marks=pytest.mark.slow),
    ],
)
def test_a_call_that_has_no_sense_is_a_sentence_and_exits_2(command: tuple[str, ...], sentence: str) -> None:
    done = run(*command, GRIDSTRIDE_GPUS="none")
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_setting_without_sense_exits_2() -> None:
    done = run("doctor", GRIDSTRIDE_PORT="soon")
    assert done.returncode == 2
    assert "GRIDSTRIDE_PORT is 'soon'" in done.stderr


def test_doctor_names_every_layer(tmp_path: Path) -> None:
    done = run("doctor", GRIDSTRIDE_DATA=str(tmp_path))
    for name in ("landlock", "seccomp", "rlimits", "no_new_privs", "simt", "numba-cuda"):
        assert f" {name} " in done.stdout


def test_a_course_at_fault_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "lessons/01-broken").mkdir(parents=True)
    (tmp_path / "kernels").mkdir()
    (tmp_path / "lessons/01-broken/en.md").write_text("---\ntitle: x\n---\n\n:::{nonsense} y\n:::\n")
    done = run("check", GRIDSTRIDE_COURSE=str(tmp_path))
    assert done.returncode == 1
    assert "lessons/01-broken/en.md:5:" in done.stderr
    assert "nonsense" in done.stderr


@pytest.mark.parametrize("command", ["check", pytest.param("web", marks=pytest.mark.slow)])
def test_a_folder_without_a_course_exits_2_and_names_the_setting(command: str, tmp_path: Path) -> None:
    done = run(command, GRIDSTRIDE_COURSE=str(tmp_path / "none"), GRIDSTRIDE_DATA=str(tmp_path / "data"))
    assert done.returncode == 2
    assert "holds no course; set GRIDSTRIDE_COURSE" in done.stderr


@pytest.mark.slow
def test_a_finding_without_a_line_is_written_without_one(tmp_path: Path) -> None:
    (tmp_path / "empty.py").touch()
    done = run("grade", "vector-add", str(tmp_path / "empty.py"))
    assert done.returncode == 1
    assert "\n  error: There is no function named vector_add." in done.stdout


def test_a_reader_that_has_had_enough_is_no_traceback() -> None:
    command = [sys.executable, "-m", "app", "doctor"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""


@pytest.mark.slow
def test_the_size_of_a_source_follows_its_setting() -> None:
    done = run("grade", "vector-add", str(ADD / "solution.py"), GRIDSTRIDE_SOURCE_BYTES="10")
    assert done.returncode == 1
    assert "at most 10 are accepted" in done.stdout


@pytest.mark.parametrize(
    "command", [pytest.param(("doctor",), marks=pytest.mark.slow), ("grade", "vector-add", "no-such.py")]
)
def test_a_command_imports_neither_sql_nor_the_web(command: tuple[str, ...], tmp_path: Path) -> None:
    loud = "import sys; from app.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", loud, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    loaded = set(done.stderr.split())
    assert "app.cli" in loaded
    assert loaded & {"sqlalchemy", "alembic", "fastapi", "starlette", "numba"} == set()
