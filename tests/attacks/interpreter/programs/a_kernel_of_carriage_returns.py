"""A kernel whose lines end as on old computers, with a fault that has a line.

Gets: ok with out_of_bounds.write
"""


def main():
    source = KERNEL.replace("if i < a.size:", "if True:").replace("\n", "\r")
    launch(region(alloc(64), 0, [4], [8]), source=source)
