"""Asks for more memory than there is in the world.

Gets: memory_limit with memory.device
"""


def main():
    alloc(1 << 61)
