"""Half a character, which could be neither stored nor shown.

Gets: runtime_error with host_error.crashed
Stage: slow
"""


def main():
    header(b'{"kind":"alloc","data":{"bytes":8,"x":"\\ud800"},"arrays":[]}')
    receive()
