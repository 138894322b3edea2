"""`while` and `for`: lowering until the types have settled, and the rounds at run time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import numpy as np

from app.simt.affine import dense
from app.simt.body import Body, Loop, Moves, Writer, move
from app.simt.code import Code, Edge, Env, Run, Step, meet, same
from app.simt.crew import Crew, is_packable, is_plain, is_thin
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.machine import Frame, Jumps
from app.simt.masks import Mask, either, split
from app.simt.meter import Lap
from app.simt.series import series
from app.simt.values import is_uniform

ENDINGS = (ast.Return, ast.Raise, ast.Assert)  # statements behind which a lane does not go on
MAX_ROUNDS = 12  # passes over one loop until its types have settled; each can only widen them


class Suites(Protocol):
    """What lowers the statements in a loop's body."""

    @property
    def body(self) -> Body: ...
    @property
    def expressions(self) -> Lowering: ...
    def suite(self, statements: Sequence[ast.stmt]) -> Step: ...
    def store(self, target: ast.expr, code: Code, line: int) -> Writer: ...


Turn = Callable[[Frame, int, Mask], tuple[Mask, Mask]]  # round k: the lanes that go on, and those that are done


@dataclass(frozen=True, slots=True)
class Rounds:
    """A lowered loop. `escapes`: its body may leave a round early. `exits`: lanes may leave for good inside.

    `plain`: it may go on with the lanes that are left alone.
    """

    line: int
    names: tuple[str, ...]
    body: Step
    orelse: Step | None
    escapes: bool
    exits: bool
    enter: Moves
    stay: Moves
    out: Moves
    plain: bool

    def run(self, f: Frame, m: Mask, turn: Turn, *, plain: bool = True) -> Mask:
        """Go round until no lane is left; the lanes that go on behind the loop."""
        move(f, m, self.enter, self.line)
        lap, jumps, meter = Lap(self.line, self.names, f), Jumps(), f.machine.meter
        meter.laps.append(lap)
        f.loops.append(jumps)
        packs = plain and self.plain and is_packable(f, self.names)
        done = self._go(f, m, turn, 0, lap, packs=packs)
        f.loops.pop()
        meter.laps.pop()
        if done is not False:
            done = done if self.orelse is None else self.orelse(f, done)
            move(f, done, self.out, self.line)
        return either(done, jumps.broken) if self.exits else m

    def _go(self, f: Frame, active: Mask, turn: Turn, k: int, lap: Lap, *, packs: bool) -> Mask:
        """From round k on; the lanes that are done."""
        jumps, meter = f.loops[-1], f.machine.meter
        done: Mask = False
        while active is not False:
            if packs and is_thin(f, active):
                return either(done, self._go_packed(f, cast("np.ndarray", active), turn, k, lap))
            lap.rounds += 1
            lap.mask = active
            meter.spend(1)
            going, over = turn(f, k, active)
            done = either(done, over)
            if going is False:
                break
            jumps.continued = False
            after = self.body(f, going)
            if self.stay and after is not False:
                move(f, after, self.stay, self.line)
            active = either(after, jumps.continued) if self.escapes else going
            k += 1
        return done

    def _go_packed(self, f: Frame, active: np.ndarray, turn: Turn, k: int, lap: Lap) -> Mask:
        crew, jumps, laps = Crew(f, active, self.names), f.loops[-1], f.machine.meter.laps
        own = len(laps) - 1
        broken, jumps.broken = jumps.broken, False
        try:
            done = self._go(f, True, turn, k, lap, packs=True)
        finally:  # a budget that is spent asks who was in which loop
            for each in laps[own:]:
                each.mask = crew.mask(each.mask)
            crew.leave()
        jumps.broken = either(broken, crew.mask(jumps.broken))
        return crew.mask(done)


def while_loop(lower: Suites, node: ast.While) -> Step:
    """Lower a `while`."""
    endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
    lower.body.compiler.program.open_loops = True
    tests: list[Run] = []

    def head() -> None:
        tests[:] = [lower.expressions.truth(node.test).run]

    rounds = _lower(lower, node, head, None, endless=endless)
    test, line = tests[0], node.lineno

    def turn(f: Frame, k: int, active: Mask) -> tuple[Mask, Mask]:
        machine = f.machine
        if k and machine.signals.steps:
            machine.executed(line, f.depth, active)
        condition = test(f, active)
        if machine.signals.branch and not endless:
            machine.branch(line, active, condition)
        return split(active, condition)

    return lambda f, m: rounds.run(f, m, turn)


def for_loop(lower: Suites, node: ast.For) -> Step:
    """Lower a `for`."""
    over = series(lower.expressions, node.iter)
    writers: list[Writer] = []

    def bind() -> None:
        writers[:] = [lower.store(node.target, Code(over.type, lambda f, m: None), node.lineno)]

    rounds = _lower(lower, node, None, bind, endless=False)
    write, line, ranges = writers[0], node.lineno, isinstance(node.iter, ast.Call)

    def step(f: Frame, m: Mask) -> Mask:
        trips, item = over.begin(f, m)
        least, most = _span(trips, m)

        def turn(f: Frame, k: int, active: Mask) -> tuple[Mask, Mask]:
            if k < least or k >= most:
                going, done = (active, False) if k < least else (False, active)
            else:
                going, done = split(active, trips > k)  # type: ignore[operator]  # trips is an integer a lane
            if going is not False:
                if k and f.machine.signals.steps:
                    f.machine.executed(line, f.depth, going)
                write(f, going, item(k, going))
            return going, done

        # trips and items that differ among lanes lie as the lanes do, and so do those of anything but a range
        even = rounds.plain and ranges and least == most and is_uniform(item(1, m))
        return rounds.run(f, m, turn, plain=even)

    return step


def _span(trips: object, m: Mask) -> tuple[int, int]:
    """The fewest and the most rounds of any active lane."""
    counts = dense(trips)
    if not isinstance(counts, np.ndarray) or counts.ndim == 0:
        return int(counts), int(counts)
    if m is not True:
        counts = np.broadcast_to(counts, np.broadcast_shapes(counts.shape, np.shape(m)))[
            np.broadcast_to(m, np.broadcast_shapes(counts.shape, np.shape(m)))
        ]
    return int(counts.min()), int(counts.max())


@dataclass(frozen=True, slots=True)
class Settled:
    """A loop's body once the types have settled. `tested` is what names mean when no round follows."""

    step: Step
    tested: Env
    loop: Loop
    start: Edge
    end: Edge | None


def _lower(
    lower: Suites,
    node: ast.While | ast.For,
    head: Callable[[], None] | None,
    bind: Callable[[], None] | None,
    *,
    endless: bool,
) -> Rounds:
    found = _settle(lower, node, head, bind)
    orelse, out = _behind(lower, node, None if endless else found.tested, found.loop)
    inside, behind = _kinds(node.body), _kinds(node.orelse)
    names = _names(node)
    return Rounds(
        node.lineno,
        names,
        found.step,
        orelse,
        bool(inside & {ast.Break, ast.Continue, *ENDINGS}),
        bool(inside & set(ENDINGS) or behind & {ast.Break, ast.Continue, *ENDINGS}),
        found.start.moves,
        [] if found.end is None else found.end.moves,
        [] if out is None else out.moves,
        not lower.body.watched & set(names) and is_plain(lower.expressions, node),
    )


def _settle(
    lower: Suites, node: ast.While | ast.For, head: Callable[[], None] | None, bind: Callable[[], None] | None
) -> Settled:
    """Lower the body until a pass over it changes no type at its top. `head` lowers the test, `bind` the target."""
    body = lower.body
    start = body.edge()
    known = body.headers.get(node)  # from an earlier pass over the loop around this one
    top = meet([start] if known is None else [start, Edge(known)])
    for _ in range(MAX_ROUNDS):
        body.env = dict(top)
        if head is not None:
            head()
        tested = dict(body.env)
        if bind is not None:
            bind()
        loop = Loop()
        body.loops.append(loop)
        step = lower.suite(node.body)
        body.loops.pop()
        end = None if body.env is None else body.edge()
        back = [*loop.continues, *([] if end is None else [end])]
        wider = meet([start, *back, Edge(top)])
        if same(wider, top):
            body.headers[node] = top
            body.bridge([start, *back], top)
            return Settled(step, tested, loop, start, end)
        top = wider
    raise UnsupportedError("unsupported.loop_types", node.lineno)


def _behind(
    lower: Suites, node: ast.While | ast.For, tested: Env | None, loop: Loop
) -> tuple[Step | None, Edge | None]:
    """Lower what comes after the last round, and join the ways out."""
    body = lower.body
    body.env = tested
    orelse = lower.suite(node.orelse) if node.orelse and tested is not None else None
    out = None if body.env is None else body.edge()
    body.join([*([] if out is None else [out]), *loop.breaks])
    return orelse, out


def _kinds(statements: Sequence[ast.stmt]) -> set[type[ast.AST]]:
    """The kinds of node among the statements, and in them."""
    return {type(part) for statement in statements for part in ast.walk(statement)}


def _names(node: ast.While | ast.For) -> tuple[str, ...]:
    """The variables a loop reads or sets, in the order of the source."""
    return tuple(dict.fromkeys(part.id for part in ast.walk(node) if isinstance(part, ast.Name)))
