"""The embedded bus: news of a topic wakes whoever subscribes to it, in whatever process."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from contextlib import aclosing
from pathlib import Path

import pytest

from app.queue import LocalBus

PUBLISH = "import sys, pathlib; from app.queue import LocalBus; LocalBus(pathlib.Path(sys.argv[1])).publish('topic', 1)"


async def follow(bus: LocalBus, topic: str, turns: int) -> int:
    async with aclosing(bus.subscribe(topic)) as news:
        for _ in range(turns):
            await anext(news)
    return turns


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_the_first_turn_comes_at_once(bus):
    assert asyncio.run(asyncio.wait_for(follow(bus, "topic", 1), 30)) == 1


def test_news_wakes_its_subscribers_and_no_others(bus):
    async def main() -> list[bool]:
        tasks = [asyncio.create_task(follow(bus, topic, 2)) for topic in ("topic", "topic", "other")]
        await asyncio.sleep(0)
        bus.publish("topic", 1)
        await asyncio.wait(tasks[:2], timeout=30)
        done = [task.done() for task in tasks]
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return done

    assert asyncio.run(main()) == [True, True, False]


def test_news_that_comes_while_the_subscriber_is_busy_is_not_lost(bus):
    async def main() -> None:
        async with aclosing(bus.subscribe("topic")) as news:
            await anext(news)
            bus.publish("topic", 1)
            await asyncio.sleep(0.05)
            await asyncio.wait_for(anext(news), 30)

    asyncio.run(main())


def test_one_piece_of_news_is_one_turn(bus):
    async def main() -> None:
        async with aclosing(bus.subscribe("topic")) as news:
            await anext(news)
            bus.publish("topic", 1)
            await asyncio.wait_for(anext(news), 30)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(news), 0.05)

    asyncio.run(main())


def test_news_from_another_process_arrives(bus, folder):
    async def main() -> None:
        async with aclosing(bus.subscribe("topic")) as news:
            await anext(news)
            await asyncio.to_thread(subprocess.run, [sys.executable, "-c", PUBLISH, str(folder)], check=True)
            await asyncio.wait_for(anext(news), 30)

    asyncio.run(main())


def test_without_news_a_turn_comes_after_the_poll_interval(folder):
    bus = LocalBus(folder, poll_s=0.02)
    assert asyncio.run(asyncio.wait_for(follow(bus, "topic", 4), 30)) == 4
    bus.close()


def test_many_subscribers_cost_one_socket_and_no_thread(bus, folder):
    async def main() -> tuple[int, int]:
        before, threads = descriptors(), threading.active_count()
        tasks = [asyncio.create_task(follow(bus, f"topic {number}", 2)) for number in range(200)]
        await asyncio.sleep(0)
        cost = descriptors() - before, threading.active_count() - threads
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return cost

    assert asyncio.run(main()) == (1, 0)
    assert list((folder / "run").iterdir()) == []


@pytest.mark.parametrize("ending", ["break", "cancel", "raise"])
def test_a_subscriber_that_goes_away_leaves_nothing(bus, folder, ending):
    async def main() -> int:
        before = descriptors()
        for _ in range(20):
            task = asyncio.create_task(leave(bus, ending))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await asyncio.sleep(0.01)  # the loop closes a generator that was only dropped
        return descriptors() - before

    assert asyncio.run(main()) == 0
    assert list((folder / "run").iterdir()) == []


async def leave(bus: LocalBus, ending: str) -> None:
    async for _ in bus.subscribe("topic"):
        if ending == "break":
            break
        if ending == "raise":
            raise ConnectionError


def test_subscribers_in_two_event_loops_do_not_meet(bus):
    results: list[int] = []
    threads = [threading.Thread(target=lambda: results.append(asyncio.run(both(bus))), daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert results == [2, 2]


async def both(bus: LocalBus) -> int:
    async with aclosing(bus.subscribe("topic")) as news:
        await anext(news)
        bus.publish("topic", 1)
        await asyncio.wait_for(anext(news), 30)
    return 2
