"""A number with five thousand digits.

Gets: runtime_error with host_error.crashed
Stage: slow
"""


def main():
    header(b'{"kind":"alloc","data":{"bytes":8,"x":' + b"9" * 5_000 + b'},"arrays":[]}')
    receive()
