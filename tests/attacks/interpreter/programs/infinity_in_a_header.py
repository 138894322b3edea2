"""A number beyond every float, which JSON can write and the worker could not pass on.

Gets: runtime_error with host_error.crashed
"""


def main():
    header(b'{"kind":"alloc","data":{"bytes":8,"x":1e400},"arrays":[]}')
    receive()
