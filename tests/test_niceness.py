"""A background process steps back behind its session's weight, and only where the session is its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LOWERS = "import sys; from pathlib import Path; from app.niceness import lower; lower(Path(sys.argv[1]))"


def lowered(group: Path, *, leads: bool) -> None:
    subprocess.run([sys.executable, "-c", LOWERS, str(group)], check=True, start_new_session=leads)


@pytest.mark.parametrize(("leads", "left"), [(True, "19"), (False, "0")])
def test_only_a_session_of_its_own_is_weighed_less(tmp_path: Path, leads: bool, left: str) -> None:
    group = tmp_path / "autogroup"
    group.write_text("0")
    lowered(group, leads=leads)
    assert group.read_text() == left


def test_a_kernel_without_such_groups_is_no_trouble(tmp_path: Path) -> None:
    lowered(tmp_path / "autogroup", leads=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="a kernel that groups no sessions")
def test_a_new_session_takes_the_weight_of_its_process() -> None:
    asks = "import os; from app.niceness import weigh; os.nice(7); weigh(); print(open('/proc/self/autogroup').read())"
    said = subprocess.run([sys.executable, "-c", asks], check=True, start_new_session=True, capture_output=True)
    assert said.stdout.split()[-1] == b"7"
