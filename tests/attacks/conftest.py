"""The wall, whole or without some of its layers, and things around it that are worth attacking."""

from __future__ import annotations

import ctypes
import functools
import os
import resource
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

import markupsafe
import pytest

from app.config import ROOT
from app.sandbox import ALL_LAYERS, Layer, Limits, Sandbox
from tests.attacks.executors import Executors

HERE = Path(__file__).parent
LIMITS = Limits(seconds=20, cpu_seconds=1, address_bytes=128 << 20, result_bytes=4 << 20)

WallWithout = Callable[..., Sandbox]


@pytest.fixture(scope="session")
def wall_without() -> Iterator[WallWithout]:
    """A sandbox that lacks these layers; one for each combination in the whole session."""
    with ExitStack() as stack:

        @functools.cache
        def made(missing: frozenset[Layer], landlock_abi: int | None) -> Sandbox:
            layers = ALL_LAYERS - missing
            sandbox = Sandbox("attacker", limits=LIMITS, path=[HERE], layers=layers, landlock_abi=landlock_abi)
            return stack.enter_context(sandbox)

        def wall(missing: Iterable[Layer] = (), landlock_abi: int | None = None) -> Sandbox:
            return made(frozenset(missing), landlock_abi)

        yield wall


@pytest.fixture
def new_wall() -> Iterator[Callable[..., Sandbox]]:
    """Sandboxes with zygotes that start only now."""
    with ExitStack() as stack:

        def wall(layers: Iterable[Layer] = ALL_LAYERS) -> Sandbox:
            return stack.enter_context(Sandbox("attacker", limits=LIMITS, path=[HERE], layers=layers))

        yield wall


@pytest.fixture(scope="session")
def executors() -> Iterator[Executors]:
    """Processes behind the wall of an executor."""
    made = Executors()
    yield made
    made.close()


@pytest.fixture
def wall(wall_without: WallWithout) -> Sandbox:
    """The whole wall."""
    return wall_without()


def capabilities() -> int:
    """What the server may do, as bits."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("CapEff:")[2].split()[0], 16)


def user_namespaces() -> bool:
    """Whether a plain user can make one here; some distributions switch that off."""
    wanted = {"apparmor_restrict_unprivileged_userns": "0", "unprivileged_userns_clone": "1"}
    switches = {Path("/proc/sys/kernel", name): value for name, value in wanted.items()}
    return all(path.read_text().strip() == value for path, value in switches.items() if path.exists())


@pytest.fixture(scope="session")
def bystander() -> Iterator[int]:
    """The process id of somebody else's process."""
    with subprocess.Popen(["sleep", "1000"], start_new_session=True) as process:
        yield process.pid
        process.kill()


@pytest.fixture(scope="session")
def listeners() -> Iterator[dict[str, object]]:
    """Servers on a port, a path and an abstract name."""
    name = f"gridstride-{secrets.token_hex(8)}"
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = f"{folder}/socket"
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address in (path, f"\0{name}"):
            server = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            server.bind(address)
            server.listen(100)
        Path(path).chmod(0o777)
        yield {"port": tcp.getsockname()[1], "socket": path, "abstract": name}


@pytest.fixture
def facts(bystander: int, listeners: dict[str, object]) -> Iterator[dict[str, object]]:
    """What an attacker may know of the world around: everything."""
    folder = Path(tempfile.mkdtemp(prefix="gridstride-attack-"))
    victim = folder / "database"
    victim.write_text("precious")
    victim.chmod(0o666)
    (folder / "other").touch()
    (folder / "empty").mkdir()
    folder.chmod(0o777)
    held = ctypes.create_string_buffer(b"s")
    yield {
        "repository": str(ROOT),
        "other_package": str(Path(markupsafe.__file__)),
        "server": os.getpid(),
        "address": ctypes.addressof(held),
        "bystander": bystander,
        "folder": str(folder),
        "name": folder.name,
        "victim": str(victim),
        "core_limits": list(resource.getrlimit(resource.RLIMIT_CORE)),
        "marker": secrets.token_hex(16),
        "capabilities": capabilities(),
        "user_namespaces": user_namespaces(),
        "address_bytes": LIMITS.address_bytes,
        "cpu_seconds": LIMITS.cpu_seconds,
        **listeners,
    }
    shutil.rmtree(folder)
    Path("/dev/shm", folder.name).unlink(missing_ok=True)
