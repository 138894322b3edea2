"""Python at random for a kernel: trees of real kernels with statements and expressions moved, dropped and put in."""

from __future__ import annotations

import ast
import copy
import random
from pathlib import Path

HERE = Path(__file__).parent
EXPRESSIONS = (HERE / "random_expressions.txt").read_text().splitlines()
STATEMENTS = (HERE / "random_statements.txt").read_text().rstrip().split("\n\n")


def statement(text: str) -> ast.stmt:
    """The statement as it stands in a loop of an `async` function, where nearly all may stand."""
    inner = text.replace("\n", "\n        ")
    function = ast.parse(f"async def f():\n    for _ in ():\n        {inner}").body[0]
    assert isinstance(function, ast.AsyncFunctionDef)
    assert isinstance(function.body[0], ast.For)
    return function.body[0].body[0]


def _is_value(item: object) -> bool:
    return isinstance(item, ast.expr)


class Trees:
    """`pool`: sources whose pieces are put into others."""

    def __init__(self, pool: list[str], chance: random.Random) -> None:
        self.pool, self.chance = pool, chance

    def changed(self, source: str, count: int) -> str | None:
        """The source with so many changes, None where the tree cannot be written as text."""
        tree = ast.parse(source)
        for _ in range(count):
            self.chance.choices([self.insert, self.drop, self.swap, self.exchange, self.wrap], [4, 1, 1, 5, 1])[0](tree)
        try:
            text = ast.unparse(ast.fix_missing_locations(tree))
            ast.parse(text)
        except (SyntaxError, ValueError, AttributeError, TypeError, KeyError):
            return None
        return text

    def suite(self, tree: ast.Module) -> list[ast.stmt]:
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        held = [
            getattr(node, name, None) for each in functions for node in ast.walk(each) for name in ("body", "orelse")
        ]
        suites = [body for body in held if isinstance(body, list) and body]
        return self.chance.choice([tree.body, *suites * 3])

    def insert(self, tree: ast.Module) -> None:
        body = self.suite(tree)
        body.insert(self.chance.randint(0, len(body)), self.stranger() if self.chance.random() < 0.5 else self.known())

    def known(self) -> ast.stmt:
        return statement(self.chance.choice(STATEMENTS))

    def stranger(self) -> ast.stmt:
        return copy.deepcopy(self.chance.choice(self.suite(ast.parse(self.chance.choice(self.pool)))))

    def drop(self, tree: ast.Module) -> None:
        body = self.suite(tree)
        if len(body) > 1:
            body.pop(self.chance.randrange(len(body)))

    def swap(self, tree: ast.Module) -> None:
        body = self.suite(tree)
        one, two = self.chance.randrange(len(body)), self.chance.randrange(len(body))
        body[one], body[two] = body[two], body[one]

    def wrap(self, tree: ast.Module) -> None:
        heads = ["if i:", "while i < 3:", "for i in range(2):", "if True:", "for _ in out:", "while False:"]
        body = self.suite(tree)
        place = self.chance.randrange(len(body))
        around = ast.parse(f"{self.chance.choice(heads)}\n    pass").body[0]
        around.body = [body[place]]  # type: ignore[attr-defined]  # each head has a body
        body[place] = around

    def exchange(self, tree: ast.Module) -> None:
        """Another expression in the place of one."""
        fields = [(node, name, value) for node in ast.walk(tree) for name, value in ast.iter_fields(node)]
        listed = [(node, name, value if isinstance(value, list) else [value]) for node, name, value in fields]
        places = [(node, name, k) for node, name, items in listed for k, item in enumerate(items) if _is_value(item)]
        if not places:
            return
        node, name, k = self.chance.choice(places)
        held = getattr(node, name)
        made = self.expression(tree)
        if isinstance(held, list):
            held[k] = made
        else:
            setattr(node, name, made)

    def expression(self, tree: ast.Module) -> ast.expr:
        if self.chance.random() < 0.6:
            kept = statement(self.chance.choice(EXPRESSIONS))
            assert isinstance(kept, ast.Expr)
            return kept.value
        whole = tree if self.chance.random() < 0.5 else ast.parse(self.chance.choice(self.pool))
        return copy.deepcopy(self.chance.choice([node for node in ast.walk(whole) if isinstance(node, ast.expr)]))
