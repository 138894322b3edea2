"""A kernel whose names fill a finding.

Gets: unsupported with unsupported.attribute
"""


def main():
    source = KERNEL.replace("a.size", "a." + "n" * 60_000)
    launch(region(alloc(64), 0, [4], [8]), source=source)
