"""A launch of an empty source.

Gets: unsupported with missing_entry
"""


def main():
    launch(region(alloc(64), 0, [4], [8]), source="")
