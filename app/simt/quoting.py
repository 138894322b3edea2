"""The learner's own words in a sentence: a piece of syntax as text, cut to fit."""

from __future__ import annotations

import ast
import copy

_WRITTEN_OUT = 1_000  # bits of a whole number that is shown digit by digit; Python refuses some 14,000


def quoted(node: ast.AST, longest: int = 60) -> str:
    """The source of a node, as Python would write it, without what is longer."""
    try:
        return ast.unparse(node)[:longest]
    except ValueError:  # a number in hexadecimal may have more digits than Python turns into decimal ones
        return ast.unparse(_Shortened().visit(copy.deepcopy(node)))[:longest]


class _Shortened(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        long = isinstance(node.value, int) and node.value.bit_length() > _WRITTEN_OUT
        return ast.Name("…", ast.Load()) if long else node
