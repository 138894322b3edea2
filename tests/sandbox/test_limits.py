"""Limits are lowered to what is asked, and to what there is where that is less already."""

from __future__ import annotations

import subprocess
import sys

from app.config import ROOT

SCRIPT = """
import resource, sys
sys.path.insert(0, {root!r})
from app.sandbox import jail
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
resource.setrlimit(resource.RLIMIT_NOFILE, (30, 30))
jail._limit(jail.Bounds(cpu_seconds={cpu}, address_bytes=1 << 30))
print(*(resource.getrlimit(which) for which in (resource.RLIMIT_CPU, resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE)))
"""


def limits(cpu: int) -> str:
    """What a process that could use 20 s and 30 descriptors has afterwards."""
    command = [sys.executable, "-c", SCRIPT.format(root=str(ROOT), cpu=cpu)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_what_is_asked_for_is_set_with_a_second_of_grace_for_the_processor() -> None:
    assert limits(cpu=5) == "(5, 6) (30, 30) (0, 0)"


def test_a_lower_limit_stays() -> None:
    assert limits(cpu=20) == "(20, 20) (30, 30) (0, 0)"
    assert limits(cpu=50) == "(20, 20) (30, 30) (0, 0)"
