"""The course proves itself, by the command that authors use."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.config import ROOT
from app.course.loader import Reader, load_course
from app.course.proofs import Proofs


@pytest.mark.slow
@pytest.mark.timeout(900)  # some minutes on two cores that do nothing else
def test_the_course_proves_itself(tmp_path: Path) -> None:
    environ = {"GRIDSTRIDE_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "app", "check"], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    *told, summary = done.stdout.splitlines()
    subjects = Reader(ROOT).subjects()
    assert sorted(line.partition(" in ")[0] for line in told) == sorted(f"{s.path.name}: proved" for s in subjects)
    assert summary.startswith(f"{len(subjects)} of {len(subjects)} proved")
    assert load_course(ROOT, Proofs(tmp_path / "proofs")).faults == ()
