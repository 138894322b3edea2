"""Reads, frees and launches with what it gave back.

Gets: ok
Returns: host_error.freed, host_error.freed, host_error.freed
"""


def main():
    own = alloc(64)
    ask("free", handle=own)
    return read(own, 0, 1), ask("free", handle=own), launch(region(own, 0, [4], [8]))
