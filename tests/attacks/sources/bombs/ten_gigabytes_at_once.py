"""Allocates more than there is.

Stopped by: the limit of the address space.
Gets: memory_limit memory.compile
"""
import numpy as np

big = np.ones(10**10)
