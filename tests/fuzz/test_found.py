"""What was found: each input once ended its reader in an exception that nobody had foreseen. All are held now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.course.kernels import load_exercise
from tests.fuzz import authors
from tests.fuzz.target import CORPUS
from tests.fuzz.targets import TARGETS


def seed(name: str) -> bytes:
    return (CORPUS / name).read_bytes()


def verdict(**changed: object) -> bytes:
    return json.dumps(json.loads(seed("verdict/everything")) | changed).encode()


def ended(word: str, value: bytes) -> bytes:
    """The last frame of a program whose result is said to be a `word`."""
    data = {"findings": [], "value": word, "result": [word], "arguments": [["int", "array"]]}
    arrays = [["value", "<c16", [], "C"], ["result", "<f8", [], "C"]]
    return json.dumps({"kind": "ended", "data": data, "arrays": arrays}).encode() + b"\n" + bytes(16) + value


TOML, PTX = seed("manifest/kernel.toml"), seed("linker/kernel.ptx")
SOURCE, NAN, INFINITY = seed("exercise/double"), b"\0\0\0\0\0\0\xf8\x7f", b"\0\0\0\0\0\0\xf0\x7f"
FOUND = {
    "float() reads no number with an underscore at its end": ("manifest", TOML.replace(b">= 0.9", b">= 1_")),
    "float() reads no number with two underscores": ("manifest", TOML.replace(b">= 0.9", b">= 1__0")),
    "tomllib gives up at 4,300 digits, without its own error": ("manifest", TOML.replace(b"100000", b"9" * 5_000)),
    "tomllib has no limit on lists within lists": ("manifest", b"x = " + b"[" * 8_000),
    "tomllib has no limit on tables within tables": ("manifest", b"x = " + b"{a=" * 2_000),
    "Python's parser runs out of its own stack": ("exercise", SOURCE.replace(b"2 * a[i]", b"-" * 100_000 + b"a")),
    "the tree of a source is deeper than Python recurses": ("exercise", SOURCE.replace(b"a[i]", b"a" + b".a" * 50_000)),
    "exercise.py is parsed by compile(), which does the same": ("exercise", SOURCE.replace(b"2 * a", b"-" * 99_999)),
    "YAML ends a line at a next-line character, an editor does not": (
        "header",
        b"---\n" + b"\xc2\x85" * 20 + b"[\n---\n",
    ),
    "YAML ends a line at a line separator": ("header", b'---\ntitle: "' + b"\xe2\x80\xa8" * 40 + b"\n---\n"),
    "a list that is set twice was looked up in the shorter one": (
        "header",
        b"---\ngoals:\n  - a\ngoals:\n  - b\n  - {c: d}\n---\n",
    ),
    "int() reads no number of a line with 5,000 digits": (
        "interpreter",
        seed("interpreter/result").replace(b'"4":', b'"' + b"9" * 5_000 + b'":'),
    ),
    "a width of 5,000 digits ended the linker": ("linker", PTX.replace(b".u64 a1", b".u" + b"6" * 5_000 + b" a1")),
    "a program said that NaN was its int": ("request", ended("int", NAN)),
    "a program said that infinity was its int": ("request", ended("int", INFINITY)),
    "a verdict had a field of a later version": ("verdict", verdict(later=1)),
    "a verdict was of a kind of a later version": ("verdict", verdict(kind="later")),
    "a verdict lacked all fields": ("verdict", b"{}"),
    "the sentence of a verdict had gone": ("verdict", verdict(message={"key": "verdict.gone", "args": {}})),
    "what a verdict's requirement asks for was no number": (
        "verdict",
        seed("verdict/everything").replace(b'"sector_efficiency >= 0.9"', b'"sector_efficiency >= {.9"'),
    ),
    "what a verdict's requirement got was infinite": (
        "verdict",
        seed("verdict/everything").replace(b'"got":0.125', b'"got":1e999').replace(b'"sector_eff', b'"x_eff'),
    ),
    "a server led nowhere": ("server", b">"),
    "a server had no field `id`": ("server", b'{"csrf_token": "t", "known": true}\n{}'),
    "a server's answer was packed, and was not": ("server", b"%{}"),
    "a server's verdict was a text": (
        "server",
        b'{"csrf_token": "t", "known": true}\n{"id": "x", "url": "/"}\n{"verdict": "passed"}',
    ),
    "a server's event was no table": (
        "server",
        b'{"csrf_token": "t", "known": true}\n{"id": "x", "url": "/"}\n{"verdict": null}\ndata: 1\\n\\n',
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_what_was_found_is_held(what: str) -> None:
    name, data = FOUND[what]
    TARGETS[name].one(data)


@pytest.mark.parametrize("what", ["[", "{", "{a: ", "- ", "? "])
def test_brackets_within_brackets_of_a_header_are_not_read_to_their_end(what: str) -> None:
    """YAML's scanner looks at each open bracket again for each that follows: a header of 128 kB would take hours."""
    authors.header(f"---\n{what * 30_000}\n---\n".encode())


def test_an_exercise_has_no_endless_files(tmp_path: Path) -> None:
    folder = tmp_path / "kernels" / "any"
    authors.exercise(folder, {"exercise.toml": TOML, "starter.py": b"#" * 131_073})
    told = {Path(fault.path).name: fault.message for fault in load_exercise(folder, tmp_path).faults}
    assert told["starter.py"] == "the file is larger than 131,072 bytes"
