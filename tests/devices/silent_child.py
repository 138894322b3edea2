"""A child that does nothing until its time is over."""

import time

PACKAGES = ()


def warm() -> None:
    """Nothing to do."""


def handle(job: object, send: object) -> None:
    """Wait."""
    time.sleep(60)
