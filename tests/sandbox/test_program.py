"""A child that becomes a program: a shell here, to which the job is a script."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.sandbox import ALL_LAYERS, Ending, Layer, Limits, Outcome, Sandbox

LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=256 << 20, result_bytes=0)
SHELL = 'PACKAGES = ()\nPROGRAM = ("/bin/sh", "-e")\ndef warm(): pass\n'
Run = Callable[..., Outcome]


@pytest.fixture(scope="module")
def shells(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Run a script behind the wall, without these layers."""
    folder = tmp_path_factory.mktemp("shell")
    (folder / "shell.py").write_text(SHELL)
    made: dict[frozenset[Layer], Sandbox] = {}

    def run(script: str, *missing: Layer) -> Outcome:
        layers = ALL_LAYERS - set(missing)
        if layers not in made:
            made[layers] = Sandbox("shell", limits=LIMITS, path=[folder], layers=layers)
        return made[layers].run(script.encode())

    yield run
    for sandbox in made.values():
        sandbox.close()


def test_what_the_program_prints_is_the_outcome(shells: Run) -> None:
    outcome = shells("echo told; echo complained >&2")
    assert (outcome.ending, outcome.stdout, outcome.stderr) == (Ending.OK, "told\n", "complained\n")


def test_how_the_program_ends_is_known(shells: Run) -> None:
    assert shells("exit 3").detail == "ended with exit status 3"


@pytest.mark.parametrize(
    ("script", "layer"),
    [
        ("exec /bin/cat /proc/version", Layer.LANDLOCK),
        ("read line < /etc/passwd", Layer.LANDLOCK),
        (f"read line < {Path(__file__).parents[2]}/pyproject.toml", Layer.LANDLOCK),
        ("echo . > /dev/null", Layer.LANDLOCK),
        (f"kill -0 {os.getpid()}", Layer.SECCOMP),
    ],
)
def test_it_can_become_nothing_else_nor_read_nor_write(shells: Run, script: str, layer: Layer) -> None:
    outcome = shells(script)
    assert outcome.ending is Ending.CRASHED
    assert "denied" in outcome.stderr or "not permitted" in outcome.stderr, outcome.stderr
    missing = {Layer.SECCOMP: (Layer.SECCOMP, Layer.IDS, Layer.LANDLOCK)}.get(layer, (layer,))
    assert shells(script, *missing).ending is Ending.OK


def test_its_job_cannot_be_executed(shells: Run) -> None:
    outcome = shells("exec /proc/self/fd/4", Layer.LANDLOCK)
    assert (outcome.ending, outcome.detail) == (Ending.CRASHED, "ended with exit status 126")


def test_it_starts_no_process(shells: Run) -> None:
    assert shells("(echo a child)").ending is Ending.CRASHED
    assert shells("(echo a child)", Layer.SECCOMP, Layer.RLIMITS).stdout == "a child\n"
