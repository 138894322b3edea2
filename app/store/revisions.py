"""The revisions of the tables: which there are, and which one a database has."""

from __future__ import annotations

from functools import cache

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Select, column, select, table

from app.store.database import Database

_CURRENT: Select[tuple[str]] = select(column("version_num")).select_from(table("alembic_version"))


@cache
def known() -> tuple[str, ...]:
    """Every revision that this program can read, the newest first."""
    config = Config()
    config.set_main_option("script_location", "app.store:migrations")
    return tuple(script.revision for script in ScriptDirectory.from_config(config).walk_revisions())


def current(db: Database) -> str:
    """The database's revision. Raises StoreError where it has none."""
    with db.read() as conn:
        return str(conn.execute(_CURRENT).scalar_one())
