"""How work reaches a worker, and news a page. The embedded engine: datagrams that wake, a poll behind them.

The interface is `app.store.delivery`, since the store calls it within its transactions.
"""

from app.queue.bus import LocalBus
from app.queue.local import LocalQueue

__all__ = ["LocalBus", "LocalQueue"]
