"""Returns an object whose conversion to an array runs code, and whose bytes are those of a pickle.

Stopped by: what leaves the process is plain data; its conversion runs behind the wall.
Exercise: round-trip
Gets: runtime_error or wrong_answer
Stage: slow
"""
import os


class Acts:
    def __reduce__(self):
        return os.system, ("true",)

    def __array__(self, *_, **__):
        raise RuntimeError("read: " + open("/etc/passwd").read()[:50])


def main(a, low, high):
    return Acts()
