"""Starts a thread that would talk after the end.

Gets: runtime_error with host_error
Stage: slow
"""


def main():
    import threading

    threading.Thread(target=say, args=("memory_info",)).start()
