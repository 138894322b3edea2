"""The child module of the attacks: it runs one function of one script, and says so when nothing stopped it."""

from collections.abc import Callable
from contextlib import suppress

from app.errors import FrameError
from app.protocol.frames import Frame

PACKAGES = ("numpy",)


def warm() -> None:
    """Import what the attacks use, as a toolchain would."""
    import ctypes  # noqa: F401, PLC0415  # to have it in memory
    import random  # noqa: F401, PLC0415  # to have it in memory
    import socket  # noqa: F401, PLC0415  # to have it in memory
    import subprocess  # noqa: F401, PLC0415  # to have it in memory

    import calls  # noqa: F401, PLC0415  # its file cannot be read later
    import numpy  # noqa: F401, ICN001, PLC0415  # to have it in memory
    import wire  # noqa: F401, PLC0415  # its file cannot be read later


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """Run `attack` out of `script` with `facts`, answer what it returned, then print the marker of success."""
    facts = job.data["facts"]
    assert isinstance(facts, dict)
    names: dict[str, Callable[[object], object]] = {}
    exec(compile(str(job.data["script"]), "attack.py", "exec"), names)
    try:
        answer = names[str(job.data["attack"])](facts)
    except NotImplementedError as error:
        send(Frame("not_here", {"why": str(error)}))
        return
    with suppress(FrameError):  # some answer what no frame can hold, and have answered nothing then
        if answer is not None:
            send(Frame("answer", {"value": answer}))  # type: ignore[dict-item]  # the learner's, of any type
    print(facts["marker"])
