"""A hundred thousand brackets, one within another.

Gets: runtime_error with host_error.crashed
"""


def main():
    header(b'{"kind":"alloc","data":{"x":' + b"[" * 100_000 + b"]" * 100_000 + b'},"arrays":[]}')
    receive()
