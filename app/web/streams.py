"""When an open stream looks into the store."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import AsyncGenerator
from contextlib import aclosing

LOOK_S = 2.0  # so often without news, which may have been lost: nine hundred streams look 450 times a second


async def looks(
    news: AsyncGenerator[bool, None], stopping: threading.Event, look_s: float = LOOK_S
) -> AsyncGenerator[None, None]:
    """At news, now and then without any, and at once where the server stops."""
    due = -math.inf
    async with aclosing(news):
        async for heard in news:
            now = asyncio.get_running_loop().time()
            if heard or now >= due or stopping.is_set():
                due = now + look_s
                yield
