"""The course proves itself, by the command that authors use."""

import subprocess
import sys

import pytest

from app.config import ROOT
from app.course.loader import load_course


@pytest.mark.slow
def test_the_course_proves_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "check"], cwd=ROOT, env={}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(done.stdout.splitlines()) == [f"{slug}: proved" for slug in sorted(load_course(ROOT).exercises)]
