"""Settings: read once from the environment, by the two composition roots alone."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

from app.errors import ConfigError

ROOT = Path(__file__).resolve().parent.parent

# What both the compiler and the interpreter know.
ARCHS = tuple(f"sm_{cc}" for cc in (75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121))
RANGES: Mapping[str, tuple[float, float]] = {
    "port": (1, 65_535),  # 0 would be any free one, which nobody could find
    "workers": (0, 256),
    "lease_s": (0.1, 86_400.0),
    "tries": (1, 1_000),
    "source_bytes": (1, 262_144),  # percent-encoded it still fits into the body that the web accepts
    "grace_s": (0.1, 3_600.0),
    "connections": (16, 100_000),
    "patience_s": (0.1, 3_600.0),
}
CHOICES: Mapping[str, tuple[str, ...]] = {"arch": ARCHS, "log": ("text", "json")}
NOBODY = "none"
LAYERS = ("ids", "pdeathsig", "rlimits", "non_dumpable", "no_new_privs", "landlock", "seccomp")
_NAME = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
_GPUS = re.compile(r"auto|none|\d{1,3}( *, *\d{1,3})*")

# What one learner and one address may do, by class; docs/operators.md has the arithmetic. `streams` are open at once.
RATES: Mapping[str, str] = {
    "requests.address": "12000/minute",
    "submissions.learner": "30/minute;600/hour",
    "submissions.address": "1200/minute;12000/hour",
    "answers.learner": "60/minute",
    "answers.address": "3600/minute",
    "writes.learner": "120/minute",
    "writes.address": "6000/minute",
    "learners.address": "600/minute;3000/hour",
    "keys.learner": "10/minute",
    "keys.address": "120/minute",
    "streams.learner": "12",
    "streams.address": "900",
}
UNLIMITED = "off"
_RATE = re.compile(r"[1-9]\d{0,8}/(second|minute|hour|day)(;[1-9]\d{0,8}/(second|minute|hour|day))*")
_COUNT = re.compile(r"[1-9]\d{0,8}")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that an operator can set. Each field is `GRIDSTRIDE_<NAME>`."""

    data: Path = ROOT / ".data"  # database, secret, sockets; made with mode 700
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 0  # local worker processes under `serve`; 0: one, or one for every GPU
    course: Path = ROOT  # holds lessons/ and kernels/
    arch: str = "sm_90"  # what kernels are compiled for where there is no GPU
    lease_s: float = 15.0  # a worker that is silent for so long has lost its attempt
    tries: int = 3  # how often an attempt is started before it is given up as ours
    source_bytes: int = 65_536  # the largest submission
    grace_s: float = 3.0  # how long what runs may go on once the process was asked to stop
    log: Literal["text", "json"] = "text"
    proxies: str = "127.0.0.1,::1"  # whose X-Forwarded-For and X-Forwarded-Proto are believed
    hosts: str = "auto"  # names that are answered to; auto: any, or on a loopback address its own names alone
    gpus: str = "auto"  # which GPUs are used: all that work, "none", or numbers from 0 on such as "0,1"
    without: str = "none"  # layers of the sandbox that are left out; docs/security.md says which can be, and when
    rates: str = "default"  # how much one learner or address may send: these, "off", or what differs from RATES
    connections: int = 4_000  # open at once; one address may have half of them
    patience_s: float = 30.0  # how long a client may take over what it sends; twice that over what it is sent

    @property
    def limits(self) -> dict[str, str]:
        """RATES with the exceptions of `rates`; what has no limit is left out."""
        if self.rates == UNLIMITED:
            return {}
        wanted = {**RATES, **dict(_exceptions(self.rates))}
        return {name: rate for name, rate in wanted.items() if rate != UNLIMITED}

    @property
    def names(self) -> frozenset[str] | None:
        """The names of `hosts`, beside those of loopback, which always count; None for any."""
        if self.hosts == "auto":
            return frozenset() if is_loopback(self.host) else None
        return None if self.hosts == "any" else frozenset(part.strip().lower() for part in self.hosts.split(","))

    @property
    def trusted(self) -> list[str]:
        """The addresses and networks of `proxies`."""
        return [] if self.proxies == NOBODY else [part.strip() for part in self.proxies.split(",")]

    @property
    def waived(self) -> list[str]:
        """The layers of `without`."""
        return [] if self.without == NOBODY else [part.strip() for part in self.without.split(",")]

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings. Raises ConfigError with the variable's name and what it should hold."""
        values: dict[str, object] = {}
        for spec in fields(cls):
            name = f"GRIDSTRIDE_{spec.name.upper()}"
            if name in environ:
                values[spec.name] = _parse(name, environ[name], spec.default)
                _check(name, spec.name, values[spec.name])
        return cls(**values)  # type: ignore[arg-type]  # _parse returned the type of the default


def is_loopback(name: str) -> bool:
    """Whether a name or an address is this computer's own, which no other site can be under."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def _parse(name: str, text: str, default: object) -> object:
    if not text:  # an empty host would be every interface, an empty path the folder that one happens to be in
        raise ConfigError(f"{name} is empty; unset it, or set it to something such as {default}")
    try:
        if isinstance(default, Path):
            return Path(text).expanduser().resolve()
        if isinstance(default, str):
            return text
        return float(text) if isinstance(default, float) else int(text)
    except ValueError:
        raise ConfigError(f"{name} is {text!r}; it should be a number, such as {default}") from None
    except (RuntimeError, OSError):
        raise ConfigError(f"{name} is {text!r}, which is no path that can be followed") from None


def _check(name: str, field: str, value: object) -> None:
    if field in CHOICES and value not in CHOICES[field]:
        raise ConfigError(f"{name} is {value!r}; it should be one of {', '.join(CHOICES[field])}")
    if field == "proxies":
        _networks(name, str(value))
    if field == "without":
        _layers(name, str(value))
    if field == "hosts":
        _names(name, str(value))
    if field == "gpus" and not _GPUS.fullmatch(str(value)):
        raise ConfigError(f"{name} is {value!r}; it should be auto, none, or numbers from 0 on such as 0,1")
    if field == "rates":
        _check_rates(name, str(value))
    if isinstance(value, int | float):
        low, high = RANGES[field]
        if not low <= value <= high:  # so asked, NaN is outside too
            raise ConfigError(f"{name} is {value}; it should be from {low} to {high}")


def _layers(name: str, text: str) -> None:
    for part in text.split(",") if text != NOBODY else ():
        if part.strip() not in LAYERS:
            wanted = f"{NOBODY}, or layers of the sandbox: {', '.join(LAYERS)}"
            raise ConfigError(f"{name} has {part.strip()!r}; it should be {wanted}")


def _names(name: str, text: str) -> None:
    for part in text.split(","):
        if not _NAME.fullmatch(part.strip()):
            wanted = "auto, any, or names such as course.example.edu without a port, separated by commas"
            raise ConfigError(f"{name} has {part.strip()!r}; it should be {wanted}")


def _networks(name: str, text: str) -> None:
    for part in text.split(",") if text != NOBODY else ():
        try:
            ipaddress.ip_network(part.strip())
        except ValueError:
            wanted = f"addresses or networks such as 10.0.0.0/8, separated by commas, or {NOBODY}"
            raise ConfigError(f"{name} has {part.strip()!r}; it should be {wanted}") from None


def _exceptions(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(",") if text not in ("default", UNLIMITED) else ():
        rate, _, wanted = part.strip().partition("=")
        yield rate, wanted


def _check_rates(name: str, text: str) -> None:
    for rate, wanted in _exceptions(text):
        if rate not in RATES:
            known = ", ".join(RATES)
            raise ConfigError(f"{name} names {rate!r}; it should be default, off, or NAME=RATE with one of {known}")
        counted = rate.startswith("streams")
        if wanted != UNLIMITED and not (_COUNT if counted else _RATE).fullmatch(wanted):
            such = "12" if counted else "30/minute or 30/minute;600/hour"
            raise ConfigError(f"{name} has {rate}={wanted!r}; it should be something such as {such}, or off")
