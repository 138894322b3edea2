"""Announces a megabyte, sends a byte, and waits.

Gets: runtime_error with host_error.crashed
Stage: slow
"""


def main():
    raw(struct.pack("<II", 1 << 20, 100) + b"x")
    receive()
