"""A plug-in for pytest: GRIDSTRIDE_TEST_PART is `2/8`, and of all tests every eighth from the third on is run."""

import os
from typing import Any


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    part, of = map(int, os.environ.get("GRIDSTRIDE_TEST_PART", "0/1").split("/"))
    kept = items[part::of]
    config.hook.pytest_deselected(items=[item for k, item in enumerate(items) if k % of != part])
    items[:] = kept


def pytest_configure(config: Any) -> None:
    for mark in ("slow", "timeout(seconds)", "browser"):
        config.addinivalue_line("markers", mark)
