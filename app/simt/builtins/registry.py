"""The form of every entry: how the lowering turns a call, a name or a method into code."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from app.simt.affine import dense
from app.simt.code import Code, described
from app.simt.faults import UnsupportedError
from app.simt.lowering import Lowering
from app.simt.operators import Overloads
from app.simt.quoting import quoted
from app.simt.types import Scalar

MakeCall = Callable[[Lowering, ast.Call], Code]
MakeName = Callable[[Lowering, ast.expr], Code]
MakeMethod = Callable[[Lowering, Code, ast.Call], Code]


def bad_arguments(node: ast.Call, codes: Sequence[Code]) -> UnsupportedError:
    """The call has no case for these types."""
    types = ", ".join(described(code) for code in codes)
    return UnsupportedError("unsupported.arguments", node.lineno, name=quoted(node.func), types=types)


def overloaded(overloads: Overloads, operation: Callable[..., object], *, formulas: bool = False) -> MakeCall:
    """A call whose argument types pick a case; with `formulas` the operation takes Affine values as they are."""

    def make(lower: Lowering, node: ast.Call) -> Code:
        codes = lower.arguments(node, 0, 8)
        found = overloads.select([code.type for code in codes])
        if found is None:
            raise bad_arguments(node, codes)
        runs = [lower.cast(code, kind, node.lineno) for code, kind in zip(codes, found.args, strict=True)]
        pure = all(code.pure for code in codes)
        if len(runs) == 1:
            (only,) = runs
            if formulas:
                return Code(found.result, lambda f, m: operation(only(f, m)), pure=pure)
            return Code(found.result, lambda f, m: operation(dense(only(f, m))), pure=pure)
        return Code(found.result, lambda f, m: operation(*[dense(run(f, m)) for run in runs]), pure=pure)

    return make


def scalar(code: Code) -> Scalar | None:
    """The code's type, if it is a number or bool."""
    return code.type if isinstance(code.type, Scalar) else None
