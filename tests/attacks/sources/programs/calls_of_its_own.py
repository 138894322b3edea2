"""Speaks to the device past numba, with handles that it makes up.

Stopped by: a handle that nobody was given is refused, and a frame that is none ends the program.
Exercise: round-trip
Gets: runtime_error
Stage: slow
"""
import os
from app.protocol.frames import Frame, encode


def main(a, low, high):
    os.write(3, encode(Frame("read", {"handle": 10**9, "offset": 0, "bytes": 1 << 40, "stream": 0})))
    os.write(3, encode(Frame("launch", {"source": "", "entry": "x"})))
    return a
