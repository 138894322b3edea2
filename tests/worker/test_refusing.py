"""A worker without a layer of the sandbox runs nothing, says so, and loses nothing."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys

import pytest

from app.config import ROOT
from app.domain.submission import Stage
from app.domain.verdict import VerdictKind
from app.store.walls import WallStore
from app.web.graders import Graders

POORER = [sys.executable, str(ROOT / "tests" / "sandbox" / "poorer.py")]
WITHOUT_LANDLOCK = json.dumps({"landlock_create_ruleset": errno.ENOSYS})
SOURCE = (ROOT / "kernels" / "vector-add" / "solution.py").read_text()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_what_waits_where_a_worker_refuses_is_graded_by_one_that_has_its_layers(site) -> None:
    waiting = site.submit(SOURCE)
    environ = {**os.environ, "GRIDSTRIDE_DATA": str(site.folder), "GRIDSTRIDE_GPUS": "none"}
    refused = subprocess.run([*POORER, WITHOUT_LANDLOCK, "worker"], check=False, env=environ, capture_output=True)
    assert refused.returncode == 2
    assert site.stages(waiting) == [Stage.QUEUED]
    walls = WallStore(site.db)
    assert [(row.layer, row.state) for one in walls.seen() for row in one.layers] == [("landlock", "missing")]
    assert Graders(site.folder, walls).away()
    site.start([sys.executable, "-m", "app", "worker"], {}, gpus="none")
    site.until(lambda: site.kind(waiting) is not None, 200)
    assert site.kind(waiting) is VerdictKind.PASSED
    assert not Graders(site.folder, walls).away()
