"""Puts modules of its own in the place of numpy, numba and our frames, for whoever comes next.

Stopped by: each job has a fork of its own.
Gets: compile_error or unsupported
"""
import sys
import types

for name in ("numpy", "app.protocol.frames", "app.toolchain.kernel", "json", "math"):
    sys.modules[name] = types.ModuleType(name)
