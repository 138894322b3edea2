"""Compiled kernels on an NVIDIA GPU: the only importer of `cuda`.

`child` is the executor, a process that a worker starts by name (app/devices/cards). `launching` runs a kernel in the
process that asks, for what measures us. Importing this package itself opens and loads nothing.
"""
