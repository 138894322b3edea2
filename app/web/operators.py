"""Who may see more of a site's health than anyone: whoever can read its data folder, where the key lies.

An address says nothing of who asks: behind a proxy that adds no header, every stranger comes from loopback.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

FILE = "operator.key"
_SCHEME = "Bearer "


def operator_key(secret: bytes) -> str:
    """The key of a site, which follows from its secret."""
    return hmac.new(secret, b"operator", hashlib.sha256).hexdigest()


def leave_key(folder: Path, secret: bytes) -> None:
    """Write the key down for its owner alone, anew at every start. A link under its name is replaced, not followed."""
    draft = folder / f"{FILE}.{os.getpid()}"
    try:
        draft.unlink(missing_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(f"{operator_key(secret)}\n")
        draft.replace(folder / FILE)
    except OSError as error:  # the site serves as well without
        log.warning("the key for operators cannot be written to %s: %s", folder, error.strerror)


def is_operator(authorization: str | None, secret: bytes) -> bool:
    """Whether a request's Authorization header holds the key."""
    given = (authorization or "").removeprefix(_SCHEME).strip()
    return hmac.compare_digest(given.encode(), operator_key(secret).encode())
