"""An array of thirty-two axes.

Gets: ok
"""


def main():
    launch(region(alloc(4096), 0, [1] * 32, [8] * 32))
