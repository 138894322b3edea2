"""The application with limits that a test sets, and a browser at whatever address it likes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from fastapi import FastAPI

from app.config import RATES
from app.web.rates import Rates
from app.web.site import Site


@pytest.fixture
def limit(app: FastAPI, site: Site) -> Callable[..., Rates]:
    """Call it with `submissions_learner="1/minute"` and the like; all others keep their defaults."""

    def put(**limits: str) -> Rates:
        named = {name.replace("_", "."): rate for name, rate in limits.items()}
        rates = Rates({**RATES, **named})
        app.state.site = dataclasses.replace(app.state.site, rates=rates)
        return rates

    return put
