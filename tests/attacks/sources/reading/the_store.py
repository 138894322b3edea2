"""Imports the package that holds the only SQL.

Stopped by: Landlock grants the interpreter and listed packages; ours that are not loaded already are not there.
Gets: compile_error forbidden.file
Stage: slow
Naive: reads
"""

import app.store.database

raise RuntimeError("read: " + app.store.database.__name__)
