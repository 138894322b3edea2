"""Through the wall: whatever a module does, it ends as the learner's finding, and the next one compiles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest

from app.devices import Argument
from app.devices.compiler import CHILD, Compiler
from app.errors import InfrastructureError, SandboxError
from app.findings import Finding
from app.protocol.compiled import CompileError
from app.sandbox import Limits, Sandbox

FAST = Limits(seconds=8.0, cpu_seconds=1, address_bytes=1 << 30, result_bytes=8 << 20)
FLOATS = np.zeros(8, np.float32)
ARGUMENTS = [Argument("a", FLOATS), Argument("b", FLOATS), Argument("out", FLOATS, is_output=True)]
KERNEL = """
from numba import cuda
@cuda.jit
def add(a, b, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]
"""


@pytest.fixture(scope="module")
def compiler() -> Iterator[Compiler]:
    with Compiler(Sandbox(CHILD, limits=FAST), "sm_90") as made:
        yield made


def refused(compiler: Compiler, source: str) -> Finding:
    with pytest.raises(CompileError) as caught:
        compiler.compile(source, "add", ARGUMENTS)
    (finding,) = caught.value.findings
    return finding


def forge(frame: str) -> str:
    """A module that writes a frame of its own into every descriptor and leaves."""
    return (
        "import json, os, struct\n"
        f"header = json.dumps({frame}).encode()\n"
        "raw = struct.pack('<I', 4 + len(header)) + struct.pack('<I', len(header)) + header\n"
        "for number in range(3, 16):\n"
        "    try:\n        os.write(number, raw)\n    except OSError:\n        pass\n"
    )


ATTACKS = {
    "removes a file": ("import os\nos.remove('/etc/hostname')\n", "forbidden.file", 2),
    "removes a tree": ("import shutil\nshutil.rmtree('/usr')\n", "forbidden.file", 2),
    "reads a file": ("open('/etc/passwd').read()\n", "forbidden.file", 1),
    "writes a file": ("open('/tmp/x', 'w')\n", "forbidden.file", 1),
    "lists a folder": ("import os\nos.listdir('/')\n", "forbidden.file", 2),
    "starts a process": ("import subprocess\nsubprocess.run(['ls'])\n", "forbidden.process", 2),
    "forks": ("import os\nos.fork()\n", "forbidden.process", 2),
    "starts a thread": ("import threading\nthreading.Thread(target=print).start()\n", "forbidden.process", 2),
    "kills its parent": ("import os\nos.kill(os.getppid(), 9)\n", "forbidden.process", 2),
    "connects": ("import socket\nsocket.create_connection(('127.0.0.1', 80))\n", "forbidden.network", 2),
    "opens a socket": ("import socket\nsocket.socket()\n", "forbidden.network", 2),
    "downloads": ("import urllib.request as r\nr.urlopen('http://127.0.0.1')\n", "forbidden.network", 2),
    "imports the platform": ("import app.store\n", "forbidden.file", 1),
    "allocates 10 GB": ("x = bytearray(10_000_000_000)\n", "memory.compile", 1),
    "allocates little by little": ("x = []\nwhile True:\n    x.append(bytes(1 << 20))\n", "memory.compile", 3),
    "prints a gigabyte": ("for _ in range(1_000_000):\n    print('x' * 1000)\n", "source_error.output", None),
    "sleeps": ("import time\ntime.sleep(60)\n", "timeout.compile", None),
    "exits": ("raise SystemExit(0)\n", "source_error.exit", 1),
    "leaves at once": ("import os\nos._exit(0)\n", "source_error.interfered", None),
    "crashes": ("import ctypes\nctypes.string_at(0)\n", "source_error.crashed", None),
    "writes garbage": ("import os\nos.write(3, b'garbage' * 1000)\n", "source_error.crashed", None),
    "announces a huge frame": ("import os\nos.write(3, b'\\xff' * 8)\n", "source_error.crashed", None),
    "forges a finding of another kind": (
        forge("{'kind': 'findings', 'data': {'findings': [{'kind': 'data_race', 'severity': 'error', 'line': 1, "
              "'message_key': 'data_race', 'args': {}, 'thread': None, 'block': None, 'other': None, 'count': 1}]}, "
              "'arrays': []}") + "os._exit(0)\n", "source_error.interfered", None
    ),
    "forges a finding that has no words": (
        forge("{'kind': 'findings', 'data': {'findings': [{'kind': 'typing_error', 'severity': 'error', 'line': 1, "
              "'message_key': 'typing_error.zzz', 'args': {}, 'thread': None, 'block': None, 'other': None, 'count': 1"
              "}]}, 'arrays': []}") + "os._exit(0)\n", "source_error.interfered", None
    ),
    "forges a compiled kernel": (
        forge("{'kind': 'linked', 'data': {'symbol': 'k', 'registers': 1}, 'arrays': []}") + "os._exit(0)\n",
        "source_error.interfered", None
    ),
    "forges PTX beside the true one": (
        forge("{'kind': 'ptx', 'data': {'text': 'x', 'max_registers': None}, 'arrays': []}") + KERNEL,
        "source_error.interfered", None
    ),
    "forges PTX with no kernel": (
        forge("{'kind': 'ptx', 'data': {'text': '', 'max_registers': None}, 'arrays': []}") + "os._exit(0)\n",
        "compile_limit.interface", None
    ),
}  # fmt: skip


LASTING = {"sleeps"}  # as long as the compiler is given, which the second stage waits for


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LASTING else []) for name in ATTACKS]
)
def test_an_attack_is_the_learners_finding_and_the_next_kernel_compiles(compiler: Compiler, name: str) -> None:
    source, key, line = ATTACKS[name]
    finding = refused(compiler, source if KERNEL in source else source + KERNEL)
    assert finding.message_key == key
    if line is not None:
        assert finding.line == line
    assert compiler.compile(KERNEL, "add", ARGUMENTS).registers > 0


PATCHES = {
    "the report's maker": "import app.toolchain.link as m\nm.link = lambda *a, **k: None\n",
    "the linker's library": "import ctypes\nctypes.CDLL = None\n",
    "the log's pattern": "import re\nre.search = lambda *a: None\n",
    "the type of a result": "import app.toolchain.link as m\nm.Linked.__init__ = None\n",
    "the next module": "import sys\nsys.modules['math'] = None\n",
}


@pytest.mark.parametrize("name", PATCHES)
def test_a_patched_process_cannot_change_the_report(compiler: Compiler, name: str) -> None:
    honest = compiler.compile(KERNEL, "add", ARGUMENTS)
    try:
        patched = compiler.compile(PATCHES[name] + KERNEL, "add", ARGUMENTS)
    except CompileError:
        pass
    else:
        assert (patched.registers, patched.spill_bytes) == (honest.registers, honest.spill_bytes)
    assert compiler.compile(KERNEL, "add", ARGUMENTS).registers == honest.registers


def test_a_forged_register_count_is_not_believed(compiler: Compiler) -> None:
    forgery = (
        "import app.toolchain.kernel as k\ntrue = k._compile\n"
        "k._compile = lambda *a, **o: k.Ptx(true(*a, **o).text + '// forged', {count})\n"
    )
    honest = compiler.compile(KERNEL, "add", ARGUMENTS)
    for count in (10**9, -1, "'16'", True):
        forged = compiler.compile(forgery.format(count=count) + KERNEL, "add", ARGUMENTS)
        assert forged.ptx.endswith("// forged")  # or the forgery would have come too late to be any
        assert forged.registers == honest.registers


def forged(text: str) -> str:
    """A module that answers with this PTX."""
    return (
        "import os\nfrom app.protocol.frames import Frame, encode\n"
        f"os.write(3, encode(Frame('ptx', {{'text': {text!r}, 'max_registers': None}})))\nos._exit(0)\n"
    )


@pytest.mark.slow
def test_a_text_that_breaks_the_assembler_is_the_learners_where_another_links() -> None:
    fragile = Sandbox("fragile_child", limits=FAST, path=[Path(__file__).parent])
    with Compiler(fragile, "sm_90") as compiler:
        assert refused(compiler, forged("// break")).message_key == "compile_limit.assembler"
        assert compiler.compile(KERNEL, "add", ARGUMENTS).registers > 0


@pytest.mark.slow
def test_a_kernel_whose_linker_answers_and_then_dies_is_no_kernel() -> None:
    falling = "import app.toolchain.kernel as k\ntrue = k._compile\n"
    falling += "k._compile = lambda *a, **o: k.Ptx(true(*a, **o).text + '// fall', None)\n"
    fragile = Sandbox("fragile_child", limits=FAST, path=[Path(__file__).parent])
    with Compiler(fragile, "sm_90") as compiler:
        with pytest.raises(InfrastructureError, match="did not end"):
            compiler.compile(falling + KERNEL, "add", ARGUMENTS)
        assert compiler.compile(KERNEL, "add", ARGUMENTS).registers > 0


@pytest.mark.slow
def test_a_linker_that_is_broken_itself_is_not_the_learners_fault() -> None:
    broken = Sandbox("broken_child", limits=FAST, path=[Path(__file__).parent])
    whole = Sandbox(CHILD, limits=FAST)
    with Compiler(whole, "sm_90", broken) as half, pytest.raises(InfrastructureError, match="linker does not work"):
        half.compile(KERNEL, "add", ARGUMENTS)


@pytest.mark.parametrize("change", [{"count": 2}, {"thread": [1, 0, 0]}, {"count": 10**4000}])
def test_a_finding_that_threads_have_met_is_none_of_a_compilers(compiler: Compiler, change: dict[str, object]) -> None:
    plain: dict[str, object] = {"kind": "syntax_error", "severity": "error", "line": 1, "message_key": "syntax_error"}
    plain |= {"args": {"text": "x"}, "thread": None, "block": None, "other": None, "count": 1} | change
    source = forge(f"{{'kind': 'findings', 'data': {{'findings': [{plain!r}]}}, 'arrays': []}}")
    assert refused(compiler, source + "os._exit(0)\n").message_key == "source_error.interfered"


def test_a_kernel_for_other_arguments_is_refused(compiler: Compiler) -> None:
    """PTX of the learner's own that takes a pointer where the exercise passes an array."""
    text = ".version 8.0\\n.target sm_90\\n.address_size 64\\n.visible .entry k(.param .u64 p)\\n{ ret; }\\n"
    source = forge(f"{{'kind': 'ptx', 'data': {{'text': '{text}', 'max_registers': None}}, 'arrays': []}}")
    assert refused(compiler, source + "os._exit(0)\n").message_key == "compile_limit.interface"


def test_records_and_fortran_arrays_cross_the_wall(compiler: Compiler) -> None:
    source = "from numba import cuda\n@cuda.jit\ndef k(r, m):\n    i = cuda.grid(1)\n    m[i, 0] = r[i]['x']\n"
    record = np.zeros(4, np.dtype([("id", np.int8), ("x", np.float32)], align=True))
    arguments = [Argument("r", record), Argument("m", np.zeros((4, 4), order="F"), is_output=True)]
    assert compiler.compile(source, "k", arguments).registers > 0


def test_arithmetic_on_float16_is_linked_behind_the_wall(compiler: Compiler) -> None:
    halves = [Argument(name, np.zeros(8, np.float16)) for name in ("a", "b", "out")]
    assert compiler.compile(KERNEL, "add", halves).registers > 0


def test_printing_is_no_fault(compiler: Compiler) -> None:
    assert compiler.compile("print('hello')\n" + KERNEL, "add", ARGUMENTS).registers > 0


def test_compile_errors_cross_the_wall_with_their_line(compiler: Compiler) -> None:
    finding = refused(compiler, KERNEL.replace("a[i] + b[i]", "a[i / 2]"))
    assert (finding.message_key, finding.line) == ("typing_error.float_index_division", 7)


@pytest.mark.parametrize("body", ["    pass", "    try:\n        while True: pass\n    except BaseException: pass"])
def test_a_module_that_never_ends_runs_out_of_time(compiler: Compiler, body: str) -> None:
    assert refused(compiler, f"while True:\n{body}\n" + KERNEL).message_key in ("timeout.module", "timeout.compile")
    assert compiler.compile(KERNEL, "add", ARGUMENTS).registers > 0


def test_a_compiler_that_is_broken_itself_is_not_the_learners_fault() -> None:
    sandbox = Sandbox("broken_child", limits=FAST, path=[Path(__file__).parent])
    with Compiler(sandbox, "sm_90") as broken, pytest.raises(InfrastructureError, match="compiler does not work"):
        broken.compile(KERNEL, "add", ARGUMENTS)


def test_a_sandbox_whose_twin_does_not_start_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    troubles = iter([SandboxError("no room"), None])
    closed: list[object] = []

    class Twin(AbstractContextManager["Twin"]):
        def __init__(self, *args: object, **kwargs: object) -> None:
            if (trouble := next(troubles)) is not None:
                raise trouble

        def __exit__(self, *exc: object) -> None:
            closed.append(self)

    monkeypatch.setattr("app.devices.compiler.Sandbox", Twin)
    with pytest.raises(SandboxError, match="no room"):
        Compiler.start("sm_90", spares=True)
    assert len(closed) == 1


def test_what_is_to_be_done_meanwhile_is_done_once_each_and_in_order(compiler: Compiler) -> None:
    did: list[str] = []
    compiler.compile(
        KERNEL, "add", ARGUMENTS, compiling=lambda: did.append("compiling"), linking=lambda: did.append("linking")
    )
    assert did == ["compiling", "linking"]
    with pytest.raises(CompileError):
        compiler.compile("nonsense(", "add", ARGUMENTS, linking=lambda: did.append("never"))
    assert did == ["compiling", "linking"]


@pytest.mark.parametrize("phase", ["compiling", "linking"])
def test_what_is_raised_meanwhile_comes_out_and_the_next_kernel_compiles(compiler: Compiler, phase: str) -> None:
    def break_off() -> None:
        raise InfrastructureError("the interpreter broke")

    with pytest.raises(InfrastructureError, match="the interpreter broke"):
        compiler.compile(KERNEL, "add", ARGUMENTS, **{phase: break_off})
    assert compiler.compile(KERNEL, "add", ARGUMENTS).cubin
