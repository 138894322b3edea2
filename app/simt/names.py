"""What names stand for in a learner's module: things imported, functions, values that only running would tell."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

JIT = frozenset({"numba.cuda.jit"})
CPU_JIT = frozenset({"numba.njit", "numba.jit"})  # numba-cuda compiles these for the device when a kernel calls them


@dataclass(frozen=True, slots=True)
class Symbol:
    """Something imported, by its full name: `numba.cuda.grid`, `math.pi`, `builtins.range`."""

    path: str

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name whose value only running the module would tell."""

    line: int
    what: str


@dataclass(slots=True)
class Scope:
    """Names of the module, or of one call of a factory."""

    parent: Scope | None = None
    names: dict[str, object] = field(default_factory=dict)

    def find(self, name: str) -> object:
        """What the name stands for here; where the module gives it no meaning, it is a builtin's."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return Symbol(f"builtins.{name}")


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function's syntax and where its free names are looked up. `role`: "plain", "device", "kernel" or "nested"."""

    node: ast.FunctionDef | ast.Lambda
    scope: Scope
    role: str
    name: str
    signature: object = None  # app.simt.signature.Declared
    captured: tuple[str, ...] = ()  # parameters of a nested function that stand for variables of the outer one

    @property
    def line(self) -> int:
        return self.node.lineno

    @property
    def parameters(self) -> list[str]:
        args = self.node.args
        return [arg.arg for arg in (*args.posonlyargs, *args.args)]

    def with_role(self, role: str, signature: object) -> Function:
        return Function(self.node, self.scope, role, self.name, signature)


@dataclass(frozen=True, slots=True)
class Decorator:
    """`cuda.jit` with its options, waiting for the function."""

    role: str
    signature: object


def canonical(path: str) -> str:
    """One name for things that have several."""
    for long, short in (("numba.core.types.", "numba."), ("numba.types.", "numba."), ("numba.cuda.types.", "numba.")):
        if path.startswith(long):
            return short + path[len(long) :]
    return path
