"""Messages between the parent and its zygote: small JSON on a SOCK_SEQPACKET pair, with descriptors beside it.

Nothing of a job is ever in them, because what the zygote has once seen stays in its heap for every later child.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Sequence

MEMORY_EXIT = 86  # the exit status with which a child says that Python found no more memory
MAX_BYTES = 65_536
_MAX_DESCRIPTORS = 8
Message = dict[str, object]


def send(control: socket.socket, message: Message, descriptors: Sequence[int] = ()) -> None:
    """Send one message. Raises OSError."""
    data = json.dumps(message).encode()
    if descriptors:
        socket.send_fds(control, [data], list(descriptors))
    else:
        control.sendall(data)


def receive(control: socket.socket) -> tuple[Message, list[int]]:
    """The next message and its descriptors. Raises EOFError where the other side is gone, or OSError."""
    data, descriptors, _, _ = socket.recv_fds(control, MAX_BYTES, _MAX_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC)
    if not data:
        raise EOFError("the other side is gone")
    try:
        message: Message = json.loads(data)
    except ValueError:
        for descriptor in descriptors:
            os.close(descriptor)
        raise
    return message, descriptors
