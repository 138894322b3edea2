"""The attacks again, as another user: unprivileged, and as a container of Docker's runs its processes (context.py).

As root, the suite itself is the third context, in which children are dropped to an unprivileged user. Each of these is
one run of pytest in a process that has become that user.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from tests.attacks.suite import attacks, layered

HERE = Path(__file__).parent
WITHIN = "GRIDSTRIDE_CONTEXT" in os.environ
FILES = [path for path in sorted(HERE.glob("test_*.py")) if path.stem not in {"test_contexts", "test_suite"}]
THE_SAME_FOR_ALL = "executor or fooled or in_one_process or bombs and (alone or succeeds)"  # whoever runs them


def within(context: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Execute Python there. Skips where this process may not prepare the way to Python."""
    start = [sys.executable, str(HERE / "context.py"), context, *command]
    done = subprocess.run(start, capture_output=True, text=True, cwd=ROOT, check=False)
    if "OSError: [Errno 1] unshare" in done.stderr:
        pytest.skip("Python lies in a folder that only root may enter, and no namespace can be made to open it")
    return done


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif(WITHIN, reason="this is one already")
@pytest.mark.parametrize("context", ["plain", "docker"])
def test_the_whole_suite_holds_there(context: str) -> None:
    if context == "plain" and os.geteuid() != 0:
        pytest.skip("a plain user runs the suite already")
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "slow or not slow",
        "-k",
        f"not ({THE_SAME_FOR_ALL})",
        "--tb=short",
    ]
    done = within(context, "-m", "pytest", *options, *map(str, FILES))
    print(done.stdout[-8000:], done.stderr[-2000:])
    assert done.returncode == 0
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 2 * len(layered()) + len(attacks())  # so most were tried, with and without their layers


ASK = """
import ctypes, os, socket
from pathlib import Path
status = dict(line.split(":\\t", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":\\t" in line)
print(os.getuid(), int(status["CapEff"], 16), status["NoNewPrivs"], status["Seccomp"])
libc = ctypes.CDLL(None, use_errno=True)
import sys; sys.path.insert(0, sys.argv[1])
import system_calls
for name, first in (("keyctl", 0), ("io_uring_setup", 0), ("unshare", 0x10000000), ("clone3", 0), ("ptrace", 99)):
    libc.syscall(system_calls.number(name), first, 0, 0, 0)
    print(name, ctypes.get_errno())
"""


@pytest.mark.skipif(WITHIN or os.geteuid() != 0, reason="only root can become another user")
def test_a_container_of_dockers_is_told_apart_from_a_plain_user() -> None:
    plain, docker = (within(context, "-c", ASK, str(HERE)).stdout.splitlines() for context in ("plain", "docker"))
    assert (plain[0], docker[0]) == ("10002 0 0 0", "10001 0 1 2")
    assert docker[1:] == ["keyctl 1", "io_uring_setup 1", "unshare 1", "clone3 38", "ptrace 3"]
    assert not {"keyctl 1", "io_uring_setup 1", "unshare 1", "clone3 38"} & set(plain)
