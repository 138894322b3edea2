"""A child that is broken itself: nothing that a learner sent has a part in it."""

PACKAGES = ()


def warm() -> None:
    """Nothing to do."""


def handle(job: object, send: object) -> None:
    """Break."""
    raise RuntimeError("broken")
