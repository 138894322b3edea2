"""Compiled kernels on an NVIDIA GPU: the only importer of `cuda`.

What is not covered yet: supervision, time limits, guard bands, timing. A fault ends the process's CUDA context: the
process that met one has to be replaced.
"""

from app.devices.gpu.answer import GpuError
from app.devices.gpu.launching import Gpu

__all__ = ["Gpu", "GpuError"]
