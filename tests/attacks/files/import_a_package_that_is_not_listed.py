"""Import a package that is installed but not listed.

What is imported is executed with all its faults; only what the toolchain needs may be.

Stopped by: landlock
"""


def attack(facts):
    import markupsafe  # noqa: PLC0415  # that is the attack

    assert markupsafe.Markup("<")
