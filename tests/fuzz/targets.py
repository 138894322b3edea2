"""Every target by its name, for `scripts/fuzz` and for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from tests.fuzz import authors, learners, servers, verdicts, wire
from tests.fuzz.target import Target

_FENCES = ("::::{quiz} a\n", ":type: ", ":answer: ", ":exercise: ", ":::{hint}\n", ":::", "```python\n", "  > ")
_FILES = ("exercise.toml", "exercise.py", "starter.py", "solution.py", "text/en.md", "wrong/one.py", "kernel.py")
_JSON = ("null", "true", '"', "{", "}", "[", "]", ":", ",", "1e999", "-1", "Infinity", "NaN", "\\u0000")
_FIELDS = ('"kind"', '"data"', '"arrays"', '"<f4"', '"base"', '"shape"', '"fields"', '"itemsize"', '"aligned"')


def _in_a_folder(one: Callable[[Path, bytes], object]) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        with TemporaryDirectory() as folder:
            one(Path(folder), data)

    return run


def _exercise(folder: Path, data: bytes) -> None:
    """Files, each behind a line `=== name`."""
    files = dict(part.partition(b"\n")[::2] for part in data.split(b"=== ")[1:])
    found = {name: files[name.encode()] for name in _FILES if name.encode() in files}
    authors.exercise(folder / "kernels" / "any", found)


_ALL = (
    Target("stream", wire.stream),
    Target("frame", wire.frame, words=_JSON + _FIELDS),
    Target("request", wire.request, words=_JSON + _FIELDS),
    Target("executor", wire.executor, words=_JSON),
    Target("interpreter", wire.interpreter, words=_JSON),
    Target("lesson", authors.lesson, _FENCES),
    Target("header", authors.header, ("---\n", "title: ", "goals:\n  - ", "&a ", "*a", "!!", "<<: ", "? ")),
    Target("manifest", authors.manifest, ("[[parameters]]\n", "[work]\n", "requirements = [", ">= ")),
    Target("exercise", _in_a_folder(_exercise), ("=== exercise.toml\n", "=== exercise.py\n", "# expects: ")),
    Target("figure", authors.figure, ("<svg", "<use ", "url(#", "<!DOCTYPE", "<!ENTITY", "viewBox")),
    Target("maths", authors.maths, ("\\frac", "\\begin{", "\\end{", "\\left", "&", "\\\\")),
    Target("launch", authors.launch, ("grid = ", "block = ", "import math\n", "math.ceil(", "//", " if ", " else ")),
    Target("proof", _in_a_folder(authors.proof), _JSON),
    Target("form", learners.form, ("answer=", "source=", "csrf=", "revision=", "%", "&", ":", "%3A")),
    Target("headers", learners.headers, (";q=", ",", "en", "nan", "inf")),
    Target("verdict", verdicts.stored, _JSON),
    Target("linker", servers.linker, (".entry", ".param", ".extern", ".func", ".u64", "/*", "*/", "//", "\\")),
    Target("disassembly", servers.disassembly, ("//## File ", "<submission>", ".L_x_1", "`(", "/*0000*/", ".text.")),
    Target("server", servers.server, (*_JSON, "data: ", "event: ", "id: ")),
    Target("archive", servers.archive, ("manifest.json", "secret", "ustar", "././@LongLink"), 20_480),
)
TARGETS: Mapping[str, Target] = MappingProxyType({target.name: target for target in _ALL})
