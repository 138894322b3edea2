"""Sends a pickle.

Gets: runtime_error with host_error.crashed
Stage: slow
"""


def main():
    import pickle

    raw(pickle.dumps(print))
    receive()
