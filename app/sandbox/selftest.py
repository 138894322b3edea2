"""Is every layer of the wall really there? Asked of a child that tries, not of version numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from app.errors import MissingLayerError, SandboxError
from app.protocol.frames import Frame
from app.sandbox import ids, landlock
from app.sandbox.layers import ALL_LAYERS, Layer
from app.sandbox.outcome import Ending, Limits
from app.sandbox.wall import Sandbox

_LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=256 << 20, result_bytes=65_536)
_REMEDIES = {
    Layer.IDS: "Run as a plain user, or let the worker keep CAP_SETUID and CAP_SETGID.",
    Layer.PDEATHSIG: "Needs Linux, and a process of ours as parent.",
    Layer.RLIMITS: "Let the worker lower its own limits; see the detail for which one failed.",
    Layer.NON_DUMPABLE: "Needs Linux.",
    Layer.NO_NEW_PRIVS: "Needs Linux 3.5 or later.",
    Layer.LANDLOCK: "Needs Linux 5.13 or later with landlock in /sys/kernel/security/lsm, and Docker 23 or later.",
    Layer.SECCOMP: "Needs a kernel with CONFIG_SECCOMP_FILTER, on x86-64 or aarch64.",
}


@dataclass(frozen=True, slots=True)
class LayerState:
    """One layer: is it there, what was seen, and what an operator can do where it is not."""

    present: bool
    detail: str
    remedy: str = ""


def preflight(layers: Iterable[Layer] = ALL_LAYERS) -> dict[str, LayerState]:
    """Every layer by name, tested in a child. Raises SandboxError where no child can be started at all.

    Tests leave some of `layers` out, to see that their absence is noticed.
    """
    missing: dict[Layer, str] = {}
    while True:
        try:
            holes = _holes(frozenset(layers) - missing.keys())
        except MissingLayerError as error:
            found = {Layer(name): why for name, why in error.missing.items()}
            if not found.keys() - missing.keys():
                raise SandboxError(str(error)) from error
            missing |= found
            continue
        could = {layer: "a child could " + ", ".join(names) for layer, names in holes.items() if names}
        return {layer.value: _state(layer, missing.get(layer) or could.get(layer)) for layer in Layer}


def require(layers: Iterable[Layer] = ALL_LAYERS, waived: Collection[Layer] = ()) -> None:
    """Raises MissingLayerError, which names every layer that is not there, and SandboxError as `preflight` does.

    Those that are `waived` are not put up, and not missed.
    """
    states = preflight(frozenset(layers) - frozenset(waived))
    missing = {
        name: f"{state.detail}. {state.remedy}"
        for name, state in states.items()
        if not state.present and name not in waived
    }
    if missing:
        raise MissingLayerError(missing)


def _holes(layers: frozenset[Layer]) -> dict[Layer, list[str]]:
    with Sandbox("app.sandbox.probe", limits=_LIMITS, layers=layers) as sandbox:
        outcome = sandbox.run(Frame("probe"))
    if outcome.ending is not Ending.OK or len(outcome.frames) != 1:
        raise SandboxError(f"the self-test of the sandbox ended badly: {outcome.detail} {outcome.stderr}".rstrip())
    told = outcome.frames[0].data
    holes: dict[Layer, list[str]] = {}
    for layer in Layer:
        entry = told.get(layer.value)
        if not isinstance(entry, list):
            raise SandboxError(f"the self-test of the sandbox says nothing of {layer}")
        holes[layer] = [str(hole) for hole in entry]
    return holes


def _state(layer: Layer, why: str | None) -> LayerState:
    if why is not None:
        return LayerState(present=False, detail=why, remedy=_REMEDIES[layer])
    if layer is Layer.LANDLOCK:
        return LayerState(present=True, detail=f"ABI {landlock.abi()}")
    if layer is Layer.IDS:
        return LayerState(present=True, detail=_identity())
    return LayerState(present=True, detail="tested in a child")


def _identity() -> str:
    if not ids.is_root():
        return "not root, so there is nothing to drop; a user for the worker alone is better still"
    closed = ids.closed_to_others([*landlock.interpreter(), *landlock.packages(["numpy"])])
    if closed is None:
        return "children run as nobody"
    return f"children run as nobody, with the right to pass folders, because Python lives under {closed}"
