"""The interpreter without a wall, for authors who try their own course on their own computer.

Nothing is compiled: a kernel is parsed, and its parameters are counted. What only a compiler finds, such as a type that
does not fit, is not found. There is no protection against who wrote the kernel, and the interpreter needs none against
its author: it executes no Python of theirs. Time and memory are bounded all the same.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Self

from app.config import ROOT
from app.devices import Argument, Launch, RunLimits, RunResult, interpreted
from app.errors import InfrastructureError
from app.findings import Finding, Kind, Severity
from app.protocol.compiled import Compiled, CompileError
from app.protocol.frames import Frame, Reader, encode

CHILD = "app.devices.open_child"
MEMORY_EXIT = 12
_SPARES = 2  # processes that have imported what they need and wait, since that takes longer than most runs
_ENVIRON = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}


class OpenCompiler:
    """Reads a source as far as that goes without compiling it."""

    def __init__(self, arch: str) -> None:
        self.arch = arch

    def compile(
        self,
        source: str,
        entry: str,
        arguments: Sequence[Argument],
        *,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,  # noqa: ARG002  # nothing is linked
    ) -> Compiled:
        """A `Compiled` without code. Raises CompileError."""
        if compiling is not None:
            compiling()
        kernel = _function(_parsed(source), entry)
        if kernel is not None:
            _check(kernel, entry, arguments)
        return Compiled(source, entry, entry, self.arch, "", b"", 0, 0, 0, 0)

    @contextmanager
    def compiled(
        self,
        source: str,
        entry: str,
        arguments: Sequence[Argument],
        *,
        compiling: Callable[[], None] | None = None,
        linking: Callable[[], None] | None = None,
    ) -> Iterator[Compiled]:
        """Nothing outlives `compile`."""
        yield self.compile(source, entry, arguments, compiling=compiling, linking=linking)


class OpenDevice:
    """Interprets each launch in a fresh process, which is killed at the limit."""

    name = "preview"

    def __init__(self) -> None:
        self._spares: list[subprocess.Popen[bytes]] = []
        self._refill()

    def run(self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits) -> RunResult:
        """Interpret one launch. The arguments' own arrays stay as they are. Raises InfrastructureError."""
        job = interpreted.job(compiled, launch, arguments, limits)
        data = encode(Frame("limits", {"bytes": limits.bytes})) + encode(job)
        child = self._spares.pop(0) if self._spares else started(CHILD)
        self._refill()
        try:
            _await_ready(child)
            out, said = child.communicate(data, limits.seconds)
        except subprocess.TimeoutExpired:
            return interpreted.TIME_LIMIT
        finally:
            _end(child)
        if child.returncode == MEMORY_EXIT:
            return interpreted.MEMORY_LIMIT
        if child.returncode:
            raise InfrastructureError(f"the interpreter broke: {said.decode(errors='replace')[-2000:]}")
        return interpreted.result(_frames(out), compiled.source, arguments, launch)

    @contextmanager
    def begun(
        self, compiled: Compiled, launch: Launch, arguments: Sequence[Argument], limits: RunLimits
    ) -> Iterator[Callable[[], RunResult]]:
        """Nothing is compiled here, so that nothing is won by beginning early."""
        yield lambda: self.run(compiled, launch, arguments, limits)

    def close(self) -> None:
        while self._spares:
            _end(self._spares.pop())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _refill(self) -> None:
        while len(self._spares) < _SPARES:
            self._spares.append(started(CHILD))


def started(*module: str) -> subprocess.Popen[bytes]:
    """A process of ours that runs `module` with arguments behind it, with pipes for all that it reads and says."""
    return subprocess.Popen(
        [sys.executable, "-m", *module],
        cwd=ROOT,
        env=_ENVIRON,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,  # Ctrl-C is for the worker alone
    )


def _await_ready(child: subprocess.Popen[bytes]) -> None:
    """Its start is not on the kernel's time."""
    assert child.stdout is not None
    if child.stdout.read(1) != b".":
        said = child.communicate()[1].decode(errors="replace")
        raise InfrastructureError(f"the interpreter does not start: {said[-2000:]}")


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    for pipe in (child.stdin, child.stdout, child.stderr):
        with suppress(OSError):  # what was not yet sent cannot be sent any more
            if pipe is not None:
                pipe.close()
    child.wait()


def _frames(out: bytes) -> list[Frame]:
    reader = Reader()
    frames = list(reader.feed(out))
    reader.finish()
    return frames


def _parsed(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except SyntaxError as error:
        raise _refused(Kind.SYNTAX_ERROR, "syntax_error", error.lineno, text=error.msg) from None
    except (RecursionError, MemoryError):
        raise _refused(Kind.SYNTAX_ERROR, "syntax_error.nested", None) from None
    except ValueError as error:
        raise _refused(Kind.SYNTAX_ERROR, "syntax_error", None, text=str(error)) from None


def _function(tree: ast.Module, entry: str) -> ast.FunctionDef | None:
    """The function that is launched; None where something else has its name, such as `cuda.jit(f)`."""
    assigned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == entry]
    if entry in assigned:
        return None
    if not found:
        raise _refused(Kind.MISSING_ENTRY, "missing_entry", None, name=entry)
    return found[-1]


def _check(kernel: ast.FunctionDef, entry: str, arguments: Sequence[Argument]) -> None:
    taken = kernel.args
    if not kernel.decorator_list:
        raise _refused(Kind.MISSING_ENTRY, "missing_entry.undecorated", kernel.lineno, name=entry)
    if taken.vararg or taken.kwarg or taken.kwonlyargs:
        raise _refused(Kind.TYPING_ERROR, "typing_error.variadic", kernel.lineno, name=entry)
    count, names = len(taken.posonlyargs + taken.args), ", ".join(argument.name for argument in arguments)
    if count != len(arguments):
        facts: dict[str, str | int] = {"name": entry, "taken": count, "given": len(arguments), "names": names}
        raise _refused(Kind.TYPING_ERROR, "typing_error.parameters", kernel.lineno, **facts)


def _refused(kind: Kind, key: str, line: int | None, **args: str | int) -> CompileError:
    return CompileError([Finding(kind, Severity.ERROR, line, key, dict(args))])
