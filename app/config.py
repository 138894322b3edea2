"""Settings: read once from the environment, by the two composition roots alone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from app.errors import ConfigError

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that an operator can set. Each field is `GRIDSTRIDE_<NAME>`."""

    data: Path = ROOT / ".data"  # database, secret, sockets; made with mode 700
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1  # local worker processes under `serve`
    course: Path = ROOT  # holds lessons/ and kernels/
    arch: str = "sm_90"  # what kernels are compiled for where there is no GPU
    lease_s: float = 15.0  # a worker that is silent for so long has lost its attempt
    tries: int = 3  # how often an attempt is started before it is given up as ours
    source_bytes: int = 65_536  # the largest submission

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings. Raises ConfigError with the variable's name and what it should hold."""
        values: dict[str, object] = {}
        for spec in fields(cls):
            name = f"GRIDSTRIDE_{spec.name.upper()}"
            if name in environ:
                values[spec.name] = _parse(name, environ[name], spec.default)
        return cls(**values)  # type: ignore[arg-type]  # _parse returned the type of the default


def _parse(name: str, text: str, default: object) -> object:
    if isinstance(default, Path):
        return Path(text).expanduser().resolve()
    if isinstance(default, str):
        return text
    try:
        return float(text) if isinstance(default, float) else int(text)
    except ValueError:
        raise ConfigError(f"{name} is {text!r}; it should be a number, such as {default}") from None
