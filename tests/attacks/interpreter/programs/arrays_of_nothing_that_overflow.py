"""An array without elements, whose other sizes overflow.

Gets: ok
Returns: host_error.beyond
"""


def main():
    return (launch(region(0, 0, [0, 1 << 61], [1 << 61, 8])),)
