"""Reads behind the end of its memory, and where addresses would overflow.

Gets: ok
Returns: host_error.beyond, host_error.beyond
"""


def main():
    own = alloc(64)
    return read(own, 60, 100), read(own, 1 << 61, 1)
