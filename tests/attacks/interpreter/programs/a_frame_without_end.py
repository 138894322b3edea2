"""Announces four gigabytes.

Gets: runtime_error with host_error.crashed
"""


def main():
    raw(struct.pack("<II", 0xFFFFFFFF, 100) + b"x" * 100)
    receive()
