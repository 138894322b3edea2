"""Is larger than a source may be.

Stopped by: the worker, before anything reads it.
Gets: compile_error source.too_large
"""

SOURCE = "#" * 10_000_000
