"""Programs of `predict` questions, run without numba and without a GPU."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.course.program import run_program

HEAD = "from numba import cuda, float32\nimport numpy as np\n"
DOUBLE = f"""{HEAD}
@cuda.jit
def double(a, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = 2 * a[i]

"""
RACE = f"""{HEAD}
@cuda.jit
def last(out):
    out[0] = cuda.threadIdx.x

"""


def test_a_kernel_runs_on_host_arrays_in_place() -> None:
    ran = run_program(f"{DOUBLE}a = np.arange(3)\nb = np.zeros(3, np.int64)\ndouble[1, 4](a, b)\nprint(b)\n")
    assert (ran.stdout, ran.error) == ("[0 2 4]\n", "")


def test_arrays_on_the_device_are_copies() -> None:
    program = """a = np.arange(4)
d = cuda.to_device(a)
out = cuda.device_array_like(d)
a[:] = 9
double[2, 2](d, out)
cuda.synchronize()
back = np.empty(4, np.int64)
out.copy_to_host(back)
print(back, a[0], d.shape, len(out[1:]), out[3], out.reshape(2, 2).copy_to_host().tolist())
"""
    ran = run_program(DOUBLE + program)
    assert (ran.stdout, ran.error) == ("[0 2 4 6] 9 (4,) 3 6 [[0, 2], [4, 6]]\n", "")


def test_what_nobody_wrote_is_not_zero() -> None:
    ran = run_program(f"{HEAD}print(cuda.device_array(2).copy_to_host(), cuda.device_array(1, np.int32)[0])\n")
    assert (ran.stdout, ran.error) == ("[nan nan] -1\n", "")


def test_a_kernel_that_reads_what_nobody_wrote_stops_the_program() -> None:
    ran = run_program(
        f"{DOUBLE}a = cuda.device_array(2, np.int64)\nout = cuda.device_array_like(a)\ndouble[1, 2](a, out)\n"
    )
    assert (ran.line, ran.error.startswith("`double` gets uninitialized_read")) == (8, True)


def test_signatures_device_functions_and_shared_memory_are_known() -> None:
    program = f"""{HEAD}
@cuda.jit("float32(float32)", device=True)
def half(x):
    return x / 2

@cuda.jit("void(float32[:])")
def halve(a):
    tile = cuda.shared.array(4, float32)
    i = cuda.threadIdx.x
    tile[i] = a[i]
    cuda.syncthreads()
    a[3 - i] = half(tile[i])

a = np.arange(4, dtype=np.float32)
halve[1, 4, 0, 0](a)
print(a, float32(0.5))
"""
    ran = run_program(program)
    assert (ran.stdout, ran.error) == ("[1.5 1.  0.5 0. ] 0.5\n", "")


def test_what_a_kernel_prints_comes_before_what_the_host_prints_next() -> None:
    program = f"{HEAD}@cuda.jit\ndef say():\n    print(cuda.threadIdx.x)\n\nsay[1, 2]()\nprint('done')\n"
    assert run_program(program).stdout == "0\n1\ndone\n"


def test_an_error_in_a_kernel_names_its_line_and_how_to_announce_it() -> None:
    ran = run_program(f"{RACE}out = np.zeros(1)\nlast[1, 32](out)\n")
    assert ran.line == 6
    assert ran.error.startswith("`last` gets data_race")
    assert ran.error.endswith("`:finding: data_race` says that it should")


def test_an_error_that_was_announced_lets_the_program_go_on() -> None:
    ran = run_program(f"{RACE}out = np.zeros(1)\nlast[1, 32](out)\nprint('on')\n", "data_race")
    assert (ran.stdout, ran.error, set(ran.findings)) == ("on\n", "", {"data_race"})


@pytest.mark.parametrize(
    ("program", "line", "error"),
    [
        ("x = 1\n1 / 0\n", 2, "raises ZeroDivisionError: division by zero"),
        ("x = (\n", 1, "is not Python: '(' was never closed"),
        ("import sys\nsys.exit(3)\n", 2, "raises SystemExit: 3"),
        ("def f():\n    raise ValueError\n\nf()\n", 2, "raises ValueError"),
        ("while True:\n    print(1)\n", 2, "it prints more than 20,000 characters"),
        ("import os\nos._exit(0)\n", 0, "ends its process (exit status 0)"),
        (f"{HEAD}cuda.grid(1)\n", 3, "raises NameError: `numba.cuda.grid` cannot be called outside of a kernel"),
        (f"{HEAD}cuda.to_device(np.ones(2)).sum()\n", 3, "raises AttributeError: an array on the device has no `sum`"),
        (f"{DOUBLE}double(1, 2)\n", 10, "raises ValueError: a kernel is launched with a grid and a block: double[grid"),
        (f"{DOUBLE}double[1](1, 2)\n", 10, "raises ValueError: a kernel is launched with a grid and a block: double["),
        (f"{DOUBLE}double[0, 1](np.ones(1), np.ones(1))\n", 10, "raises CudaAPIError: this launch cannot be made"),
        ("import numpy as np\na = np.zeros(1 << 40)\n", 2, "raises MemoryError"),
    ],
)  # fmt: skip
def test_each_way_of_failing_is_told_with_its_line(program: str, line: int, error: str) -> None:
    ran = run_program(program)
    assert ran.error.startswith(error), ran.error
    assert ran.line == line


def test_a_kernel_keeps_the_globals_it_was_compiled_with() -> None:
    program = f"""{HEAD}
N = 1

@cuda.jit
def put(out):
    out[0] = N

out = np.zeros(1, np.int64)
put[1, 1](out)
N = 2
put[1, 1](out)
print(out)
wide = np.zeros(1)
put[1, 1](wide)
print(wide)
"""
    assert run_program(program).stdout == "[1]\n[2.]\n"


@pytest.mark.parametrize("head", ["if True:", "for _ in range(1):", "def main():"])
def test_a_launch_may_stand_inside_of_a_statement(head: str) -> None:
    inside = f"{head}\n    a = np.arange(3)\n    double[1, 4](a, a)\n    print(a)\n\n"
    call = "main()\n" if head.startswith("def") else ""
    assert run_program(DOUBLE + inside + call).stdout == "[0 2 4]\n"


def test_a_launch_that_is_refused_can_be_caught_and_a_race_cannot() -> None:
    caught = "out = np.zeros(1)\ntry:\n    last[1, {}](out)\nexcept Exception:\n    print('caught')\n"
    assert run_program(RACE + caught.format(2048)).stdout == "caught\n"
    assert run_program(RACE + caught.format(32)).error.startswith("`last` gets data_race")


def test_a_program_without_end_is_stopped() -> None:
    assert run_program("while True:\n    pass\n", seconds=2).error == "does not end within 2 seconds"


def test_leaving_early_on_purpose_is_no_fault() -> None:
    assert run_program("print(1)\nraise SystemExit\n").error == ""


def test_what_goes_around_print_cannot_speak_for_the_process() -> None:
    assert run_program('import os\nos.write(1, b"[]")\nprint(2)\n').stdout == "2\n"


def test_the_process_never_loads_numba() -> None:
    code = "import sys, app.course.program_child; print(any(name.startswith('numba') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def lives(pid: str) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_what_a_program_starts_ends_with_it(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    program = f"""import os, pathlib, time
if os.fork() == 0:
    pathlib.Path({str(told)!r}).write_text(str(os.getpid()))
    time.sleep(600)
while not pathlib.Path({str(told)!r}).exists():
    time.sleep(0.01)
"""
    assert run_program(program, seconds=5.0).error == "does not end within 5 seconds"  # its output is still open
    while lives(told.read_text()):  # a signal takes its time
        time.sleep(0.01)


def test_what_bypasses_print_is_not_gathered() -> None:
    ran = run_program("import os\nfor _ in range(100):\n    os.write(2, bytes(1 << 20))\nprint(1)\n")
    assert (ran.stdout, ran.error) == ("1\n", "")
