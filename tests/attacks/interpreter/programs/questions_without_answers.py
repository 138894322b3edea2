"""Asks without ever hearing.

Gets: runtime_error with host_error.interfered
"""


def main():
    while True:
        say("memory_info")
