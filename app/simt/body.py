"""One function made ready for one list of argument types: its variables, its paths, its closures.

A variable has a slot for each type it takes. An assignment writes the slot of the value's type; where paths
with different types meet, each path first moves the value to the slot of the type they unify to. That is
numba's SSA with its phis, and a lane always finds its current value in the slot that the reader's type names.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.simt.code import Binding, Edge, Env, Step, meet
from app.simt.faults import UnsupportedError
from app.simt.lowering import Making
from app.simt.machine import Frame
from app.simt.masks import Mask, either
from app.simt.names import Function
from app.simt.nesting import assigned, nested
from app.simt.types import NONE, ConflictType, FunctionType, StaticType, Type, unify
from app.simt.values import Cast, caster, select

Moves = list[tuple[int, int, Cast | None]]  # (from slot, to slot, how)
Writer = Callable[[Frame, Mask, object], None]  # stores a value in a variable, for the lanes of a mask


@dataclass(slots=True)
class Loop:
    """A loop that is being lowered: the ways out of its body."""

    breaks: list[Edge] = field(default_factory=list)
    continues: list[Edge] = field(default_factory=list)


class Body:
    """State of the lowering. `env` is None behind a statement that no lane passes."""

    def __init__(self, compiler: Making, function: Function, args: Sequence[Type]) -> None:
        self.compiler, self.function = compiler, function
        self.slots: dict[tuple[str, Type], int] = {}
        self.watched: frozenset[str] = frozenset()  # variables that a path may leave unset before a read
        self._maybe_read: set[str] = set()
        self.headers: dict[ast.stmt, Env] = {}
        self.loops: list[Loop] = []
        self.returns: list[tuple[Type, list[Cast | None]]] = []
        self.target = ""  # the name that is being assigned, for arrays that are made here
        self.discarded: set[ast.expr] = set()  # calls whose result nobody takes
        self._nested: dict[ast.FunctionDef | ast.Lambda, Function] = {}
        self.locals = assigned(function.node)
        self.entry: Env = {
            name: Binding(kind, const=kind.function if isinstance(kind, FunctionType) else None)
            for name, kind in zip(function.parameters, args, strict=True)
        }
        self.env: Env | None = dict(self.entry)

    def nested(self, node: ast.FunctionDef | ast.Lambda) -> Function:
        """The function that the node defines here, the same in every pass. Raises UnsupportedError."""
        if node not in self._nested:
            self._nested[node] = nested(node, self.function.scope, self.locals)
        return self._nested[node]

    def defines(self, function: Function) -> bool:
        """Whether the function is defined within this one."""
        return function in self._nested.values()

    def begin(self) -> None:
        """Start a pass over the function. Slots and loop types stay from the last pass."""
        self.env, self.loops, self.returns = dict(self.entry), [], []

    def settled(self) -> bool:
        """Whether all reads that may be unset were known before this pass."""
        fresh = frozenset(self._maybe_read)
        known, self.watched = self.watched, fresh
        return fresh <= known

    def slot(self, name: str, kind: Type) -> int:
        return self.slots.setdefault((name, kind), len(self.slots))

    @property
    def names(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for (name, _), slot in self.slots.items():
            found.setdefault(name, []).append(slot)
        return found

    def read(self, name: str, line: int) -> Binding:
        """What a local name means here. Raises UnsupportedError where it means nothing."""
        binding = None if self.env is None else self.env.get(name)
        if binding is None:
            raise UnsupportedError("unsupported.unset", line, name=name)
        if isinstance(binding.type, ConflictType):
            raise UnsupportedError(
                "unsupported.conflict", line, name=name, first=str(binding.type.first), second=str(binding.type.second)
            )
        if binding.maybe:
            self._maybe_read.add(name)
        return binding

    def writer(self, name: str, kind: Type, line: int, const: object = None) -> Writer:
        """Bind the name from here on; the result stores a value for some lanes."""
        assert self.env is not None
        self.env[name] = Binding(kind, False, const)
        if isinstance(kind, StaticType):
            return _nothing
        slot = self.slot(name, kind)
        if name not in self.watched:

            def write(f: Frame, m: Mask, value: object) -> None:
                f.slots[slot] = value if m is True else select(m, value, f.slots[slot], line)

            return self._told(name, kind, write)

        def note(f: Frame, m: Mask, value: object) -> None:
            f.slots[slot] = value if m is True else select(m, value, f.slots[slot], line)
            f.defined[name] = either(f.defined.get(name, False), m)

        return self._told(name, kind, note)

    def _told(self, name: str, kind: Type, write: Writer) -> Writer:
        """In a program that is recorded, what is written is also told; any other keeps its writer as it is."""
        if not self.compiler.recorded or not name.isidentifier():  # the learner has no variable of such a name
            return write

        def tell(f: Frame, m: Mask, value: object) -> None:
            write(f, m, value)
            f.machine.assigned(name, f.depth, m, value, kind)

        return tell

    def edge(self) -> Edge:
        """The way from here to a place where paths will meet."""
        return Edge(dict(self.env or {}))

    def join(self, edges: Sequence[Edge]) -> None:
        """Go on where the edges meet; with no edge, nobody gets there."""
        edges = list(edges)
        self.env = meet(edges) if edges else None
        if self.env is not None:
            self.bridge(edges, self.env)

    def bridge(self, edges: Sequence[Edge], target: Env) -> None:
        """Fill the edges' moves, from each one's types to the target's."""
        for edge in edges:
            edge.moves.clear()
            for name, binding in edge.env.items():
                goal = target[name].type
                if binding.type != goal and not isinstance(goal, ConflictType):
                    if isinstance(goal, StaticType) or isinstance(binding.type, StaticType):
                        continue
                    edge.moves.append(
                        (self.slot(name, binding.type), self.slot(name, goal), caster(binding.type, goal))
                    )

    def give(self, kind: Type) -> list[Cast | None]:
        """Note a `return` of this type; the cell gets the cast to the function's own type."""
        cell: list[Cast | None] = [None]
        self.returns.append((kind, cell))
        return cell

    def result(self) -> Type:
        """The type that all returns unify to. Raises UnsupportedError."""
        if not self.returns:
            return NONE
        kind: Type | None = self.returns[0][0]
        for other, _ in self.returns[1:]:
            kind = None if kind is None else unify(kind, other)
        if kind is None or (kind != NONE and self.env is not None):
            raise UnsupportedError("unsupported.returns", self.function.line, name=self.function.name)
        for source, cell in self.returns:
            cell[0] = caster(source, kind)
        return kind

    def known_result(self) -> Type | None:
        """What the returns met so far unify to: for a function that calls itself."""
        kind: Type | None = None
        for other, _ in self.returns:
            kind = other if kind is None else unify(kind, other)
        return kind


def _nothing(f: Frame, m: Mask, value: object) -> None:
    """A static thing has no slot."""


def moving(step: Step, edge: Edge, line: int) -> Step:
    """The step, and behind it the edge's moves for the lanes that pass."""
    moves = edge.moves

    def run(f: Frame, m: Mask) -> Mask:
        m = step(f, m)
        if moves and m is not False:
            move(f, m, moves, line)
        return m

    return run


def move(f: Frame, m: Mask, moves: Moves, line: int) -> None:
    """Carry values over to the slots of their unified types."""
    for source, target, change in moves:
        value = f.slots[source]
        if value is not None:
            f.slots[target] = select(m, value if change is None else change(value), f.slots[target], line)
