"""The database itself: made safely, migrated once, refusing in sentences."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, text

from app.errors import StoreError
from app.store.columns import metadata
from app.store.database import FILE, Database, after_commit

MIGRATE = "import sys, pathlib; from app.store.database import Database; "
MIGRATE += "db = Database.open(pathlib.Path(sys.argv[1])); db.migrate(); db.close()"


def test_models_and_migrations_agree(world):
    with world.db.read() as conn:
        assert compare_metadata(MigrationContext.configure(conn), metadata) == []


def test_a_partial_index_is_partial_in_the_migration_too(world):
    query = text("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND sql LIKE '%WHERE state = %'")
    with world.db.read() as conn:
        assert conn.scalar(query) == 2


def test_the_database_lies_in_its_folder_whatever_that_is_called(tmp_path):
    folder = tmp_path / "a?b=c%20#d"
    with Database.open(folder) as db:
        db.migrate()
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]
    with closing(sqlite3.connect(folder / FILE)) as conn:
        assert conn.execute("SELECT count(*) FROM learner").fetchone() == (0,)


def test_processes_that_start_at_once_migrate_once(tmp_path):
    started = [subprocess.Popen([sys.executable, "-c", MIGRATE, str(tmp_path / "data")]) for _ in range(4)]
    assert [process.wait(60) for process in started] == [0] * 4


def test_a_new_database_is_set_up_by_one_process_at_a_time(tmp_path):
    fd = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(fd, fcntl.LOCK_EX)
    with ThreadPoolExecutor(1) as pool:
        opening = pool.submit(Database.open, tmp_path)
        with pytest.raises(TimeoutError):
            opening.result(0.1)
        os.close(fd)
        opening.result(10).close()


def test_migrating_twice_changes_nothing(world):
    world.submit()
    world.db.migrate()
    assert world.submissions.latest(world.learner(), "vector-add") is not None


def test_the_data_folder_is_its_owners_alone(world, tmp_path):
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600


def test_the_settings_that_keep_data_safe_hold_on_every_connection(world):
    with world.db.write(durable=True) as conn:
        found = [conn.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "foreign_keys", "synchronous")]
    assert found == ["wal", 1, 2]


def test_a_write_that_need_not_be_durable_is_not(world):
    with world.db.write(durable=True):
        pass
    with world.db.write() as conn:
        assert conn.scalar(text("PRAGMA synchronous")) == 1


def test_a_hook_runs_after_the_commit_and_not_after_a_rollback(world):
    ran = []
    with world.db.write() as conn:
        after_commit(conn, lambda: ran.append("committed"))
        assert ran == []
    with suppress(KeyError), world.db.write() as conn:
        after_commit(conn, lambda: ran.append("rolled back"))
        raise KeyError
    assert ran == ["committed"]


def test_a_reader_does_not_wait_for_a_writer(world):
    before = world.submit()
    with world.db.write() as conn:
        conn.execute(text("UPDATE submission SET exercise = 'other'"))
        assert world.submissions.get(before.id).exercise == "vector-add"


def test_a_full_disk_is_a_sentence_and_loses_nothing(world):
    kept = world.submit()
    event.listen(world.db._engine, "begin", lambda conn: conn.exec_driver_sql("PRAGMA max_page_count = 1"))
    with pytest.raises(StoreError, match="is full"):
        fill(world)
    assert world.submissions.get(kept.id) == kept


def fill(world):
    for _ in range(200):
        world.submit("grace")


def test_a_read_only_disk_is_a_sentence_and_still_reads(world):
    kept = world.submit()
    event.listen(world.db._engine, "begin", lambda conn: conn.exec_driver_sql("PRAGMA query_only = ON"))
    with pytest.raises(StoreError, match="read-only"):
        world.submit()
    assert world.submissions.get(kept.id) == kept


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"data folder .* cannot be used: Not a directory"):
        Database.open(tmp_path / "file" / "data")


def test_another_file_in_our_place_is_a_sentence(tmp_path):
    (tmp_path / FILE).write_text("not a database, but long enough to look at" * 40)
    with pytest.raises(StoreError, match="not a database of ours"):
        Database.open(tmp_path)


def test_a_database_that_stays_busy_is_a_sentence(world, tmp_path):
    event.listen(world.db._engine, "connect", lambda dbapi, _: dbapi.execute("PRAGMA busy_timeout = 10"))
    world.db.close()
    other = sqlite3.connect(tmp_path / "data" / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="busy"):
        world.submit()
    other.close()
