"""Landlock: a child reads the files of the interpreter and of listed packages, and nothing else.

No right to create or to remove is ever granted; to write and to execute only by a `Grant` that says so. From ABI 4 of
the kernel on, TCP is refused as well, and from ABI 6 on signals and abstract sockets that leave the sandbox; seccomp
refuses the same, so that the wall does not depend on a recent kernel.
"""

from __future__ import annotations

import ctypes
import errno
import importlib.util
import os
import re
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.sandbox import libc
from app.sandbox.layers import Layer, LayerError

_VERSION = 1
_PATH_BENEATH = 1
EXECUTE = 1 << 0
WRITE = 1 << 1
READ_FILE = 1 << 2
READ_DIR = 1 << 3
READ = READ_FILE | READ_DIR
TRUNCATE = 1 << 14
IOCTL = 1 << 15  # on a device
_ON_FILES = EXECUTE | WRITE | READ_FILE | TRUNCATE | IOCTL  # the others mean something for folders alone
IOCTL_ABI = 5
_FILE_RIGHTS = {1: (1 << 13) - 1, 2: 1 << 13, 3: TRUNCATE, IOCTL_ABI: IOCTL}  # by the ABI that brought them
_NET_ABI, _NET_RIGHTS = 4, 0b11  # bind and connect
_SCOPE_ABI, _SCOPES = 6, 0b11  # abstract sockets and signals
_WITHOUT = {errno.ENOSYS: "this kernel has no Landlock", errno.EOPNOTSUPP: "Landlock is not among the kernel's lsm="}


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # what _pack_ has always meant; newer Pythons want it said
    _fields_ = (("access", ctypes.c_uint64), ("parent", ctypes.c_int32))


@dataclass(frozen=True, slots=True)
class Grant:
    """What may be done with a file, or with all below a folder."""

    path: Path
    rights: int


def abi() -> int:
    """The version of Landlock that the kernel speaks. Raises LayerError where it speaks none."""
    try:
        return libc.syscall("landlock_create_ruleset", None, 0, _VERSION)
    except OSError as error:
        raise LayerError(Layer.LANDLOCK, _WITHOUT.get(error.errno or 0, str(error))) from None


def ruleset(readable: Iterable[Path], version: int | None = None, grants: Iterable[Grant] = ()) -> int:
    """A descriptor of a ruleset that lets one read these files and folders, and do what `grants` say.

    A right that the kernel does not know yet cannot be granted, and is not taken away either. `version` can lower the
    ABI, for tests.
    """
    version = min(abi(), version or 1 << 30)
    files = sum(rights for since, rights in _FILE_RIGHTS.items() if since <= version)
    attribute = _Ruleset(
        files,
        _NET_RIGHTS if version >= _NET_ABI else 0,
        _SCOPES if version >= _SCOPE_ABI else 0,
    )
    size = 24 if version >= _SCOPE_ABI else 16 if version >= _NET_ABI else 8
    try:
        descriptor = libc.syscall("landlock_create_ruleset", attribute, size, 0)
        for grant in (*(Grant(path, READ) for path in readable), *grants):
            _allow(descriptor, grant.path, grant.rights & files)
    except OSError as error:
        raise LayerError(Layer.LANDLOCK, str(error)) from None
    return descriptor


def restrict(descriptor: int) -> None:
    """Put this process, for good, behind the ruleset. Raises OSError."""
    libc.syscall("landlock_restrict_self", descriptor, 0)


def interpreter() -> Iterator[Path]:
    """The standard library, entry by entry, because its folder may hold the site-packages of the base interpreter.

    A link that leads nowhere is left out, such as Debian's sitecustomize.py in a container without /etc/python3.
    """
    for folder in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}:
        for entry in sorted(Path(folder).iterdir()):
            if entry.name not in {"site-packages", "dist-packages"} and entry.exists():
                yield entry


def packages(names: Iterable[str]) -> Iterator[Path]:
    """The folders of these import packages, and of the shared libraries that their wheels carry beside them."""
    for name in names:
        spec = importlib.util.find_spec(name)
        if spec is None:
            raise ModuleNotFoundError(f"the package {name} is not installed", name=name)
        if spec.submodule_search_locations is None:
            if spec.origin is not None:
                yield Path(spec.origin)
            continue
        for location in map(Path, spec.submodule_search_locations):
            yield location
            bundled = location.with_name(f"{location.name}.libs")
            if bundled.is_dir():
                yield bundled


def libraries(*names: str) -> tuple[Path, ...]:
    """The folders of these shared libraries, such as "c" for libc.so.6, where this process has them in memory."""
    wanted = re.compile(rf"/lib({'|'.join(names)})[.-][^/]*$")
    return tuple(dict.fromkeys(path.parent for path in _loaded() if wanted.search(str(path))))


def program(path: Path) -> Iterator[Grant]:
    """What it takes to become the program of this file, which needs no library but those of the C library."""
    yield Grant(path, EXECUTE | READ)
    for loader in dict.fromkeys(file for file in _loaded() if file.name.startswith(("ld-", "ld."))):
        yield Grant(loader, EXECUTE | READ)
    for folder in libraries("c"):
        yield Grant(folder, READ)


def _loaded() -> Iterator[Path]:
    """The shared libraries that this process has in memory, with the loader that its own program has."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        columns = line.split(maxsplit=5)
        if len(columns) > 5 and ".so" in columns[5]:
            yield Path(columns[5])


def _allow(descriptor: int, path: Path, rights: int) -> None:
    opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        beneath = _Beneath(rights if path.is_dir() else rights & _ON_FILES, opened)
        libc.syscall("landlock_add_rule", descriptor, _PATH_BENEATH, beneath, 0)
    finally:
        os.close(opened)
