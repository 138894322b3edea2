"""The server's secret: 32 random bytes in the data folder, made once, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from app.errors import ConfigError

_BYTES = 32


def secret(folder: Path) -> bytes:
    """Read the secret, or make it. Raises ConfigError where the file is not one."""
    path = folder / "secret"
    if not path.exists():
        _make(path)
    value = path.read_bytes()
    if len(value) != _BYTES:
        raise ConfigError(f"{path} should hold {_BYTES} bytes; move it away and a new one is made")
    return value


def _make(path: Path) -> None:
    """Linked into place whole, so that of two web processes that start at once both read the same one."""
    draft = path.with_name(f"secret.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_bytes(_BYTES))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
