"""A kernel of ninety thousand minus signs.

Gets: unsupported with syntax_error.nested
Stage: slow
"""


def main():
    launch(region(alloc(64), 0, [4], [8]), source=KERNEL + "x = " + "-" * 90_000 + "1\n")
