"""A process that was exec'd puts itself behind the wall: the executor of a GPU, which loads strangers' device code.

It starts no zygote's child, because CUDA does not survive a fork. It goes in after its imports and before cuInit, for
Landlock and the ids hold for the thread that asks and for those that it starts, not for threads that run already.
"""

from __future__ import annotations

import os
import resource
import signal
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from app.sandbox import ids, landlock, libc, nvidia
from app.sandbox.layers import ALL_LAYERS, Layer, LayerError
from app.sandbox.seccomp import EXECUTOR, Filter

_NOBODY = 65_534
_DESCRIPTORS = 512  # libcuda holds some sixty
_THREADS = 4096  # of this user on this machine, as the kernel counts them
_LAST = (1 << 32) - 1


@dataclass(frozen=True, slots=True)
class Standing:
    """One layer round a process: does all of it stand, and what was seen."""

    whole: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Hardened:
    """What stands round a process, by layer. `plain` and `of` take it through a frame."""

    layers: Mapping[str, Standing]

    def plain(self) -> dict[str, dict[str, bool | str]]:
        """For a frame."""
        return {name: asdict(standing) for name, standing in self.layers.items()}

    @classmethod
    def of(cls, told: object) -> Hardened:
        """Out of a frame. Raises ValueError where it says something else."""
        match told:
            case dict() if told.keys() == {layer.value for layer in Layer}:
                return cls({name: _standing(entry) for name, entry in told.items()})
        raise ValueError("a process did not say what stands round it")


def confine(
    devices: Sequence[Path],
    keep: Sequence[int],
    packages: Iterable[str],
    *,
    parent: int,
    data_bytes: int = 2 << 30,
    layers: Iterable[Layer] = ALL_LAYERS,
    landlock_abi: int | None = None,
) -> Hardened:
    """Go behind the wall, for good. Call it after all imports (and after loading libcuda), before cuInit.

    `devices` are the nodes of the one card (`nvidia.nodes`), none for a stand-in; `keep` the descriptors beside 0, 1
    and 2 that stay open; `packages` the import packages whose files may still be read. `parent` is the process that
    started this one, from a thread that lives as long as this process shall: where it is gone, this process ends.
    `data_bytes` bounds private memory; shared mappings do not count. `layers` and `landlock_abi` take parts away, for
    tests. Raises LayerError, which names the layer that cannot be put up; the process should end then.
    """
    wanted = frozenset(layers)
    _refuse_threads()
    readable = [*landlock.interpreter(), *landlock.packages(packages)]
    grants = [*nvidia.grants(devices)]
    ruleset = landlock.ruleset(readable, landlock_abi, grants) if Layer.LANDLOCK in wanted else None
    steps: dict[Layer, Callable[[], Standing]] = {
        Layer.IDS: lambda: _drop(devices, [*readable, *landlock.libraries("cuda")]),
        Layer.PDEATHSIG: lambda: _die_with(parent),
        Layer.RLIMITS: lambda: _limit(data_bytes),
        Layer.NON_DUMPABLE: _close_to_debuggers,
        Layer.NO_NEW_PRIVS: _gain_nothing,
        Layer.LANDLOCK: lambda: _restrict(ruleset, landlock_abi),
        Layer.SECCOMP: lambda: _filter(Filter(EXECUTOR)),
    }
    with suppress(PermissionError):  # it leads a session already
        os.setsid()
    _keep([0, 1, 2, *keep, *([] if ruleset is None else [ruleset])])
    os.chdir("/")
    return Hardened({layer.value: _stood(layer, step, wanted) for layer, step in steps.items()})


def _stood(layer: Layer, step: Callable[[], Standing], wanted: frozenset[Layer]) -> Standing:
    if layer not in wanted:
        return Standing(whole=False, detail="left out")
    try:
        return step()
    except (OSError, ValueError) as error:
        raise LayerError(layer, str(error)) from None


def _refuse_threads() -> None:
    threads = len(list(Path("/proc/self/task").iterdir()))
    if threads != 1:
        raise LayerError(Layer.LANDLOCK, f"{threads} threads run already, and it would hold for one of them only")


def _keep(descriptors: Iterable[int]) -> None:
    """Close all but these, gap by gap."""
    first = 0
    for descriptor in (*sorted(set(descriptors)), _LAST):
        if descriptor > first:
            libc.syscall("close_range", first, descriptor - (descriptor != _LAST), 0)
        first = descriptor + 1


def _drop(devices: Sequence[Path], readable: Iterable[Path]) -> Standing:
    """As root become nobody, unless a device node is root's alone; without capabilities in any case."""
    closed = next((node for node in devices if not _open_to_all(node)), None)
    if ids.is_root() and closed is not None:
        ids.keep_capabilities(0)
        return Standing(whole=False, detail=f"root without capabilities: only its owner may use {closed}")
    was_root = ids.is_root()
    ids.drop(_NOBODY, may_search=was_root and ids.closed_to_others(readable) is not None)
    return Standing(whole=True, detail="nobody, without capabilities" if was_root else "a plain user as before")


def _open_to_all(node: Path) -> bool:
    wanted = stat.S_IROTH | (stat.S_IXOTH if node.is_dir() else stat.S_IWOTH)
    return node.stat().st_mode & wanted == wanted


def _die_with(parent: int) -> Standing:
    """After the ids, because the kernel forgets it when they change."""
    libc.prctl(libc.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)  # it died before we could ask to be told
    return Standing(whole=True, detail="killed when its parent ends")


def _limit(data_bytes: int) -> Standing:
    """No limit on the address space: libcuda reserves addresses by the memory of all cards and of the host."""
    for which, most in {
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_NOFILE: _DESCRIPTORS,
        resource.RLIMIT_NPROC: _THREADS,
        resource.RLIMIT_DATA: data_bytes,
    }.items():
        _, ceiling = resource.getrlimit(which)
        lowered = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
        resource.setrlimit(which, (lowered, lowered))
    return Standing(whole=True, detail=f"{data_bytes >> 20} MiB of private memory, no byte in a file")


def _close_to_debuggers() -> Standing:
    libc.prctl(libc.PR_SET_DUMPABLE, 0)
    return Standing(whole=True, detail="closed to debuggers")


def _gain_nothing() -> Standing:
    libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)
    return Standing(whole=True, detail="no program gives it more")


def _restrict(ruleset: int | None, landlock_abi: int | None) -> Standing:
    assert ruleset is not None
    landlock.restrict(ruleset)
    os.close(ruleset)
    version = min(landlock.abi(), landlock_abi or 1 << 30)
    if version < landlock.IOCTL_ABI:
        return Standing(whole=False, detail=f"ABI {version}: what it may ask devices is seccomp's alone to bound")
    return Standing(whole=True, detail=f"ABI {version}")


def _filter(made: Filter) -> Standing:
    made.install()
    return Standing(whole=True, detail="system calls of an executor, threads but no processes")


def _standing(entry: object) -> Standing:
    match entry:
        case {"whole": bool(whole), "detail": str(detail), **more} if not more:
            return Standing(whole, detail)
    raise ValueError("a process did not say what stands round it")
