"""What went wrong while the learner's module ran: denied by the sandbox, raised, or a compile error in a decorator."""

from __future__ import annotations

import ast
import traceback
from pathlib import PurePath

from app.findings import Finding
from app.toolchain.explain.failure import Failure
from app.toolchain.explain.place import message, own_line, place
from app.toolchain.explain.rules import diagnose
from app.toolchain.fault import fault
from app.toolchain.source import Source, dotted

_NETWORK = frozenset(
    {"socket", "urllib", "urlopen", "http", "requests", "connect", "ssl", "create_connection", "getaddrinfo"}
)
_PROCESS = frozenset(
    {"subprocess", "multiprocessing", "threading", "concurrent", "Thread", "start_new_thread", "run", "Popen", "popen"}
    | {"fork", "forkpty", "system", "posix_spawn", "execv", "execve", "execvp", "spawnv", "check_output", "check_call"}
    | {"kill", "killpg", "prlimit", "setrlimit", "nice"}
)


class OutOfTime(BaseException):  # a signal, like KeyboardInterrupt: `except Exception` lets it through
    """The job's processor time is spent."""


def explain_reading(error: BaseException, source: Source) -> Finding:
    """The finding for an exception that left the module, with the learner's line that was running."""
    line = own_line(error)
    match error:
        case OutOfTime():
            return fault("timeout.module", line)
        case MemoryError():
            return fault("memory.compile", line)
        case SystemExit() | KeyboardInterrupt() | GeneratorExit():
            return fault("source_error.exit", line)
    if _compiling(error):
        return _compile_error(error, source, line)
    if _asks_for_device(error):
        return fault("source_error.device", line)
    return _of_python(error, source, line)


def _of_python(error: BaseException, source: Source, line: int | None) -> Finding:
    match error:
        case RecursionError():
            return fault("source_error.recursion", line)
        case ModuleNotFoundError():
            return fault("source_error.import", line, name=str(error.name))
        case ImportError():
            return fault("source_error.import_name", line, text=message(error).partition(" (")[0])
        case OSError():
            return _denied(error, source, line)
        case NameError() if error.name is not None:
            return fault("source_error.name", line, name=str(error.name))
    return _raised(error, line)


def _raised(error: BaseException, line: int | None) -> Finding:
    text = message(error)
    if "can't start new thread" in text:
        return fault("forbidden.process", line)
    return fault("source_error", line, type=type(error).__name__, text=text)


def _denied(error: OSError, source: Source, line: int | None) -> Finding:
    words = _words(error, source, line)
    if words & _NETWORK:
        return fault("forbidden.network", line)
    if words & _PROCESS:
        return fault("forbidden.process", line)
    if error.filename is not None:
        return fault("forbidden.file", line, path=str(error.filename))
    return fault("forbidden", line, text=error.strerror or message(error))


def _words(error: OSError, source: Source, line: int | None) -> set[str]:
    """Names on the way to the error: the learner's calls on that line, and the library files they led into."""
    calls = [dotted(node.func) for node in source.at(line) if isinstance(node, ast.Call)]
    files = [PurePath(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    return {word for call in calls for word in call.split(".")} | {
        word for file in files for word in (file.stem, file.parent.name)
    }


def _asks_for_device(error: BaseException) -> bool:
    """Whether numba was talking to a driver, or launching: host code has no place in the module."""
    frames = traceback.extract_tb(error.__traceback__)
    return any("/cudadrv/" in f.filename or (f.name == "call" and "/cuda/" in f.filename) for f in frames)


def _compiling(error: BaseException) -> bool:
    """Whether numba was compiling: a device function with a signature compiles where it is decorated."""
    names = {frame.name for frame in traceback.extract_tb(error.__traceback__)}
    return bool(
        names & {"compile_cuda", "compile_device", "normalize_signature"}
    ) or "CUDA kernel must have" in message(error)


def _compile_error(error: BaseException, source: Source, line: int | None) -> Finding:
    if "CUDA kernel must have void" in message(error):
        return fault("typing_error.returns_declared", line)
    return diagnose(Failure.of(error, source, place(error, source) or line))
