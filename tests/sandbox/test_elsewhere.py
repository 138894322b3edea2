"""Machines on which there is no wall: refused, with a sentence that says why and what works there."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

DOCTOR = """
import sys
from app.worker import doctor
sys.platform = {system!r}
print(doctor.written(doctor.Report(tuple(doctor._wall([])))))
"""
NARROW = """
import sys
sys.maxsize = (1 << 31) - 1
from app.sandbox import landlock
from app.sandbox.layers import LayerError
try:
    landlock.abi()
except LayerError as error:
    print(error)
"""


def said(source: str, *before: str) -> str:
    return subprocess.run([*before, sys.executable, "-c", source], check=True, capture_output=True, text=True).stdout


def test_another_system_is_told_by_its_name_and_what_works_there() -> None:
    text = said(DOCTOR.format(system="darwin"))
    assert "cannot be imported here: the sandbox needs Linux, and this is darwin" in text
    assert "gridstride serve --author" in text


def test_a_python_of_32_bits_is_refused_before_it_calls_anything() -> None:
    assert "seccomp: there is no table of system calls for a Python of 32 bits on " in said(NARROW)


@pytest.mark.skipif(shutil.which("setarch") is None, reason="setarch comes with util-linux")
@pytest.mark.slow
def test_a_kernel_that_plays_another_machine_is_refused_by_that_name() -> None:
    text = said(DOCTOR.format(system="linux"), "setarch", "i686")
    assert "no table of system calls for i686, only for x86_64 and aarch64" in text
    assert "gridstride serve --author" in text
