"""`backup` and `restore`: a site's data as one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from app.cli.verbs import OK, Verbs
from app.config import Settings
from app.errors import BackupError

_STREAM = Path("-")


def add(verbs: Verbs) -> None:
    text = "back up the data folder into one file, while the site serves or not"
    backup = verbs.add_parser("backup", help=text, description=text)
    backup.add_argument("file", type=Path, metavar="FILE", help="a .tar.gz to write; - for stdout")
    backup.add_argument("--force", action="store_true", help="replace FILE where it exists")
    backup.set_defaults(command=_backup)
    text = "make the data folder from a backup; the server has to be stopped"
    restore = verbs.add_parser("restore", help=text, description=text)
    restore.add_argument("file", type=Path, metavar="FILE", help="what backup wrote; - for stdin")
    restore.add_argument("--force", action="store_true", help="replace the data that is there, and keep it aside")
    restore.set_defaults(command=_restore)


def _backup(options: argparse.Namespace, settings: Settings) -> int:
    from app.store.backup import back_up  # noqa: PLC0415  # imports SQL, which most commands do without

    if options.file == _STREAM:
        back_up(settings.data, sys.stdout.buffer)
        return OK
    manifest = back_up(settings.data, options.file, force=options.force)
    size = options.file.stat().st_size
    print(f"{options.file}: {size / 1e6:.1f} MB, of {manifest.made_at}, revision {manifest.revision}")
    return OK


def _restore(options: argparse.Namespace, settings: Settings) -> int:
    from app.store.restore import restore  # noqa: PLC0415  # imports SQL, which most commands do without

    try:
        source = sys.stdin.buffer if options.file == _STREAM else options.file.open("rb")
    except OSError as error:
        raise BackupError(f"{options.file} cannot be read: {error.strerror}") from None
    with source:
        manifest, aside = restore(settings.data, source, force=options.force)
    print(f"{settings.data} is as it was at {manifest.made_at}.")
    if aside is not None:
        print(f"What was there before lies in {aside}; remove it when all is well.")
    return OK
