"""The parent's hold on one zygote: start it, have it fork, learn how children end, end it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from app.errors import MissingLayerError, SandboxError
from app.sandbox import control
from app.sandbox.layers import ALL_LAYERS, Layer
from app.sandbox.outcome import Limits

_ROOT = Path(__file__).resolve().parents[2]
_WARM_S = 120.0
_ANSWER_S = 20.0
# argv and this text are readable in the zygote's memory by every child, so neither ever holds a secret. Threads are
# limited before NumPy is imported, because a fork copies only the thread that forks. NVIDIA's linker starts the driver
# where it finds one, and with it threads and the device nodes of every card: whoever asks for the driver from here on
# is given the C library, which the loader knows by that name too once it was loaded by it.
_BOOT = """\
import ctypes, os, sys
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", NUMBA_NUM_THREADS="1")
os.environ["NUMBA_DISABLE_CUDA"] = "1"
if os.environ.pop("LD_LIBRARY_PATH", ""):
    ctypes.CDLL("libcuda.so.1")
sys.path.insert(0, sys.argv[1])
from app.sandbox.zygote import main
main()
"""
_DRIVER = "libcuda.so.1"
_C_LIBRARY = re.compile(r"/\S*/libc\.so\.6$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Spec:
    """What makes a zygote. `user` is whom children become where we are root."""

    child: str
    path: tuple[str, ...] = ()
    layers: frozenset[Layer] = ALL_LAYERS
    user: int = 65_534
    landlock_abi: int | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """A child behind the wall; `handle` is its pidfd, owned by whoever asked."""

    pid: int
    handle: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended: a wait status, and what it used."""

    code: int
    cpu_seconds: float
    resident_bytes: int


class Zygote:
    """A running zygote. `spawner` is an executor with one thread of its own that lives as long as the zygote should.

    PDEATHSIG follows the *thread* that forked, not the process: started from a short-lived thread, such as one of a
    web server's pool, the zygote would be killed when that thread ends.
    """

    def __init__(self, spec: Spec, spawner: Executor) -> None:
        self.jobs = 0
        self._spec = spec
        self._names = _without_driver()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with theirs:
                self._process = spawner.submit(_start, theirs.fileno(), self._names.name).result()
        except BaseException:
            self._control.close()
            self._names.cleanup()
            raise

    def warm(self) -> None:
        """Have it import its child module, and wait until it can fork; once, before anything else.

        Raises SandboxError, or MissingLayerError where the kernel lacks a layer; the zygote is closed then.
        """
        try:
            self._introduce()
        except BaseException:
            self.close()
            raise
        self._names.cleanup()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def fileno(self) -> int:
        """The control socket, which becomes readable when a child has ended or the zygote has died."""
        return self._control.fileno()

    def fork(self, descriptors: Sequence[int], limits: Limits) -> Started:
        """Fork a child that gets `descriptors` as (stdout, stderr, result, job). Raises SandboxError."""
        self.order(descriptors, limits)
        return self.started()

    def order(self, descriptors: Sequence[int], limits: Limits, *, waits: bool = False) -> None:
        """Ask for a child, and leave it to `started` to learn of it. Raises SandboxError.

        One that `waits` gets a fifth descriptor, and reads its job when there is something to read there.
        """
        self.jobs += 1
        bounds = {"cpu_seconds": limits.cpu_seconds, "address_bytes": limits.address_bytes}
        self._say({**bounds, "waits": waits}, descriptors)

    def started(self) -> Started:
        """The child that was ordered last, once it is behind the wall. Raises SandboxError."""
        message, handles = self._hear(_ANSWER_S)
        _refuse_missing(message)
        pid = message.get("started")
        if not isinstance(pid, int) or len(handles) != 1:
            raise SandboxError("a child ended before it was behind the wall")
        return Started(pid, handles[0])

    def ended(self) -> Ended:
        """How the child that was forked last ended; waits for it. Raises SandboxError where the zygote died."""
        message, _ = self._hear(_ANSWER_S)
        match message:
            case {"code": int(code), "cpu_seconds": float(cpu), "resident_bytes": int(resident)}:
                return Ended(code, cpu, resident)
        raise SandboxError("the zygote spoke out of turn")

    def kill(self) -> None:
        """End the process now. Whoever waits for it in another thread gets a SandboxError, and closes."""
        self._process.kill()

    def close(self) -> None:
        """End the zygote, and wait until it is gone."""
        self._control.close()
        self._process.kill()
        self._process.wait()
        self._names.cleanup()

    def _introduce(self) -> None:
        spec = self._spec
        self._say(
            {
                "child": spec.child,
                "path": list(spec.path),
                "layers": sorted(spec.layers),
                "user": spec.user,
                "landlock_abi": spec.landlock_abi,
            }
        )
        message, _ = self._hear(_WARM_S)
        _refuse_missing(message)
        if "ready" not in message:
            raise SandboxError(f"the zygote of {spec.child} did not become ready: {message.get('failed')}")

    def _say(self, message: control.Message, descriptors: Sequence[int] = ()) -> None:
        try:
            control.send(self._control, message, descriptors)
        except OSError as error:
            raise SandboxError(f"the zygote cannot be reached: {error}") from None

    def _hear(self, timeout: float) -> tuple[control.Message, list[int]]:
        self._control.settimeout(timeout)
        try:
            return control.receive(self._control)
        except TimeoutError:
            raise SandboxError(f"the zygote was silent for {timeout:.0f} s") from None
        except (OSError, EOFError, ValueError) as error:
            raise SandboxError(f"the zygote broke: {error}") from None


def _refuse_missing(message: control.Message) -> None:
    if "layer" in message:
        raise MissingLayerError({str(message["layer"]): str(message["why"])})


def _without_driver() -> TemporaryDirectory[str]:
    """A folder in which the driver's name leads to the C library; empty where that is not the usual one."""
    folder = TemporaryDirectory(prefix="gridstride-")
    found = _C_LIBRARY.search(Path("/proc/self/maps").read_text())
    if found:
        Path(folder.name, _DRIVER).symlink_to(found[0])
    return folder


def _start(control_end: int, names: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-X", "utf8", "-c", _BOOT, str(_ROOT), str(control_end), str(os.getpid())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(control_end,),
        env={"LD_LIBRARY_PATH": names} if Path(names, _DRIVER).is_symlink() else {},
        cwd="/",
        start_new_session=True,
    )
