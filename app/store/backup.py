"""A data folder as one archive, made while the site serves; and a folder made from one, or left as it was.

The archive is a tar, compressed, of a manifest and the files that it lists with their sizes and checksums. It is
read member by member, and never unpacked by name: what the manifest does not list is refused.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, BinaryIO, Self

from app import __version__
from app.errors import BackupError, StoreError
from app.store import revisions
from app.store.database import FILE, Database, utc_now

KEPT = (FILE, "secret")  # all else in a data folder is made anew
_MANIFEST = "manifest.json"
_FORMAT = "1"
_LARGEST_MANIFEST = 1 << 16
_CHUNK = 1 << 20
_BROKEN = (tarfile.TarError, zlib.error, EOFError, OSError, ValueError)  # what readers raise on damaged bytes


@dataclass(frozen=True, slots=True)
class Entry:
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    version: str
    revision: str
    made_at: str
    files: dict[str, Entry]


class _Header(tarfile.TarInfo):
    """A member's header, looked at before tarfile follows it: the long names of other tars are read whole."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """Raises BackupError for what no backup has."""
        header = super().frombuf(buf, encoding, errors)
        if not header.isreg() and (header.type != tarfile.XHDTYPE or header.size > _LARGEST_MANIFEST):
            raise BackupError(f"the backup holds {header.name!r}, which is no file; nothing was changed")
        return header


def back_up(data: Path, target: Path | IO[bytes], *, force: bool = False) -> Manifest:
    """Write an archive of the data folder, for its owner alone. Raises BackupError; then `target` is as it was."""
    if not (data / FILE).is_file():
        raise BackupError(f"{data} holds no data of a site; set GRIDSTRIDE_DATA to the folder that does")
    if isinstance(target, Path):
        _free(target, force=force)
    place = target.parent if isinstance(target, Path) else data
    with _told(place, "no backup was made"), _workshop(place, ".backup-") as folder:
        manifest = _copied(data, folder)
        if isinstance(target, Path):
            archive = folder / "archive"
            with archive.open("wb") as file:
                _pack(folder, manifest, file)
                os.fsync(file.fileno())
            archive.chmod(0o600)
            archive.rename(target)
        else:
            _pack(folder, manifest, target)
    return manifest


def _free(target: Path, *, force: bool) -> None:
    if target.is_dir():
        raise BackupError(f"{target} is a folder; name a file in it")
    if not target.parent.is_dir():
        raise BackupError(f"there is no folder {target.parent}")
    if target.exists() and not force:
        raise BackupError(f"{target} exists; choose another name, or replace it with --force")


def unpack(source: BinaryIO, folder: Path) -> Manifest:
    """Read an archive into a folder and check it all. Raises BackupError where anything is not as it should be."""
    try:
        with tarfile.open(fileobj=source, mode="r|*", tarinfo=_Header) as archive:
            members = iter(archive)
            manifest = _manifest(archive, next(members, None))
            _room_for(manifest, folder)
            names = [_unpacked(archive, member, manifest, folder) for member in members]
    except BackupError:
        raise
    except _BROKEN as error:
        if getattr(error, "errno", None) == errno.ENOSPC:
            raise BackupError(f"the disk that holds {folder.parent} is full; nothing was changed") from error
        raise BackupError(f"the backup is damaged: {error}; nothing was changed") from error
    if sorted(names) != sorted(manifest.files):
        raise BackupError("the backup is incomplete; nothing was changed")
    _check_database(folder, manifest)
    return manifest


def _copied(data: Path, folder: Path) -> Manifest:
    """A consistent copy of what is kept: SQLite's own backup, in one step, sees one state and stops no writer."""
    with closing(sqlite3.connect(data / FILE)) as live, closing(sqlite3.connect(folder / FILE)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        (revision,) = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    for name in KEPT[1:]:
        if (data / name).exists():
            shutil.copyfile(data / name, folder / name)
    files = {name: _entry(folder / name) for name in KEPT if (folder / name).exists()}
    return Manifest(__version__, revision, utc_now().isoformat(timespec="seconds"), files)


def _entry(path: Path) -> Entry:
    with path.open("rb") as file:
        return Entry(path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())


def _pack(folder: Path, manifest: Manifest, file: IO[bytes]) -> None:
    with tarfile.open(fileobj=file, mode="w|gz") as archive:
        text = json.dumps({"format": _FORMAT, **asdict(manifest)}, indent=1).encode()
        archive.addfile(_member(_MANIFEST, len(text)), io.BytesIO(text))
        for name, entry in manifest.files.items():
            with (folder / name).open("rb") as content:
                archive.addfile(_member(name, entry.bytes), content)


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member


def _manifest(archive: tarfile.TarFile, member: tarfile.TarInfo | None) -> Manifest:
    if member is None or member.name != _MANIFEST or not member.isreg() or member.size > _LARGEST_MANIFEST:
        raise BackupError("this is no backup of a site: it does not begin with a manifest; nothing was changed")
    try:
        told = json.loads(_content(archive, member).read())
        form, version, revision, made_at = (str(told[key]) for key in ("format", "version", "revision", "made_at"))
        files = {str(name): Entry(int(entry["bytes"]), str(entry["sha256"])) for name, entry in told["files"].items()}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise BackupError(f"the backup's manifest makes no sense: {error}; nothing was changed") from error
    if form != _FORMAT:
        raise BackupError(f"the backup is of format {form}, which this version cannot read; nothing was changed")
    if FILE not in files or not set(files) <= set(KEPT):
        raise BackupError(f"the backup should hold {' and '.join(KEPT)} and nothing else; nothing was changed")
    if revision not in revisions.known():
        raise BackupError(
            f"the backup was made by Gridstride {version}, whose tables (revision {revision}) this version does not "
            "know: restore it with that version or a later one. Nothing was changed"
        )
    return Manifest(version, revision, made_at, files)


def _room_for(manifest: Manifest, folder: Path) -> None:
    needed = sum(entry.bytes for entry in manifest.files.values())
    if needed > shutil.disk_usage(folder).free:
        raise BackupError(f"the backup needs {needed >> 20} MiB, more than is free in {folder.parent}")


def _unpacked(archive: tarfile.TarFile, member: tarfile.TarInfo, manifest: Manifest, folder: Path) -> str:
    entry = manifest.files.get(member.name)
    if entry is None or not member.isreg() or member.size != entry.bytes:
        raise BackupError(f"the backup holds {member.name!r}, which its manifest does not; nothing was changed")
    digest = hashlib.sha256()
    private = os.open(folder / member.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(private, "wb") as file:
        content = _content(archive, member)
        while chunk := content.read(_CHUNK):
            digest.update(chunk)
            file.write(chunk)
    if digest.hexdigest() != entry.sha256:
        raise BackupError(f"{member.name} in the backup is not what was backed up; nothing was changed")
    return member.name


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    content = archive.extractfile(member)
    if content is None:
        raise BackupError(f"{member.name!r} in the backup is no file; nothing was changed")
    return content


def _check_database(folder: Path, manifest: Manifest) -> None:
    """Its pages hang together, and it is of the revision that was told; then bring it to the newest one."""
    try:
        with closing(sqlite3.connect(folder / FILE)) as conn:
            (verdict,) = conn.execute("PRAGMA quick_check").fetchone()
            (revision,) = conn.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise BackupError(f"the database in the backup cannot be read: {error}; nothing was changed") from error
    if verdict != "ok" or revision != manifest.revision:
        raise BackupError("the database in the backup is damaged; nothing was changed")
    try:
        with Database.open(folder) as db:
            db.migrate()
    except StoreError as error:
        raise BackupError(f"the database in the backup is not one of a site: {error}; nothing was changed") from error


@contextmanager
def _workshop(place: Path, prefix: str) -> Iterator[Path]:
    """A folder for the owner alone, gone in the end."""
    with tempfile.TemporaryDirectory(prefix=prefix, dir=place) as folder:
        yield Path(folder)


@contextmanager
def _told(place: Path, outcome: str) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, StoreError) as error:
        full = getattr(error, "errno", None) == errno.ENOSPC or "full" in str(error)
        why = f"the disk that holds {place} is full" if full else str(error)
        raise BackupError(f"{why}; {outcome}") from error
