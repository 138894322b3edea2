"""A backup while others write, a restore elsewhere, and archives that change nothing."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import sqlite3
import tarfile
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from app.config import ROOT
from app.errors import BackupError
from app.store.backup import KEPT, back_up
from app.store.database import FILE, Database
from app.store.learners import LearnerStore
from app.store.presence import Presence
from app.store.restore import restore
from app.store.submissions import SubmissionStore

Change = Callable[[list[tuple[tarfile.TarInfo, bytes]]], object]


@pytest.fixture
def backup(world, passed, tmp_path) -> Path:
    """Of a site with a submission that has its verdict."""
    (tmp_path / "data/secret").write_bytes(b"s" * 32)
    world.submit("ada")
    world.attempts.finish(world.attempts.claim("w", ["simt"]), passed)
    back_up(tmp_path / "data", tmp_path / "backup.tar.gz")
    return tmp_path / "backup.tar.gz"


def put_back(data: Path, archive: Path, *, force: bool = False) -> Path | None:
    with archive.open("rb") as source:
        return restore(data, source, force=force)[1]


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_restore_elsewhere_has_the_learner_their_verdict_and_the_secret(backup, world, tmp_path):
    assert put_back(tmp_path / "new", backup) is None
    assert (tmp_path / "new/secret").read_bytes() == b"s" * 32
    with Database.open(tmp_path / "new") as db:
        learner = LearnerStore(db).find("ada")
        assert learner is not None
        assert SubmissionStore(db, world.engine, world.engine).passed(learner) == {"vector-add"}


def test_it_is_for_its_owner_alone_and_leaves_nothing_beside(backup, tmp_path):
    assert backup.stat().st_mode & 0o777 == 0o600
    put_back(tmp_path / "new", backup)
    assert {p.name for p in (tmp_path / "new").iterdir()} == set(KEPT)
    assert {(tmp_path / "new" / name).stat().st_mode & 0o777 for name in KEPT} == {0o600}
    assert {p.name for p in tmp_path.iterdir()} == {"backup.tar.gz", "data", "new"}


def test_a_backup_during_writes_is_one_state(world, tmp_path):
    over = threading.Event()

    def write() -> None:  # each transaction adds one learner and one submission: no state has more of one
        for number in range(10_000):
            if over.is_set():
                return
            world.submit(f"learner {number}")

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        for number in range(5):
            back_up(tmp_path / "data", tmp_path / f"{number}.tar.gz")
    finally:
        over.set()
        writer.join()
    for number in range(5):
        put_back(tmp_path / f"new {number}", tmp_path / f"{number}.tar.gz")
        with closing(sqlite3.connect(tmp_path / f"new {number}" / FILE)) as conn:
            assert conn.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert conn.execute("PRAGMA foreign_key_check").fetchall() == []
            query = "SELECT count(*) FROM submission WHERE id NOT IN (SELECT submission FROM event)"
            assert conn.execute(query).fetchone() == (0,)


def test_an_existing_file_is_replaced_only_when_forced(backup, tmp_path):
    before = backup.read_bytes()
    with pytest.raises(BackupError, match=r"exists; choose another name"):
        back_up(tmp_path / "data", backup)
    assert backup.read_bytes() == before
    back_up(tmp_path / "data", backup, force=True)


@pytest.mark.parametrize(("name", "sentence"), [("", "is a folder; name a file in it"), ("no/b", "there is no folder")])
def test_a_file_that_cannot_be_is_refused_by_a_sentence(backup, tmp_path, name, sentence):
    with pytest.raises(BackupError, match=sentence):
        back_up(tmp_path / "data", tmp_path / name, force=True)


def test_a_folder_without_data_has_no_backup(tmp_path):
    with pytest.raises(BackupError, match="holds no data of a site; set GRIDSTRIDE_DATA"):
        back_up(tmp_path, tmp_path / "backup.tar.gz")


def test_a_full_disk_is_a_sentence_and_leaves_nothing(world, tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("app.store.backup._pack", full)
    with pytest.raises(BackupError, match=r"the disk that holds .* is full; no backup was made"):
        back_up(tmp_path / "data", tmp_path / "backup.tar.gz")
    assert [p.name for p in tmp_path.iterdir()] == ["data"]


def test_a_stream_is_as_good_as_a_file(world, tmp_path):
    stream = io.BytesIO()
    back_up(tmp_path / "data", stream)
    restore(tmp_path / "new", io.BytesIO(stream.getvalue()))
    assert (tmp_path / "new" / FILE).exists()


def test_data_is_replaced_only_when_forced_and_kept_aside(backup, world, tmp_path):
    data = tmp_path / "data"
    with pytest.raises(BackupError, match="holds data; with --force it is set aside"):
        put_back(data, backup)
    world.db.close()
    world.learners.create("who came later")
    aside = put_back(data, backup, force=True)
    assert aside is not None
    for folder, found in ((aside, True), (data, False)):
        with Database.open(folder) as db:
            assert (LearnerStore(db).find("who came later") is not None) is found


def test_a_server_on_the_folder_refuses_a_restore_whatever_is_forced(backup, tmp_path):
    with Presence(tmp_path / "data", "worker"), pytest.raises(BackupError, match=r"\(worker\); stop it first"):
        put_back(tmp_path / "data", backup, force=True)


def test_an_older_revision_is_migrated(tmp_path):
    old_database(tmp_path / "old")
    back_up(tmp_path / "old", tmp_path / "old.tar.gz")
    put_back(tmp_path / "new", tmp_path / "old.tar.gz")
    with closing(sqlite3.connect(tmp_path / "new" / FILE)) as conn:
        assert conn.execute("SELECT submission FROM quiz_answer").fetchall() == []


def old_database(folder: Path) -> None:
    """One of the first revision."""
    config = Config()
    config.set_main_option("script_location", str(ROOT / "app/store/migrations"))
    with Database.open(folder) as db, db.write() as conn:
        config.attributes["connection"] = conn
        command.upgrade(config, "0001")


def forge(archive: Path, change: Change) -> None:
    """The archive with its members changed."""
    with tarfile.open(archive) as tar:
        members = [(m, tar.extractfile(m).read()) for m in tar]
    change(members)
    with tarfile.open(archive, "w:gz") as tar:
        for member, content in members:
            member.size = len(content) if member.isreg() else 0
            tar.addfile(member, io.BytesIO(content))


def add(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> Change:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, link
    return lambda members: members.append((member, b"x" if kind == tarfile.REGTYPE else b""))


def retell(**told: object) -> Change:
    """A manifest that says something else."""

    def change(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
        manifest = json.loads(members[0][1]) | told
        members[0] = (members[0][0], json.dumps(manifest).encode())

    return change


def database(content: bytes) -> Change:
    """Another database, with its right checksum."""

    def change(members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
        manifest = json.loads(members[0][1])
        manifest["files"][FILE] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        members[0] = (members[0][0], json.dumps(manifest).encode())
        members[1] = (members[1][0], content)

    return change


def of_another() -> bytes:
    """A database that says that it is of our first revision, and has none of its tables."""
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.execute("CREATE TABLE alembic_version (version_num TEXT)")
        conn.execute("INSERT INTO alembic_version VALUES ('0001')")
        conn.commit()
        return conn.serialize()


FORGED = {
    "climbing": add("../climbed"),
    "absolute": add("/tmp/climbed"),
    "unlisted": add("extra"),
    "twice": add("secret"),
    "symbolic link": add("link", tarfile.SYMTYPE, "/etc"),
    "hard link": add("link", tarfile.LNKTYPE, "secret"),
    "device": add("secret", tarfile.CHRTYPE),
    "no manifest": lambda members: members.pop(0),
    "no database": lambda members: members.pop(1),
    "another secret": lambda members: members.__setitem__(2, (members[2][0], b"t" * 32)),
    "listed outside": retell(files={"../climbed": {"bytes": 1, "sha256": ""}, FILE: {"bytes": 1, "sha256": ""}}),
    "list for a dictionary": retell(files=[]),
    "newer tables": retell(revision="9999"),
    "another format": retell(format="2"),
    "enormous": retell(files={FILE: {"bytes": 1 << 60, "sha256": ""}}),
    "endless": retell(files={FILE: {"bytes": float("inf"), "sha256": ""}}),
    "no sqlite": database(b"no database" * 1000),
    "empty": database(b""),
    "another's tables": lambda members: [retell(revision="0001")(members), database(of_another())(members)],
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_archive_changes_nothing(backup, world, tmp_path, how):
    world.db.close()
    forge(backup, FORGED[how])
    before = snapshot(tmp_path)
    with pytest.raises(BackupError) as raised:
        put_back(tmp_path / "data", backup, force=True)
    assert "\n" not in str(raised.value)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("part", [0.0, 0.01, 0.5, 0.99])
def test_a_truncated_archive_changes_nothing(backup, world, tmp_path, part):
    world.db.close()
    content = backup.read_bytes()
    backup.write_bytes(content[: int(part * len(content))])
    before = snapshot(tmp_path)
    with pytest.raises(BackupError):
        put_back(tmp_path / "data", backup, force=True)
    assert snapshot(tmp_path) == before


def test_a_swap_that_fails_half_way_is_taken_back(backup, world, tmp_path, monkeypatch):
    world.db.close()
    before, rename = snapshot(tmp_path), Path.rename

    def refuse(path: Path, target: Path) -> Path:
        if path.name == "secret" and ".restore-" in str(path):
            raise OSError(errno.EIO, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(BackupError, match="Input/output error; nothing was changed"):
        put_back(tmp_path / "data", backup, force=True)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE])
def test_a_name_of_many_megabytes_is_not_read(tmp_path, kind):
    long = tarfile.TarInfo("long")
    long.type, long.size = kind, 32 << 20
    source = io.BytesIO(long.tobuf() + bytes(long.size))
    with pytest.raises(BackupError, match="which is no file"):
        restore(tmp_path / "new", source)
    assert source.tell() < 1 << 20
