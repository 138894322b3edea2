"""Jobs that are talked with: frames go both ways, and nobody waits for the other for ever."""

import os
from dataclasses import replace

import numpy as np
import pytest

from app.protocol.frames import Frame
from app.sandbox import Ending, Limits, Sandbox

ECHO = "while (said := receive()).kind != 'bye':\n    send(Frame('echo', dict(said.data), dict(said.arrays)))\n"
LIMITS = Limits(seconds=10, cpu_seconds=5, address_bytes=512 << 20, result_bytes=64 << 20)


def job(source: str) -> Frame:
    return Frame("job", {"source": source})


def test_frames_go_both_ways_until_the_child_ends(sandbox: Sandbox) -> None:
    with sandbox.talk(job(ECHO)) as talk:
        for number in range(20):
            talk.say(Frame("hello", {"n": number}))
            heard = talk.hear()
            assert heard is not None
            assert (heard.kind, heard.data["n"]) == ("echo", number)
        talk.say(Frame("bye"))
        assert talk.hear() is None
        assert talk.end().ending is Ending.OK


def test_frames_larger_than_a_pipe_go_both_ways(sandbox: Sandbox) -> None:
    large = np.arange(1_000_000)
    with sandbox.talk(job(ECHO)) as talk:
        talk.say(Frame("hello", {}, {"a": large}))
        heard = talk.hear()
        assert heard is not None
        np.testing.assert_array_equal(heard.arrays["a"], large)


@pytest.mark.parametrize(
    ("source", "ending"),
    [
        ("import time\ntime.sleep(60)", Ending.TIME_LIMIT),  # neither speaks nor listens
        ("while True: pass", Ending.TIME_LIMIT),
        ("import os\nos.close(7)\nimport time\ntime.sleep(60)", Ending.TIME_LIMIT),  # will never hear anything
        ("import os\nwhile True: os.write(3, bytes(100))", Ending.CRASHED),  # garbage
        ("while True: send(Frame('x' * 100))", Ending.OUTPUT_LIMIT),
        ("import os\nos._exit(3)", Ending.CRASHED),
        ("a = bytearray(1 << 40)", Ending.MEMORY_LIMIT),
        ("", Ending.OK),
    ],
)
def test_a_child_that_does_not_talk_is_no_reason_to_wait(sandbox: Sandbox, source: str, ending: Ending) -> None:
    with sandbox.talk(job(source), limits=replace(LIMITS, seconds=1.0, result_bytes=1 << 20)) as talk:
        talk.say(Frame("hello"))
        while talk.hear() is not None:
            pass
        assert talk.end().ending is ending


@pytest.mark.parametrize("source", ["import time\ntime.sleep(60)", "while True: send(Frame('x' * 100))"])
def test_a_child_that_does_not_listen_runs_out_of_time(sandbox: Sandbox, source: str) -> None:
    with sandbox.talk(job(source), limits=replace(LIMITS, seconds=0.5)) as talk:
        talk.say(Frame("hello", {}, {"a": np.zeros(1 << 20, np.uint8)}))
        assert talk.end().ending is Ending.TIME_LIMIT


def test_a_talk_that_is_broken_off_leaves_nothing_behind(sandbox: Sandbox) -> None:
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # the descriptors themselves
    for _ in range(3):
        with sandbox.talk(job(ECHO)):
            pass
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208  # the descriptors themselves
    assert sandbox.run(Frame("job", {"source": "send(Frame('alive'))"})).frames[0].kind == "alive"


def test_an_error_within_a_talk_costs_the_zygote_and_no_more(sandbox: Sandbox) -> None:
    with pytest.raises(ZeroDivisionError), sandbox.talk(job(ECHO)):
        raise ZeroDivisionError
    with sandbox.talk(job(ECHO)) as talk:
        talk.say(Frame("hello"))
        assert talk.hear() is not None


def test_a_job_that_is_not_talked_with_hears_nothing(sandbox: Sandbox) -> None:
    source = "import os\ntry:\n    os.read(7, 1)\nexcept OSError as error:\n    send(Frame(type(error).__name__))"
    assert sandbox.run(Frame("job", {"source": source})).frames[0].kind == "OSError"


def test_time_that_is_granted_is_not_the_childs(sandbox: Sandbox) -> None:
    slow = "import time\nreceive()\ntime.sleep(0.6)\nsend(Frame('done'))"
    with sandbox.talk(job(slow), limits=replace(LIMITS, seconds=0.5)) as talk:
        talk.grant(60.0)
        talk.say(Frame("go"))
        assert talk.hear() is not None
        assert talk.end().ending is Ending.OK


def test_stopping_has_the_last_word(sandbox: Sandbox) -> None:
    with sandbox.talk(job(ECHO)) as talk:
        talk.stop(Ending.MEMORY_LIMIT, "enough")
        assert talk.hear() is None
        assert talk.end().ending is Ending.MEMORY_LIMIT
