"""An array that goes backwards beyond the beginning.

Gets: ok
Returns: host_error.beyond
"""


def main():
    return (launch(region(alloc(4096), 8, [32], [-8])),)
