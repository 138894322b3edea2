"""What comes out of a sandbox for what went in."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.errors import FrameError, SandboxError
from app.protocol.frames import Frame
from app.sandbox import Ending, Limits, Outcome, Sandbox

Run = Callable[..., Outcome]
LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=512 << 20, result_bytes=64 << 20)
HELLO = 'PACKAGES = ()\ndef warm(): {warm}\ndef handle(job, send): print("hello")\n'


def test_arrays_go_in_and_come_back(run: Run) -> None:
    image = np.asfortranarray(np.arange(12.0).reshape(3, 4))
    outcome = run("image *= 2; send(Frame('result', {'sum': image.sum()}, {'image': image}))", {"image": image})
    (frame,) = outcome.frames
    assert outcome.ending is Ending.OK
    assert frame.data == {"sum": 132.0}
    assert frame.arrays["image"].flags.f_contiguous
    np.testing.assert_array_equal(frame.arrays["image"], image * 2)


def test_results_larger_than_a_pipe_arrive_whole(run: Run) -> None:
    outcome = run("import numpy as np; send(Frame('r', {}, {'a': np.arange(4_000_000)}))")
    np.testing.assert_array_equal(outcome.frames[0].arrays["a"], np.arange(4_000_000))


def test_text_is_kept_apart_and_made_harmless(run: Run) -> None:
    outcome = run(r"import os; print('out'); os.write(2, b'err\0\xff')")
    assert (outcome.stdout, outcome.stderr) == ("out\n", "err\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}")


def test_what_was_printed_before_a_crash_is_kept(run: Run) -> None:
    assert run("import ctypes; print('so far'); ctypes.string_at(0)").stdout == "so far\n"


def test_an_exception_is_a_crash_with_its_traceback(run: Run) -> None:
    outcome = run("1 / 0")
    assert outcome.ending is Ending.CRASHED
    assert outcome.stderr.endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.parametrize("leave", ["raise SystemExit", "import sys; sys.exit(0)", "raise KeyboardInterrupt"])
def test_leaving_by_an_exception_is_a_crash(run: Run, leave: str) -> None:
    assert run(leave).ending is Ending.CRASHED


def test_limits_can_be_set_for_one_job(run: Run) -> None:
    tight = replace(LIMITS, result_bytes=1000)
    answer = "send(Frame('r', {'text': 'x' * 2000}))"
    assert run(answer, limits=tight).ending is Ending.OUTPUT_LIMIT
    assert run(answer).ending is Ending.OK


def test_the_standard_library_and_listed_packages_can_be_imported_late(run: Run) -> None:
    outcome = run("import colorsys, numpy.polynomial, xml.dom.minidom; print('all there')")
    assert outcome.stdout == "all there\n", outcome.stderr


def test_a_child_starts_in_an_empty_world(run: Run) -> None:
    outcome = run("import os; print(os.getcwd(), [k for k in os.environ if 'THREADS' not in k], os.read(0, 1))")
    assert outcome.stdout == "/ ['LC_CTYPE', 'NUMBA_DISABLE_CUDA'] b''\n"


def test_a_job_that_no_frame_holds_costs_no_zygote(sandbox: Sandbox) -> None:
    zygote = sandbox.zygote_pid
    with pytest.raises(FrameError):
        sandbox.run(Frame("job", {"a": float("nan")}))
    assert sandbox.zygote_pid == zygote


def test_a_zygote_is_replaced_after_so_many_jobs(made_of: Callable[..., Sandbox]) -> None:
    sandbox = made_of(HELLO.format(warm="pass"), jobs_per_zygote=2)
    zygotes = []
    for _ in range(3):
        assert sandbox.run(Frame("job")).stdout == "hello\n"
        zygotes.append(sandbox.zygote_pid)
    assert zygotes[0] == zygotes[1] != zygotes[2]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (HELLO.format(warm="1 / 0"), "ZeroDivisionError"),
        (HELLO.format(warm="pass").replace("()", "('no_such_package',)", 1), "no_such_package is not installed"),
        ("import no_such_module", "No module named 'no_such_module'"),
        (
            "import threading\n"
            + HELLO.format(warm="threading.Thread(target=threading.Event().wait, daemon=True).start()"),
            "2 threads",
        ),
        ("import os; os._exit(3)", "the zygote broke"),
    ],
)
def test_a_zygote_that_cannot_serve_says_why(made_of: Callable[..., Sandbox], source: str, said: str) -> None:
    with pytest.raises(SandboxError, match=said):
        made_of(source)


def test_jobs_leave_no_descriptor_and_no_process(sandbox: Sandbox, run: Run) -> None:
    def held() -> list[int]:
        looked_into = ["self", sandbox.zygote_pid] if os.geteuid() == 0 else ["self"]
        return [len(list(Path(f"/proc/{process}/fd").iterdir())) for process in looked_into]

    run("pass")
    before = held()
    for source in ("pass", "1 / 0", "import os; os._exit(3)", "import ctypes; ctypes.string_at(0)") * 5:
        run(source)
    assert held() == before
    assert children(sandbox.zygote_pid) == []


def children(parent: int | None) -> list[str]:
    """The process ids of all children of a process, dead ones too."""
    stats = [stat.read_text() for stat in Path("/proc").glob("[0-9]*/stat") if os.access(stat, os.R_OK)]
    return [stat.split()[0] for stat in stats if stat.rsplit(")", 1)[1].split()[1] == str(parent)]


def test_no_child_finds_a_driver_on_whatever_machine(run: Run) -> None:
    outcome = run(
        "import ctypes; driver = ctypes.CDLL('libcuda.so.1'); print(bool(driver.getpid), hasattr(driver, 'cuInit'))"
    )
    assert outcome.stdout == "True False\n", outcome.stderr
