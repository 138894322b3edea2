"""Starts a thread, and a process where that fails.

Stopped by: seccomp knows neither.
Exercise: round-trip
Gets: runtime_error
Stage: slow
"""
import os
import threading


def main(a, low, high):
    try:
        threading.Thread(target=print).start()
    except RuntimeError:
        os.fork()
    raise RuntimeError("read: a second process")
