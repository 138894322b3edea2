"""Write over the database.

Grades could be set, or lost.

Stopped by: landlock, rlimits
"""

from pathlib import Path


def attack(facts):
    Path(facts["victim"]).write_text("overwritten by an attack")
