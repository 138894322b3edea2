"""What the processes hold that a worker starts and keeps: nothing of a job, and nothing of the worker's."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from app.cli.walled import opened_grader
from app.config import ROOT, Settings
from app.course.kernels import load_exercise
from app.devices.cards.executor import Executor
from app.domain.submission import Mode
from app.domain.verdict import VerdictKind
from app.sandbox import Sandbox
from bench.sandbox_leaks import children

SECRET = f"password-{secrets.token_hex(8)}"
NOTE = f"note_of_a_learner_{secrets.token_hex(8)}"
DESCRIPTORS = re.compile(r"/dev/null|socket:\[\d+\]|anon_inode:\[?landlock-ruleset\]?")
EXERCISES = ("vector-add", "round-trip")  # between them they use every kind of process
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can look into a zygote")


@pytest.fixture(scope="module")
def zygotes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[int]]:
    """All that a worker's grader started, after each did a job with the note in it; our environment has a secret."""
    mine = set(children(os.getpid()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRIDSTRIDE_DATABASE", SECRET)
        settings = Settings(data=tmp_path_factory.mktemp("data"), gpus="none")
        with opened_grader(settings) as grader:
            for slug in EXERCISES:
                exercise = load_exercise(ROOT / "kernels" / slug, ROOT).exercise
                assert exercise is not None
                source = (ROOT / "kernels" / slug / "solution.py").read_text() + f"\n{NOTE} = '{NOTE}'\n"
                verdict = grader.grade(exercise, source, Mode.SUBMIT, lambda *_: None)
                assert verdict.kind is VerdictKind.PASSED, verdict
            yield sorted(set(children(os.getpid())) - mine)


def memory(pid: int) -> Iterator[bytes]:
    """The private mappings of a process."""
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as opened:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            span, rights, _, _, inode, *_ = line.split()
            if rights.startswith("r") and "[v" not in line and inode == "0":
                start, end = (int(edge, 16) for edge in span.split("-"))
                opened.seek(start)
                yield opened.read(end - start)


def facts(pid: int) -> Mapping[str, str]:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    return {"environ": Path(f"/proc/{pid}/environ").read_bytes().decode(), "words": " ".join(words)}


@only_root
@pytest.mark.slow
def test_a_worker_keeps_one_zygote_of_each_kind(zygotes: list[int]) -> None:
    assert len(zygotes) == 5  # compiler and linker, interpreter, disassembler, programs, their device


@only_root
@pytest.mark.slow
def test_no_zygote_has_anything_of_a_job_or_of_the_worker_in_its_memory(zygotes: list[int]) -> None:
    sought = re.compile(f"{NOTE}|{SECRET}".encode())
    assert any(sought.search(piece) for piece in memory(os.getpid()))  # so the search works
    assert [pid for pid in zygotes if any(sought.search(piece) for piece in memory(pid))] == []


@only_root
@pytest.mark.slow
def test_environment_arguments_and_descriptors_of_every_zygote_are_those_that_are_listed(zygotes: list[int]) -> None:
    stderr = str(Path("/proc/self/fd/2").readlink())
    for pid in zygotes:
        told = facts(pid)
        assert re.fullmatch(r"(LD_LIBRARY_PATH=\S*/gridstride-\w+\0)?", told["environ"])
        assert told["words"].endswith(f"main()\n {ROOT} {told['words'].split()[-2]} {os.getpid()} ")
        links = [str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()]
        assert [link for link in links if link != stderr and not DESCRIPTORS.fullmatch(link)] == []
        assert len([link for link in links if link.startswith("socket:")]) == 1


def test_an_executor_has_nothing_of_the_worker_in_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDSTRIDE_DATABASE", SECRET)
    with Executor(0, child="tests.devices.cards.standin") as executor:
        executor.ready()
        assert facts(executor.pid)["environ"] == ""
        assert not any(SECRET.encode() in piece for piece in memory(executor.pid))


@only_root
def test_a_zygote_starts_with_nothing_of_ours(sandbox: Sandbox) -> None:
    assert sandbox.zygote_pid is not None
    told = facts(sandbox.zygote_pid)
    assert re.fullmatch(r"(LD_LIBRARY_PATH=\S*/gridstride-\w+\0)?", told["environ"])
