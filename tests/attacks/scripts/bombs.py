"""Use more than one's share."""

import ctypes
import mmap
import os
import signal
import sys
import time


def fill_memory(facts):
    """Let Python objects grow without end."""
    hold = []
    while True:
        hold.append(bytearray(1 << 20))


def map_memory(facts):
    """Map 10 GB and touch them."""
    hold = mmap.mmap(-1, 10 << 30)
    for at in range(0, 10 << 30, 4096):
        hold[at] = 1


def hoard_descriptors(facts):
    """Print how many descriptors fit."""
    count = 0
    try:
        while True:
            os.dup(0)
            count += 1
    except OSError:
        print("descriptors:", count)


def spin(facts):
    """Never end."""
    while True:
        pass


def spin_and_ignore_signals(facts):
    """Never end, and want to hear no signal."""
    for number in range(1, 65):
        if number not in (9, 19, 32, 33):
            signal.signal(number, signal.SIG_IGN)
    while True:
        pass


def spin_inside_c(facts):
    """Never come back to the interpreter."""
    print(len(str(9 ** (9**9))))


def sleep(facts):
    """Never end, at no cost."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(1000)


def print_without_end(facts):
    """Flood stdout."""
    while True:
        sys.stdout.write("x" * 65_536)


def complain_without_end(facts):
    """Flood stderr past Python's own stream."""
    while True:
        os.write(2, b"x" * 65_536)


def answer_without_end(facts):
    """Flood the result pipe with bytes that look like the middle of a frame."""
    os.write(3, (3 << 20).to_bytes(4, "little"))
    while True:
        os.write(3, b"x" * 65_536)


def recurse(facts):
    """Run out of stack inside C."""
    sys.setrecursionlimit(1 << 30)
    again = ctypes.CFUNCTYPE(None)(lambda: again() or None)
    again()


def crash(facts):
    """Read address 0."""
    ctypes.string_at(0)


def close_everything(facts):
    """Close all descriptors, the result pipe among them."""
    os.closerange(0, 64)


def leave_at_once(facts):
    """End with success before anything was answered."""
    os._exit(0)
