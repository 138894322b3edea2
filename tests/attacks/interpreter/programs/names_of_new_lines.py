"""Names of parameters that are ends of lines.

Gets: ok
Stage: slow
"""


def main():
    launch(region(alloc(64), 0, [4], [8]), names=["\n" * 200] * 256)
