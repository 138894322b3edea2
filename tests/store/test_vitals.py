"""What a probe hears of the database."""

from __future__ import annotations

import pytest

from app.errors import StoreError
from app.store import revisions
from app.store.database import Database
from app.store.vitals import VitalStore, Waiting


def test_a_new_database_is_of_the_newest_revision(world):
    assert VitalStore(world.db).migrated()
    assert revisions.known()[-1] == "0001"


def test_a_database_of_another_revision_is_not(world):
    with world.db.write() as conn:
        conn.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    assert not VitalStore(world.db).migrated()


def test_a_database_without_tables_does_not_answer(tmp_path):
    with Database.open(tmp_path / "empty") as empty, pytest.raises(StoreError):
        VitalStore(empty).migrated()


def test_what_waits_is_counted_and_the_oldest_has_its_age(world):
    vitals = VitalStore(world.db)
    assert vitals.waiting() == Waiting(0, None)
    for token in ("ada", "grace"):
        world.submit(token)
        world.clock.advance(5)
    assert vitals.waiting() == Waiting(2, 10.0)
