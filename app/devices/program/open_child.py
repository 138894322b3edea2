"""One conversation in a process without a wall. argv: the child module, bytes of memory, processor seconds."""

from __future__ import annotations

import importlib
import math
import os
import resource
import sys
import time
import traceback
from collections.abc import Iterator

from app.devices.open import MEMORY_EXIT
from app.devices.open_child import bound
from app.protocol.frames import Frame, Reader, encode

READY = "ready"
_CHUNK = 1 << 20


def main() -> None:
    """Talk: frames on stdin and stdout, and what is printed on stderr, so that the two cannot mix."""
    _, name, extra, seconds = sys.argv
    child = importlib.import_module(name)
    told, heard = os.dup(1), os.dup(0)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    frames = _frames(heard)

    def send(frame: Frame) -> None:
        rest = memoryview(encode(frame))
        while rest:
            rest = rest[os.write(told, rest) :]

    def receive() -> Frame:
        frame = next(frames, None)
        if frame is None:
            raise EOFError("the worker has hung up")
        return frame

    send(Frame(READY))
    job = receive()
    bound(int(extra))
    used = math.ceil(time.process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + int(seconds), used + int(seconds) + 1))
    try:
        child.talk(job, send, receive)
    except MemoryError:
        os._exit(MEMORY_EXIT)
    except BaseException:  # noqa: BLE001 - a SystemExit must not pass for success
        traceback.print_exc()
        os._exit(1)
    sys.stdout.flush()
    os._exit(0)


def _frames(descriptor: int) -> Iterator[Frame]:
    reader = Reader()
    while data := os.read(descriptor, _CHUNK):
        yield from reader.feed(data)


if __name__ == "__main__":
    main()
