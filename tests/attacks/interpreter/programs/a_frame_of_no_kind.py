"""Asks for what no device knows.

Gets: runtime_error with host_error.interfered
"""


def main():
    ask("reboot")
