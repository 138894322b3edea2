"""Arrays of a million million elements on eight bytes.

Gets: ok
Returns: host_error.beyond, host_error.beyond
"""


def main():
    own = alloc(64)
    return launch(region(own, 0, [1 << 40], [0])), launch(region(own, 0, [1 << 40, 1 << 40], [1 << 40, 1 << 40]))
