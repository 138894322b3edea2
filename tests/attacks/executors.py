"""The wall of a GPU's executor, on which attacks are tried in one warm process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from app.config import ROOT
from app.sandbox import Layer
from tests.attacks.suite import Attack

_CONFINED = Path(__file__).with_name("confined.py")


class Executors:
    """A process that forks one executor-like process for each attack."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(_CONFINED), str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={},
            cwd="/",
            text=True,
        )

    def let_in(self, attack: Attack, facts: dict[str, object], missing: Iterable[Layer] = ()) -> bool:
        """Whether it succeeds without these layers. Skips where this machine lacks what is attacked."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        job = {"script": attack.script, "facts": facts, "missing": sorted(missing)}
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        said = str(json.loads(self._process.stdout.readline()))
        if said.startswith("not here"):
            pytest.skip(said)
        print(said)
        return str(facts["marker"]) in said

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()
