"""Arrays whose elements overlap, or begin between two addresses.

Gets: ok
Stage: slow
"""


def main():
    own = alloc(4096)
    for offset, stride in ((1, 8), (0, 1), (0, 0), (800, -8), (3, 9)):
        launch(region(own, offset, [32], [stride]))
