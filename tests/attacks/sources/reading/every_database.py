"""Searches the whole disk for databases and keys, in silence, and tells what it found.

Stopped by: Landlock: no folder can be listed, and a search that swallows errors finds nothing.
Gets: compile_error source_error
Stage: slow
"""
import os

found = [os.path.join(top, name) for top, _, names in os.walk("/") for name in names if name.endswith((".db", ".pem", ".toml"))]
known = ("/usr/lib", "/usr/local/lib", "/usr/share")
raise RuntimeError("found: " + " ".join(path for path in found if not path.startswith(known) and "site-packages" not in path))
