"""Proofs: what `gridstride check` found of a folder's contents, kept by their hash.

A proof lies beside what it proves, as `proof.json`, and then travels with it; or in the data folder, where failed
checks are remembered too. For the same contents, the data folder has the last word.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app import __version__
from app.course.models import Fault
from app.errors import ConfigError

NAME = "proof.json"
PROOFS = "proofs"  # the folder of them, under a site's data
_APP = Path(__file__).resolve().parents[1]
_JUDGES = ("course", "devices", "grading", "protocol", "sandbox", "simt", "toolchain", "worker")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is proved: an exercise, or the questions of a lesson that can be executed. `hash` is of their contents."""

    name: str  # "kernels/vector-add", "lessons/03-threads-blocks-grids"
    path: Path
    hash: str


@dataclass(frozen=True, slots=True)
class Proof:
    """`faults` is empty where the subject holds. `platform` is the code that judged, `seconds` what that took."""

    hash: str
    platform: str
    at: str  # UTC, ISO 8601
    seconds: float = 0.0
    faults: tuple[Fault, ...] = ()

    @property
    def holds(self) -> bool:
        return not self.faults


class Proofs:
    """The proofs that a site can use; `folder` is where those of this machine lie."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, subject: Subject) -> Proof | None:
        """The last word on the subject as it is now, or None where there is none."""
        for file in (self._own(subject), subject.path / NAME):
            proof = _read(file)
            if proof is not None and proof.hash == subject.hash:
                return proof
        return None

    def seconds(self, subject: Subject) -> float | None:
        """How long the last check took here, whatever the contents were."""
        proof = _read(self._own(subject))
        return proof.seconds if proof is not None else None

    def keep(self, subject: Subject, faults: tuple[Fault, ...], seconds: float) -> Proof:
        """Remember in the data folder what a check found. Raises ConfigError where it cannot be written."""
        proof = found(subject, faults, seconds)
        self._make()
        _write(self._own(subject), asdict(proof))
        return proof

    def state(self) -> tuple[tuple[str, int], ...]:
        """Differs when a proof in the data folder was added or changed."""
        return tuple(sorted(_times(self.folder)))

    def _make(self) -> None:
        """The data folder may not be there yet, and what else will lie in it is nobody's to read."""
        try:
            self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"the data folder {self.folder.parent} cannot be made: {error.strerror}") from None

    def _own(self, subject: Subject) -> Path:
        return self.folder / f"{subject.name}.json"


def found(subject: Subject, faults: tuple[Fault, ...], seconds: float) -> Proof:
    """What a check has found now."""
    return Proof(subject.hash, platform(), datetime.now(UTC).isoformat(timespec="seconds"), round(seconds, 1), faults)


def record(subject: Subject, proof: Proof) -> None:
    """Lay a proof beside what it proves. One for the same contents stays as it is, lest every check is a change."""
    before = _read(subject.path / NAME)
    if before is None or before.hash != subject.hash:
        _write(subject.path / NAME, {"hash": proof.hash, "platform": proof.platform, "at": proof.at})


def contents(path: Path) -> str:
    """The hash of all that is in a folder but its proof, and but what editors and Python leave there."""
    digest = hashlib.sha256()
    for name, file in sorted((file.relative_to(path).as_posix(), file) for file in path.rglob("*")):
        if name != NAME and not _left_behind(name) and file.is_file():
            data = _bytes(file)
            digest.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data)
    return digest.hexdigest()


def platform() -> str:
    """The version of Gridstride, and a hash of the code that judges."""
    digest = hashlib.sha256()
    for package in _JUDGES:
        for file in sorted((_APP / package).rglob("*.py")):
            digest.update(file.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:12]}"


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:  # removed since it was listed, or not for us; whoever needs it will say so
        return f"unreadable: {error.errno}".encode()


def _left_behind(name: str) -> bool:
    return any(part.startswith(".") or part.endswith("~") or part == "__pycache__" for part in name.split("/"))


def _times(folder: Path) -> Iterator[tuple[str, int]]:
    for file in folder.glob("*/*.json"):
        try:
            yield str(file), file.stat().st_mtime_ns
        except FileNotFoundError:  # it was removed since it was listed
            continue


def _read(file: Path) -> Proof | None:
    """What a file proves; nothing where it is missing or no proof."""
    try:
        told: Any = json.loads(file.read_text("utf-8"))
        faults = tuple(_fault(**fault) for fault in told.get("faults", ()))
        seconds = float(told.get("seconds", 0.0))
        return Proof(str(told["hash"]), str(told["platform"]), str(told["at"]), seconds, faults)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _fault(path: str, line: int, column: int, message: str) -> Fault:
    return Fault(str(path), int(line), int(column), str(message))


def _write(file: Path, content: Mapping[str, object]) -> None:
    """At once or not at all: a site may be reading."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")
        new.replace(file)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise ConfigError(f"the proof cannot be kept in {file}: {error.strerror}") from None
