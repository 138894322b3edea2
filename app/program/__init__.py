"""Host programs: the `numba` that a learner's host code meets, and the device on the other side of its calls.

`cuda/` and `running` live where the learner's Python runs, `interpreting` and `memory` where kernels do; `requests` is
what the one says to the other. See docs/host-programs.md.
"""
