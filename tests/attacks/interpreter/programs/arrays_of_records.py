"""An array of records, with arrays in them, given to a kernel for numbers.

Gets: unsupported
"""


def main():
    launch(region(alloc(4096), 0, [4], [64]), np.dtype([("a", "f4", (2, 3)), ("b", ">i2")]))
