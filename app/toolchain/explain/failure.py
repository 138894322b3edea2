"""One error of the compiler, taken apart for the rules."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field

from app.toolchain.explain.place import chain, message
from app.toolchain.explain.types import spelled, split
from app.toolchain.source import FILENAME, Source, dotted

_SIGNATURE = re.compile(
    r"No implementation of function (.*?) found for signature:"
    r"\s*>>> (?:class\()?(\w+|<unknown function>)\)?\((.*)\)\s*$",
    re.MULTILINE,
)
_PIPELINE = re.compile(r"^\s*Failed in \w+ mode pipeline \(step: [^)]*\)\s*", re.MULTILINE)
_INTERNALS = re.compile(r"(?: object)? at 0x[0-9a-f]+|(?:/[\w.+-]+){2,}|<numba[^>]*>")


@dataclass(frozen=True, slots=True)
class Failure:
    error: BaseException
    source: Source
    line: int | None
    text: str  # the message, without colours and the names of numba's stages
    function: str = ""  # of "No implementation of function": as numba prints it, its name, and the argument types
    name: str = ""
    types: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, error: BaseException, source: Source, line: int | None) -> Failure:
        text = _PIPELINE.sub("", message(error)) or type(error).__name__
        match = _SIGNATURE.match(text)
        if match is None:
            return cls(error, source, line, text)
        return cls(error, source, line, text, match[1], match[2], split(spelled(match[3])))

    def search(self, pattern: str) -> re.Match[str] | None:
        return re.search(pattern, self.text)

    def everything(self) -> str:
        """The text of the error and of all that led to it."""
        return "\n".join(message(link) for link in chain(self.error))

    def call(self) -> str:
        """The function as the learner wrote it on this line: `math.sqrt` for `sqrt`."""
        written = [dotted(node.func) for node in self.source.at(self.line) if isinstance(node, ast.Call)]
        same = [name for name in written if name.split(".")[-1] == self.name]
        return next(iter(same or written), "") or self.name

    def subscripts(self) -> list[ast.Subscript]:
        return [node for node in self.source.at(self.line) if isinstance(node, ast.Subscript)]

    def sentence(self) -> str:
        """The first line of the message that says something, without paths, addresses and colours."""
        text = self.text
        if self.name:
            text = f"{self.call()} does not take ({', '.join(self.types)})"
        first = next((line.strip() for line in text.splitlines() if line.strip()), "")
        return _INTERNALS.sub("", spelled(first)).replace(FILENAME, "the source").strip()
