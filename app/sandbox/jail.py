"""The order in which a forked child goes behind the wall. Nothing of a learner's is read before the end of it."""

from __future__ import annotations

import fcntl
import os
import resource
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.niceness import weigh
from app.sandbox import ids, landlock, libc
from app.sandbox.layers import Layer, LayerError
from app.sandbox.seccomp import LEARNER, PROGRAM, Filter

STDIN, STDOUT, STDERR, RESULT, JOB, STATUS, _RULESET, ANSWERS = range(8)
_NICE = 5
_DESCRIPTORS = 64
_STACK = 8 << 20
_LAST = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one child may use. `address_bytes` comes on top of the address space that the warm zygote has already."""

    cpu_seconds: int
    address_bytes: int


class Jail:
    """Made once in the zygote, with everything that does not depend on the job; entered by every child."""

    def __init__(
        self,
        layers: Iterable[str],
        packages: Iterable[str],
        user: int,
        landlock_abi: int | None,
        program: Path | None = None,
    ) -> None:
        """`program` is the only one that a child may become, which then needs neither interpreter nor packages."""
        self._layers = frozenset(map(Layer, layers))
        self._user = user
        readable = [] if program else [*landlock.interpreter(), *landlock.packages(packages)]
        grants = [*landlock.program(program)] if program else []
        self._may_search = ids.closed_to_others([*readable, *(grant.path for grant in grants)]) is not None
        self._zygote = os.getpid()
        walled = Layer.LANDLOCK in self._layers
        self._ruleset = landlock.ruleset(readable, landlock_abi, grants) if walled else _nowhere()
        self._filter = Filter(PROGRAM if program else LEARNER) if Layer.SECCOMP in self._layers else None

    def hold(self, descriptors: Sequence[int]) -> None:
        """Keep only `descriptors`, under this module's numbers.

        They are (stdout, stderr, result, job, status), and answers where the job is talked with.
        """
        _place((_nowhere(), *descriptors[:STATUS], self._ruleset, *descriptors[STATUS:]))

    def enter(self, bounds: Bounds) -> None:
        """Go in, after `hold`. Raises LayerError or OSError.

        PDEATHSIG is set twice, because the kernel forgets it when the ids change.
        """
        os.setsid()
        weigh()  # what it inherited, such as a prover's
        self._die_with_zygote()
        if Layer.IDS in self._layers:
            with _naming(Layer.IDS):
                ids.drop(self._user, may_search=self._may_search)
            self._die_with_zygote()
        os.chdir("/")
        os.nice(_NICE)
        if Layer.RLIMITS in self._layers:
            with _naming(Layer.RLIMITS):
                _limit(bounds)
        libc.prctl(libc.PR_SET_DUMPABLE, int(Layer.NON_DUMPABLE not in self._layers))
        if Layer.NO_NEW_PRIVS in self._layers:
            with _naming(Layer.NO_NEW_PRIVS):
                libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)
        if Layer.LANDLOCK in self._layers:
            with _naming(Layer.LANDLOCK):
                landlock.restrict(_RULESET)
        os.close(_RULESET)
        if self._filter is not None:
            with _naming(Layer.SECCOMP):
                self._filter.install()

    def _die_with_zygote(self) -> None:
        if Layer.PDEATHSIG not in self._layers:
            libc.prctl(libc.PR_SET_PDEATHSIG, 0)
            return
        with _naming(Layer.PDEATHSIG):
            libc.prctl(libc.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != self._zygote:
            os._exit(1)  # it died before we could ask to be told


@contextmanager
def _naming(layer: Layer) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise LayerError(layer, str(error)) from None


def _nowhere() -> int:
    """Opened anew for each child: who shares an open file shares its flags, and jobs could leave each other bits."""
    return os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)


def _place(descriptors: Sequence[int]) -> None:
    """Make these the descriptors 0, 1, 2, … and close all others."""
    above = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 2 * len(descriptors)) for descriptor in descriptors]
    for target, source in enumerate(above):
        os.dup2(source, target, inheritable=False)
    libc.syscall("close_range", len(descriptors), _LAST, 0)


def _limit(bounds: Bounds) -> None:
    pages = int(Path("/proc/self/statm").read_bytes().split()[0])
    space = pages * resource.getpagesize() + bounds.address_bytes
    _lower(resource.RLIMIT_AS, space)
    _lower(resource.RLIMIT_STACK, _STACK)
    _lower(resource.RLIMIT_NOFILE, _DESCRIPTORS)
    for forbidden in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK, resource.RLIMIT_NPROC):
        _lower(forbidden, 0)
    # The soft limit sends SIGXCPU, which can be ignored; a second later the hard one kills.
    _lower(resource.RLIMIT_CPU, bounds.cpu_seconds, grace=1)


def _lower(which: int, value: int, grace: int = 0) -> None:
    _, ceiling = resource.getrlimit(which)
    hard = value + grace if ceiling == resource.RLIM_INFINITY else min(value + grace, ceiling)
    resource.setrlimit(which, (min(value, hard), hard))
