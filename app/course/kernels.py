"""Reads one folder `kernels/<slug>/` as an Exercise."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from app.course.directives import Directive
from app.course.faults import Faults, read_text
from app.course.header import read_header
from app.course.launch import read_launch, to_author
from app.course.manifest import Manifest, read_manifest
from app.course.markdown import Link, Markdown
from app.course.models import Exercise, ExerciseText, Fault, Film, WrongKernel
from app.course.syntax import parsed
from app.course.trusted import Trusted, read_trusted
from app.course.versions import load_versions
from app.domain.verdict import VerdictKind
from app.findings import Kind
from app.protocol.compiled import CompileError

EXPECTS = "# expects: "
EXPECTABLE = frozenset(kind.value for kind in (*Kind, *VerdictKind)) - {"passed", "superseded", "infrastructure"}
# What a wrong answer may expect that is not even read: its form is then not looked at.
READ_BY_NOBODY = {
    "kernel": frozenset({Kind.SYNTAX_ERROR, Kind.MISSING_ENTRY}),
    "launch": frozenset({Kind.SYNTAX_ERROR, Kind.LAUNCH_CONFIG, VerdictKind.COMPILE_ERROR}),
    "program": frozenset({Kind.SYNTAX_ERROR, Kind.MISSING_ENTRY}),
}
KERNEL = "kernel.py"
LEAST_WRONG = 3


class TextHeader(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Annotated[str, Field(min_length=1)]
    film: dict[str, Annotated[str, Field(min_length=1, max_length=80)]] = {}


@dataclass(slots=True)
class Folder:
    """One exercise while it is read: its files, and the faults of all of them."""

    root: Path
    path: Path
    faults: list[Fault]
    links: list[Link]
    versions: Mapping[str, str]

    def read(self, name: str) -> tuple[str, Faults] | None:
        """A file's text, and where to put its faults; None where there is no such file."""
        faults = self.open(name)
        text = read_text(self.path / name, faults)
        if text is not None:
            return text, faults
        self.close(faults)
        return None

    def open(self, name: str) -> Faults:
        return Faults((self.path / name).relative_to(self.root).as_posix())

    def close(self, faults: Faults) -> None:
        self.faults.extend(faults.found)

    def names(self, folder: str) -> list[str]:
        return [f"{folder}/{path.name}" for path in sorted((self.path / folder).glob("*.py"))]


class LoadedExercise(NamedTuple):
    """`exercise` is None where there are faults. `links` are still to be checked."""

    exercise: Exercise | None
    faults: list[Fault]
    links: list[Link]


def load_exercise(path: Path, root: Path, versions: Mapping[str, str] | None = None) -> LoadedExercise:
    """Read a folder; all of its faults come together. Versions that are not given are those of the course."""
    named = load_versions(root).named if versions is None else versions
    folder = Folder(root, path, [], [], named)
    manifest = _manifest(folder)
    trusted = _trusted(folder)
    kernel = _kernel(folder, manifest)
    sources = {name: _source(folder, name, manifest) for name in ("starter.py", "solution.py")}
    approaches = tuple((Path(n).stem, _source(folder, n, manifest)) for n in folder.names("approaches"))
    wrong = tuple(_wrong(folder, name, manifest) for name in folder.names("wrong"))
    texts = _texts(folder)
    _check_whole(folder, sources, wrong)
    film = None if manifest is None else manifest.kernel_film()
    _check_film_words(folder, film, texts)
    if folder.faults or manifest is None or trusted is None:
        return LoadedExercise(None, folder.faults, folder.links)
    exercise = Exercise(
        slug=path.name,
        kind=manifest.kind,
        entry=manifest.entry,
        parameters=manifest.kernel_parameters(),
        tolerance=manifest.kernel_tolerance(),
        budget=manifest.kernel_budget(),
        concepts=tuple(manifest.concepts),
        requirements=manifest.kernel_requirements(),
        downgrade=frozenset(manifest.downgrade),
        starter=sources["starter.py"],
        solution=sources["solution.py"],
        approaches=approaches,
        wrong=wrong,
        texts=texts,
        reference=trusted.reference,
        cases=trusted.cases,
        owner=dict(manifest.owner),
        version=_version(path),
        path=path,
        sizes=tuple(manifest.sizes),
        kernel=kernel,
        work=manifest.kernel_work(),
        results=manifest.program_results(),
        film=film,
        scene=trusted.scene,
        frame=trusted.frame,
    )
    return LoadedExercise(exercise, [], folder.links)


def _version(path: Path) -> str:
    """Changes with what a verdict depends on, and not with a word of the statement."""
    digest = hashlib.sha256()
    for name in ("exercise.toml", "exercise.py", KERNEL):
        with suppress(OSError):  # there is none, or it was removed since it was read, and will be read anew
            digest.update((path / name).read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _manifest(folder: Folder) -> Manifest | None:
    file = folder.read("exercise.toml")
    if file is None:
        return None
    text, faults = file
    manifest = read_manifest(text, faults)
    folder.close(faults)
    return manifest


def _trusted(folder: Folder) -> Trusted | None:
    file = folder.read("exercise.py")
    if file is None:
        return None
    text, faults = file
    trusted = read_trusted(text, folder.path / "exercise.py", faults)
    folder.close(faults)
    return trusted


def _kernel(folder: Folder, manifest: Manifest | None) -> str:
    """The given kernel of the kind `launch`."""
    if manifest is None or manifest.kind != "launch":
        return ""
    file = folder.read(KERNEL)
    if file is None:
        return ""
    text, faults = file
    _check_entry(text, manifest, faults)
    folder.close(faults)
    return text


def _source(folder: Folder, name: str, manifest: Manifest | None) -> str:
    file = folder.read(name)
    if file is None:
        return ""
    text, faults = file
    if manifest is not None:
        _check_source(text, manifest, faults)
        if manifest.kind == "program":
            _check_host(text, manifest.entry, faults)
    folder.close(faults)
    return text


def _wrong(folder: Folder, name: str, manifest: Manifest | None) -> WrongKernel:
    file = folder.read(name)
    if file is None:
        return WrongKernel(folder.path / name, "", "")
    text, faults = file
    first = text.split("\n", 1)[0].rstrip()
    expects = first.removeprefix(EXPECTS)
    if not first.startswith(EXPECTS):
        faults.add(1, 1, f"the first line should declare what this kernel must get, such as `{EXPECTS}out_of_bounds`")
    elif expects not in EXPECTABLE:
        faults.add(1, len(EXPECTS) + 1, f"{expects!r} is neither a kind of finding nor of verdict")
    if manifest is not None and expects not in READ_BY_NOBODY[manifest.kind]:
        _check_source(text, manifest, faults)
    folder.close(faults)
    return WrongKernel(folder.path / name, text, expects)


def _check_source(text: str, manifest: Manifest, faults: Faults) -> None:
    """Whether what stands for a learner's answer has the form of one: a kernel, a program, or a launch."""
    if manifest.kind != "launch":
        _check_entry(text, manifest, faults)
        return
    try:
        read_launch(text, manifest.sizes)
    except CompileError as error:
        for finding in error.findings:
            faults.add(finding.line or 1, 1, to_author(finding))


def _check_entry(source: str, manifest: Manifest, faults: Faults) -> None:
    tree = parsed(source, faults)
    if tree is None:
        return
    entry = next((n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == manifest.entry), None)
    wanted = [parameter.name for parameter in manifest.parameters]
    if entry is None:
        faults.add(0, 0, f"defines no function `{manifest.entry}` at its top level")
    elif [argument.arg for argument in entry.args.args] != wanted:
        faults.add(entry.lineno, entry.col_offset + 1, f"`{entry.name}` should take ({', '.join(wanted)})")


def _check_host(source: str, entry: str, faults: Faults) -> None:
    """The entry of a program is called by the host; that it is a kernel is a mistake that a wrong one may make."""
    tree = parsed(source, Faults(faults.path))  # whose faults have been told
    functions = [n for n in (tree.body if tree else []) if isinstance(n, ast.FunctionDef) and n.name == entry]
    if any(_compiles(decorator) for function in functions for decorator in function.decorator_list):
        faults.add(functions[0].lineno, 1, f"`{entry}` is called by the host, so that it cannot be a kernel")


def _compiles(decorator: ast.expr) -> bool:
    """Whether a `jit` is in it, by any name."""
    names = (getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(decorator))
    return any("jit" in name for name in names)


def _texts(folder: Folder) -> dict[str, ExerciseText]:
    texts = {}
    for name in ["en", *sorted(path.stem for path in (folder.path / "text").glob("*.md") if path.stem != "en")]:
        file = folder.read(f"text/{name}.md")
        if file is not None:
            text, faults = file
            texts[name] = _text(text, name, Markdown(text, faults, folder.root, folder.versions), folder)
            folder.close(faults)
    return texts


def _text(text: str, lang: str, markdown: Markdown, folder: Folder) -> ExerciseText:
    header, body = read_header(text, TextHeader, markdown.faults)
    statement, hints = [], []
    for block in markdown.split(body.text, body.line):
        if not isinstance(block, Directive):
            statement.append(block)
        elif block.name == "hint":
            hints.append(markdown.hint(block))
        else:
            markdown.refuse(block, "an exercise's text")
    if not "".join(statement).strip():
        markdown.faults.add(body.line, 1, "the statement is empty")
    folder.links.extend(markdown.links)
    title, film = (header.title, header.film) if header else ("", {})
    return ExerciseText(lang, title, "".join(statement), tuple(hints), film)


def _check_film_words(folder: Folder, film: Film | None, texts: Mapping[str, ExerciseText]) -> None:
    """Each text says what the picture and the numbers of a film are called, and nothing else."""
    wanted = {"picture", *film.numbers} if film is not None else set()
    for lang, text in texts.items():
        if set(text.film) != wanted:
            faults = folder.open(f"text/{lang}.md")
            named = ", ".join(sorted(wanted)) or "no such key, as the exercise draws nothing"
            faults.add(1, 1, f"`film` in the header should name: {named}")
            folder.close(faults)


def _check_whole(folder: Folder, sources: dict[str, str], wrong: tuple[WrongKernel, ...]) -> None:
    for name, sentence in _whole_faults(sources, wrong):
        faults = folder.open(name)
        faults.add(0, 0, sentence)
        folder.close(faults)


def _whole_faults(sources: dict[str, str], wrong: tuple[WrongKernel, ...]) -> Iterator[tuple[str, str]]:
    starter, solution = sources["starter.py"], sources["solution.py"]
    if starter and starter.split() == solution.split():
        yield "starter.py", "is equal to solution.py"
    if len(wrong) < LEAST_WRONG:
        yield "wrong", f"holds {len(wrong)} kernels; {LEAST_WRONG} or more are needed"
