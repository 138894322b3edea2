"""The child module of the attacks: it runs one function of one script, and says so when nothing stopped it."""

from collections.abc import Callable

from app.protocol.frames import Frame

PACKAGES = ("numpy",)


def warm() -> None:
    """Import what the attacks use, as a toolchain would."""
    import ctypes  # noqa: F401, PLC0415  # to have it in memory
    import socket  # noqa: F401, PLC0415  # as above
    import subprocess  # noqa: F401, PLC0415  # as above

    import numpy  # noqa: F401, ICN001, PLC0415  # to have it in memory


def handle(job: Frame, send: Callable[[Frame], None]) -> None:
    """Run `attack` out of `script` with `facts`, then print the marker that stands for success."""
    facts = job.data["facts"]
    assert isinstance(facts, dict)
    names: dict[str, Callable[[object], object]] = {}
    exec(compile(str(job.data["script"]), "attack.py", "exec"), names)
    try:
        names[str(job.data["attack"])](facts)
    except NotImplementedError as error:
        send(Frame("not_here", {"why": str(error)}))
        return
    print(facts["marker"])
