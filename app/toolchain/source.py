"""The learner's source as text and tree: where things are, without running any of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import CodeType

from app.toolchain.fault import refuse

FILENAME = "<submission>"  # no file can be named so: it marks the learner's lines in tracebacks and messages

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Source:
    """Parsed once. Raises CompileError where Python itself refuses the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = _parse(text)
        self.functions = [node for node in ast.walk(self.tree) if isinstance(node, Function)]

    def code(self) -> CodeType:
        """The module, compiled."""
        try:
            return compile(self.tree, FILENAME, "exec", dont_inherit=True)
        except SyntaxError as error:  # what the parser lets pass, such as `return` outside a function
            raise _syntax(error) from error
        except (RecursionError, MemoryError) as error:
            raise refuse("syntax_error.nested", None) from error

    def function(self, name: str) -> Function | None:
        """The last function of that name: the one that counts."""
        found = [node for node in self.functions if node.name == name]
        return max(found, key=lambda node: node.lineno, default=None)

    def def_line(self, name: str) -> int | None:
        node = self.function(name)
        return None if node is None else node.lineno

    def assigned_line(self, name: str) -> int | None:
        """The last line of the module itself that gives `name` a value or makes a class of it."""
        lines = [
            node.lineno
            for node in self.tree.body
            if (isinstance(node, ast.ClassDef) and node.name == name)
            or (isinstance(node, ast.Assign) and any(dotted(target) == name for target in node.targets))
        ]
        return max(lines, default=None)

    def last_assignment(self, name: str, line: int | None) -> int | None:
        """The last line that gives `name` a value in the function around `line`."""
        function = self.around(line)
        stored = [] if function is None else [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name]
        return max((node.lineno for node in stored if isinstance(node.ctx, ast.Store)), default=None)

    def decorator_line(self, name: str) -> int | None:
        node = self.function(name)
        if node is None or not node.decorator_list:
            return None if node is None else node.lineno
        return node.decorator_list[0].lineno

    def in_body(self, line: int) -> bool:
        """Whether the line belongs to a statement inside a function, not to its decorators or `def`."""
        return any(node.body[0].lineno <= line <= (node.end_lineno or 0) for node in self.functions)

    def at(self, line: int | None) -> Iterator[ast.AST]:
        """Every expression and statement that begins on the line, outermost first."""
        nodes = [node for node in ast.walk(self.tree) if isinstance(node, ast.expr | ast.stmt)]
        yield from (node for node in nodes if node.lineno == line)

    def call_line(self, name: str) -> int | None:
        """The first call of something that ends in `name`, such as `shared.array`."""
        calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        return min((node.lineno for node in calls if dotted(node.func).endswith(name)), default=None)

    def around(self, line: int | None) -> Function | None:
        """The innermost function that holds the line."""
        if line is None:
            return None
        holding = [node for node in self.functions if node.lineno <= line <= (node.end_lineno or 0)]
        return max(holding, key=lambda node: node.lineno, default=None)


def dotted(node: ast.AST) -> str:
    """`cuda.shared.array` for that expression; empty for anything but names and attributes."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def names(node: ast.AST) -> set[str]:
    """Every name that the expression or statement holds."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _parse(text: str) -> ast.Module:
    if "\0" in text:
        raise refuse("syntax_error.null", text.count("\n", 0, text.index("\0")) + 1)
    try:
        return ast.parse(text, FILENAME)
    except SyntaxError as error:
        raise _syntax(error) from error
    except (RecursionError, MemoryError) as error:
        raise refuse("syntax_error.nested", None) from error
    except ValueError as error:  # lone surrogates and integers of thousands of digits
        raise refuse("syntax_error", None, text=str(error)) from error


def _syntax(error: SyntaxError) -> Exception:
    return refuse("syntax_error", error.lineno, text=error.msg or "this is not Python")
