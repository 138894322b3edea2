"""When the server is killed, nothing of it runs on; when a zygote is killed, the next job runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from app.errors import SandboxError
from app.protocol.frames import Frame
from app.sandbox import ALL_LAYERS, Ending, Layer, Limits, Sandbox
from app.sandbox.spawn import Spec, Zygote

HERE = Path(__file__).parent
LIMITS = Limits(seconds=20, cpu_seconds=5, address_bytes=256 << 20, result_bytes=1 << 20)
SLEEP = "import time\ndef sleep(facts): time.sleep(30)"
HELLO = "def hello(facts): print('hello')"


def job(script: str, attack: str) -> Frame:
    """A job of the attacker's child module."""
    return Frame("attack", {"script": script, "attack": attack, "facts": {"marker": "-"}})


def child_of(parent: int) -> int:
    """The process id of the first child; waits for it."""
    while True:
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                if int(stat.read_text().rsplit(")", 1)[1].split()[1]) == parent:
                    return int(stat.parent.name)
        time.sleep(0.01)


def ends(pid: int, within: float) -> bool:
    """Whether the process is gone, or dead and not yet buried, before `within` seconds are over."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


Family = tuple[subprocess.Popen[str], int, int]


@pytest.fixture
def family() -> Iterator[Callable[[Iterable[Layer]], Family]]:
    """A server with a zygote and a sleeping child, the latter behind these layers."""
    born: list[Family] = []

    def start(layers: Iterable[Layer]) -> Family:
        command = [sys.executable, str(HERE / "server.py"), ",".join(layers)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        zygote = int(server.stdout.readline())
        born.append((server, zygote, child_of(zygote)))
        return born[-1]

    yield start
    for server, *others in born:
        for pid in (server.pid, *others):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        server.communicate()


def test_nothing_outlives_a_server_that_is_killed(family: Callable[[Iterable[Layer]], Family]) -> None:
    server, zygote, child = family(ALL_LAYERS)
    server.kill()
    assert ends(zygote, within=30)
    assert ends(child, within=30)


@pytest.mark.slow
def test_without_its_layer_a_child_outlives_the_server(family: Callable[[Iterable[Layer]], Family]) -> None:
    server, zygote, child = family(ALL_LAYERS - {Layer.PDEATHSIG})
    server.kill()
    assert ends(zygote, within=30)
    assert not ends(child, within=0.5)


def test_a_killed_zygote_costs_one_job_and_no_more(new_wall: Callable[..., Sandbox]) -> None:
    wall = new_wall()
    zygote = wall.zygote_pid
    assert zygote is not None
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(wall.run, job(SLEEP, "sleep"))
        child = child_of(zygote)
        os.kill(zygote, signal.SIGKILL)
        with pytest.raises(SandboxError):
            running.result()
    assert ends(child, within=30)
    assert wall.run(job(HELLO, "hello")).ending is Ending.OK


@pytest.mark.slow
def test_a_child_that_somebody_kills_is_our_fault_and_costs_one_job(new_wall: Callable[..., Sandbox]) -> None:
    wall = new_wall()
    zygote = wall.zygote_pid
    assert zygote is not None
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(wall.run, job(SLEEP, "sleep"))
        os.kill(child_of(zygote), signal.SIGKILL)
        with pytest.raises(SandboxError):
            running.result()
    assert wall.run(job(HELLO, "hello")).ending is Ending.OK


def test_a_sandbox_outlives_the_thread_that_made_it(new_wall: Callable[..., Sandbox]) -> None:
    with ThreadPoolExecutor(1) as pool:
        wall = pool.submit(new_wall).result()
    time.sleep(0.1)
    assert wall.run(job(HELLO, "hello")).ending is Ending.OK


@pytest.mark.slow
def test_a_zygote_dies_with_the_thread_that_started_it() -> None:
    with ThreadPoolExecutor(1) as spawner:
        zygote = Zygote(Spec("attacker", (str(HERE),)), spawner)
        zygote.warm()
    try:
        assert ends(zygote.pid, within=30)
    finally:
        zygote.close()


def test_closing_ends_the_zygote() -> None:
    wall = Sandbox("attacker", limits=LIMITS, path=[HERE])
    zygote = wall.zygote_pid
    wall.close()
    assert zygote is not None
    assert ends(zygote, within=30)
