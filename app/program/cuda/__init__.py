"""The `numba` that host code imports: numba's own rules for calls, with every call forwarded over a `Wire`."""
