"""What a hostile program would write first: it finds its own end of the wall, and speaks to the worker by itself."""

import os
import struct
import sys

import numpy as np
from numba import cuda

from app.protocol.frames import Frame, encode

caller = sys._getframe()
while "deadline" not in caller.f_locals:
    assert caller.f_back is not None
    caller = caller.f_back
receive = caller.f_locals["receive"]
KERNEL = "from numba import cuda\n@cuda.jit\ndef k(a):\n    i = cuda.grid(1)\n    if i < a.size:\n        a[i] = 1\n"


def raw(data):
    while data:
        data = data[os.write(3, data) :]


def header(text):
    raw(struct.pack("<II", 4 + len(text), len(text)) + text)


def say(kind, arrays=None, **data):
    raw(encode(Frame(kind, data, arrays or {})))


def ask(kind, arrays=None, **data):
    say(kind, arrays, **data)
    answer = receive()
    return answer.data if answer.kind == "done" else answer.data["key"]


def alloc(nbytes):
    return ask("alloc", bytes=nbytes)["handle"]


def read(handle, offset, nbytes):
    return ask("read", handle=handle, offset=offset, bytes=nbytes, stream=0, pinned=False, implicit=False)


def region(handle, offset, shape, strides):
    return {"handle": handle, "offset": offset, "shape": shape, "strides": strides}


def launch(where, dtype="f8", arrays=None, **more):
    told = {"source": KERNEL, "entry": "k", "grid": [1], "block": [32], "shared": 0, "stream": 0, "tasks": 0}
    told |= {"names": ["a"], "arguments": [where]}
    return ask("launch", arrays or {"argument0": np.empty(0, dtype)}, **told | more)


@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 1
