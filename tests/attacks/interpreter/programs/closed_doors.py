"""Closes its descriptors and works on.

Gets: runtime_error with host_error.crashed
Stage: slow
"""


def main():
    os.close(3)
    receive()
