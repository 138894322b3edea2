"""A process that confines itself: what it says stands, what still works, and when it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from app.sandbox import Layer
from app.sandbox.confine import Hardened, Standing

BEGIN = f"""
import os, sys
os.environ["OPENBLAS_NUM_THREADS"] = "1"
sys.path.insert(0, {str(ROOT)!r})
import json, socket, threading
from pathlib import Path
import numpy as np
from app.sandbox.confine import confine
def enter(devices=(), keep=(), **more):
    return confine(list(devices), list(keep), ("numpy",), **({{"parent": os.getppid()}} | more))
"""

SLUG = next(path.parent for path in sorted((ROOT / "kernels").glob("*/solution.py")))
FILES = ["/etc/passwd", str(SLUG / "exercise.py"), str(SLUG / "solution.py"), str(ROOT / "lessons"), "/dev/null"]
TARGET = "/dev/null"


def run(source: str) -> subprocess.CompletedProcess[str]:
    """Execute Python in a process of its own."""
    command = [sys.executable, "-I", "-c", BEGIN + source]
    return subprocess.run(command, capture_output=True, text=True, env={}, timeout=60, check=False)


def test_every_layer_stands_and_is_told_through_plain_data() -> None:
    done = run("print(json.dumps(enter().plain()))")
    told = Hardened.of(json.loads(done.stdout))
    assert told.layers.keys() == {layer.value for layer in Layer}
    assert [name for name, standing in told.layers.items() if not standing.whole] == []


def test_what_an_executor_needs_works() -> None:
    done = run("""
import ctypes, mmap, select
ours, theirs = socket.socketpair()
memory = os.memfd_create("given")
os.ftruncate(memory, 1 << 20)
enter(keep=[ours.fileno(), theirs.fileno(), memory])
said = []
thread = threading.Thread(target=lambda: said.append(float(np.linalg.det(np.eye(3)))))
thread.start()
thread.join()
mapped = np.frombuffer(mmap.mmap(memory, 1 << 20), np.uint8)
mapped[:] = 7
socket.send_fds(ours, [b"x"], [memory])
_, (given, *_), _, _ = socket.recv_fds(theirs, 10, 2)
ours.settimeout(5)
os.eventfd(0)
poll = select.poll()
poll.register(theirs.fileno())
Path(f"/proc/self/task/{threading.get_native_id()}/comm").write_text("named")
print(said, os.pread(given, 2, 100), os.memfd_create("own") > 0, len(os.sched_getaffinity(0)) > 0)
""")
    assert done.stdout == "[1.0] b'\\x07\\x07' True True\n", done.stderr


ATTACKS = f"""
def fork():
    if os.fork() == 0: os._exit(0)
def become_memory():
    made = os.memfd_create("program")
    os.execve(made, ["none"], {{}})
tries = {{path: lambda path=path: os.close(os.open(path, os.O_RDONLY)) for path in {FILES!r}}}
tries["write"] = lambda: os.close(os.open({TARGET!r}, os.O_WRONLY))
tries |= {{
    family.name: lambda family=family: socket.socket(family, socket.SOCK_DGRAM)
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK)
}}
tries |= {{
    "fork": fork,
    "execute": lambda: os.execv("/no-such-program", ["none"]),
    "execute memory": become_memory,
    "signal": lambda: os.kill(os.getppid(), 0),
}}
for name, attempt in tries.items():
    try: attempt()
    except PermissionError: continue
    except OSError: pass
    print(name, flush=True)
"""


def test_it_reads_nothing_of_ours_writes_nothing_and_reaches_nobody() -> None:
    done = run("enter()\n" + ATTACKS)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_without_landlock_files_are_open_and_without_seccomp_the_kernel_is() -> None:
    without = "from app.sandbox import ALL_LAYERS, Layer\nenter(layers=ALL_LAYERS - {{{}}})\n".format
    assert run(without("Layer.LANDLOCK") + ATTACKS).stdout.splitlines() == [*FILES, "write"]
    calls = run(without("Layer.SECCOMP, Layer.LANDLOCK, Layer.IDS") + ATTACKS).stdout.splitlines()
    assert calls == [
        *FILES,
        *("write", "AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"),
        *("fork", "execute", "execute memory", "signal"),
    ]


def test_only_the_descriptors_that_it_names_stay_open() -> None:
    done = run("""
kept, lost = os.pipe()
higher = os.dup2(kept, 700)
enter(keep=[kept])
for descriptor in (kept, lost, higher):
    try: print(bool(os.fstat(descriptor)))
    except OSError: print("closed")
""")
    assert done.stdout.split() == ["True", "closed", "closed"]


def test_no_byte_goes_into_a_file() -> None:
    done = run("""
memory = os.memfd_create("memory")
enter(keep=[memory])
try: os.write(memory, b"x")
except OSError as error: print(error.errno)
""")
    assert done.stdout.split() == ["27"]


def test_private_memory_is_bounded() -> None:
    done = run("""
enter(data_bytes=1 << 30)
try: np.ones(1 << 28)
except MemoryError: print("no")
""")
    assert done.stdout == "no\n"


def test_threads_that_run_already_are_a_reason_to_refuse() -> None:
    done = run("""
waits = threading.Event()
threading.Thread(target=waits.wait, daemon=True).start()
try: enter()
except Exception as error: print(type(error).__name__, error)
""")
    assert done.stdout.startswith("LayerError landlock: 2 threads run already")


def test_a_process_whose_parent_is_another_ends() -> None:
    done = run("enter(parent=1)\nprint('went on')")
    assert (done.returncode, done.stdout) == (1, "")


def test_a_device_that_is_not_there_is_a_layer_that_cannot_be_put_up() -> None:
    done = run("""
try: enter(devices=[Path("/dev/no-such-card")])
except Exception as error: print(type(error).__name__, error)
""")
    assert done.stdout.startswith("LayerError landlock: ")


@pytest.mark.skipif(os.geteuid() != 0, reason="a plain user has nothing to drop")
def test_root_stays_where_a_device_is_its_alone_and_says_so(tmp_path: Path) -> None:
    node = tmp_path / "nvidia0"
    node.touch(mode=0o600)
    done = run(f"""
told = enter(devices=[Path({str(node)!r})])
print(json.dumps(told.plain()["ids"]))
print(os.getuid(), Path({str(node)!r}).read_text() == "")
print([line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("CapEff")])
""")
    ids, user, capabilities = done.stdout.splitlines()
    assert json.loads(ids) == {"whole": False, "detail": f"root without capabilities: only its owner may use {node}"}
    assert user == "0 True"
    assert "0000000000000000" in capabilities


def test_an_old_kernel_is_told_of() -> None:
    done = run("print(json.dumps(enter(landlock_abi=4).plain()))")
    standing = Hardened.of(json.loads(done.stdout)).layers["landlock"]
    assert not standing.whole
    assert standing.detail.startswith("ABI 4: ")


@pytest.mark.parametrize(
    "told",
    [None, {}, [], {"landlock": {"whole": True, "detail": ""}}, {layer.value: True for layer in Layer}],
)
def test_what_is_no_report_is_refused(told: object) -> None:
    with pytest.raises(ValueError, match="did not say"):
        Hardened.of(told)


def test_a_report_with_more_in_a_layer_is_refused() -> None:
    plain: dict[str, object] = {**Hardened({layer.value: Standing(whole=True, detail="") for layer in Layer}).plain()}
    assert Hardened.of(plain).layers["ids"] == Standing(whole=True, detail="")
    with pytest.raises(ValueError, match="did not say"):
        Hardened.of({**plain, "ids": {"whole": True, "detail": "", "more": 1}})
