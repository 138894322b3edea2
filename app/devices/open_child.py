"""One launch in a process of its own, without a wall: limits and a job on stdin, a result on stdout."""

from __future__ import annotations

import os
import resource
import sys
import threading
import time
from pathlib import Path

from app.devices import simt_child
from app.devices.open import MEMORY_EXIT
from app.protocol.frames import Frame, Reader, encode

_STATM = Path("/proc/self/statm")
_LOOK_S = 0.05
_RSS_UNIT = 1 if sys.platform == "darwin" else 1024


def main() -> None:
    """Say that we are ready, and answer one job."""
    told = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    told.write(b".")
    told.flush()
    limits, job = Reader().feed(sys.stdin.buffer.read())

    def send(frame: Frame) -> None:
        told.write(encode(frame))

    bound(int(str(limits.data["bytes"])))
    try:
        simt_child.handle(job, send)
    except MemoryError:
        os._exit(MEMORY_EXIT)
    told.close()


def bound(extra: int) -> None:
    """Allow so many bytes more than there are now."""
    if _STATM.exists():
        mapped = int(_STATM.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (mapped + extra,) * 2)
    else:  # where the kernel bounds no address space, somebody has to look
        threading.Thread(target=watch, args=(_resident() + extra,), daemon=True).start()


def watch(most: int) -> None:
    """End the process once it has had more bytes than `most` in memory."""
    while _resident() <= most:
        time.sleep(_LOOK_S)
    os._exit(MEMORY_EXIT)


def _resident() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _RSS_UNIT


if __name__ == "__main__":
    main()
