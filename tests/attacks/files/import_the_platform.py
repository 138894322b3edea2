"""Import the module that knows the settings, as the parent does.

The platform's packages hold the reference solutions, the words of verdicts and the way to the database.

Stopped by: landlock
"""

import importlib
import sys


def attack(facts):
    sys.path.insert(0, facts["repository"])
    importlib.invalidate_caches()
    importlib.import_module("app.config")
