"""A kernel whose module would end the process that executed it.

Gets: ok
"""


def main():
    launch(region(alloc(64), 0, [4], [8]), source="import os\n" + KERNEL + "os._exit(3)\n")
