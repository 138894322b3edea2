"""Commands of ours on kernels that really lack what a layer needs."""

from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT_LANDLOCK = {"landlock_create_ruleset": errno.ENOSYS}
LACKING = {
    "an old kernel": (WITHOUT_LANDLOCK, "landlock", "this kernel has no Landlock"),
    "landlock is built in and not switched on": (
        {"landlock_create_ruleset": errno.EOPNOTSUPP},
        "landlock",
        "Landlock is not among the kernel's lsm=",
    ),
    "no filters": ({"seccomp": errno.ENOSYS}, "seccomp", "Function not implemented"),
    "limits that nobody may lower": ({"prlimit64": errno.EPERM}, "rlimits", "Operation not permitted"),
    "root that cannot become another": ({"setresuid": errno.EPERM}, "ids", "Operation not permitted"),
}


def command(lacks: dict[str, int], *words: str, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "GRIDSTRIDE_DATA": str(data), "GRIDSTRIDE_GPUS": "none", **settings}
    line = [sys.executable, str(Path(__file__).with_name("poorer.py")), json.dumps(lacks), *words]
    return subprocess.run(line, check=False, capture_output=True, text=True, env=environ, timeout=100)


@pytest.mark.slow
@pytest.mark.parametrize(("lacks", "layer", "why"), LACKING.values(), ids=LACKING)
def test_doctor_names_the_layer_the_reason_and_what_to_do(
    tmp_path: Path, lacks: dict[str, int], layer: str, why: str
) -> None:
    if layer == "ids" and os.geteuid() != 0:
        pytest.skip("a plain user becomes nobody else")
    done = command(lacks, "doctor", data=tmp_path)
    lines = done.stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith(f"  MISSING {layer} "))
    assert why in lines[at]
    assert lines[at + 1].startswith("          ")
    assert [line.split()[1] for line in lines if line.startswith("  MISSING")] == [layer]
    assert done.returncode == 1


@pytest.mark.slow
def test_a_worker_refuses_and_says_which_layer_is_missing(tmp_path: Path) -> None:
    done = command(WITHOUT_LANDLOCK, "worker", data=tmp_path)
    assert done.returncode == 2
    assert "landlock: this kernel has no Landlock" in done.stderr
    assert "Needs Linux 5.13 or later" in done.stderr


@pytest.mark.slow
def test_another_layer_that_was_left_out_does_not_excuse_it(tmp_path: Path) -> None:
    done = command(WITHOUT_LANDLOCK, "worker", data=tmp_path, GRIDSTRIDE_WITHOUT="seccomp")
    assert done.returncode == 2
    said = "landlock: this kernel has no Landlock" if os.geteuid() == 0 else "is for a worker that starts as root"
    assert said in done.stderr


@pytest.mark.slow
def test_serve_ends_where_its_worker_refuses(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    done = command(WITHOUT_LANDLOCK, "serve", data=tmp_path, GRIDSTRIDE_PORT=str(port))
    assert done.returncode == 2
    assert "landlock: this kernel has no Landlock" in done.stderr
