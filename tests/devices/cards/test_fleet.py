"""All cards of a worker: who gets which, and what becomes of a launch when one of them fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.config import ROOT
from app.devices.cards import census, seeing
from app.devices.cards.device import GpuDevice
from app.devices.cards.executor import DiedError
from app.devices.cards.fleet import Fleet, NoCardError
from app.devices.cards.job import Guard, Ran
from app.devices.cards.turns import Turns
from app.devices.records import Argument, Launch, RunLimits
from app.errors import ConfigError, InfrastructureError
from app.findings import Kind
from app.grading.words import Words
from app.protocol.compiled import Compiled
from tests.devices.cards.machine import DIED, HUNG, Machine, Trials, card, until

KERNEL = Compiled("", "add", "add_sym", "sm_90", "", b"cubin", 16, 0, 0, 0)
ARGUMENTS = [Argument("a", np.ones(4)), Argument("n", 4), Argument("out", np.zeros(4), is_output=True)]
Make = Callable[..., Fleet]


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def make(tmp_path: Path, machine: Machine) -> Iterator[Make]:
    """A fleet of cards of these architectures, settled; all fleets of a test are on one machine."""
    made: list[Fleet] = []

    def make(*archs: str, trials: Trials | None = None) -> Fleet:
        cards = [card(index, arch) for index, arch in enumerate(archs)]
        fleet = Fleet(cards, tmp_path, machine.start)
        made.append(fleet)
        fleet.settle()
        if trials is not None:
            fleet.equip(trials)
        return fleet

    yield make
    for fleet in made:
        fleet.close()


def run(fleet: Fleet, given: str = "", **launch: object):
    with GpuDevice(fleet) as device:
        return device.run(KERNEL, Launch((1,), (32,), given=given, **launch), ARGUMENTS, RunLimits(seconds=1.0))


def reasons(fleet: Fleet) -> list[str]:
    return [one.reason for one in fleet.standings()]


def test_a_launch_goes_to_the_workers_own_card_and_says_which(make):
    result = run(make("sm_90", "sm_90"))
    assert (result.status, result.card.index) == ("ok", 0)
    assert np.array_equal(result.outputs["out"], np.ones(4))


def test_each_worker_prefers_a_card_of_its_own(make):
    fleets = [make("sm_90", "sm_90") for _ in range(2)]
    assert [run(fleet).card.index for fleet in fleets] == [0, 1]


def test_a_card_that_another_process_uses_is_not_taken(make, tmp_path):
    fleet = make("sm_90")
    code = "import sys; from pathlib import Path; from app.devices.cards.turns import Turns; "
    code += "turn = Turns(Path(sys.argv[1])).take('GPU-0'); print(turn is not None, flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == "True\n"
        with pytest.raises(NoCardError, match="became free"), fleet.lease(0.05):
            pass
        other.kill()
    with fleet.lease(20.0) as leased:
        assert Turns(tmp_path).take("GPU-0") is None
    assert leased.executor.alive


def test_a_second_card_is_warmed_up_where_the_own_one_stays_busy(make, tmp_path, machine):
    fleet = make("sm_90", "sm_90")
    with Turns(tmp_path).take("GPU-0"), fleet.lease(20.0) as leased:
        assert leased.card.index == 1


def test_the_least_busy_of_warm_cards_is_taken(make):
    fleet = make("sm_90", "sm_90", "sm_90")
    for station, busy in zip(fleet._stations, (3.0, 1.0, 2.0), strict=True):
        station.want()
        station.busy_s = busy
    until(lambda: all(station.ready for station in fleet._stations))
    with fleet.lease(5.0) as leased:
        assert leased.card.index == 1


def test_cards_of_another_architecture_are_not_used_and_the_reason_is_said(make):
    fleet = make("sm_80", "sm_90", "sm_90", "sm_70")
    assert fleet.arch == "sm_90"
    assert [one.usable for one in fleet.standings()] == [False, True, True, False]
    assert reasons(fleet)[0] == "Its architecture is sm_80, and that of the cards in use sm_90."
    assert reasons(fleet)[3] == "Kernels cannot be compiled for its architecture, sm_70."


def test_a_card_whose_driver_cannot_load_our_kernels_is_not_used(tmp_path, machine):
    cards = [replace(card(0), cuda="12.8"), card(1)]
    with Fleet(cards, tmp_path, machine.start) as fleet:
        assert [one.usable for one in fleet.standings()] == [False, True]
        assert reasons(fleet)[0] == "Its driver speaks CUDA 12.8, and kernels are made for CUDA 13."


def test_another_card_is_settled_on_where_the_first_does_not_start(make, machine, monkeypatch):
    monkeypatch.setattr("app.devices.cards.standing._PAUSES_S", (0.0, 0.0))
    machine.refuses = {0}
    fleet = make("sm_90", "sm_90")
    assert run(fleet).card.index == 1
    until(lambda: not fleet.standings()[0].usable)


def test_while_all_cards_are_aside_it_is_not_usable_and_says_why(make):
    fleet = make("sm_90")
    fleet._stations[0].set_aside("It is ill.", "")
    assert not fleet.usable
    with pytest.raises(NoCardError, match="GPU 0: It is ill"):
        run(fleet)


def test_whoever_is_left_in_the_middle_of_a_job_is_not_used_again(make):
    fleet = make("sm_90")
    with pytest.raises(KeyboardInterrupt), fleet.lease(5.0) as leased:
        raise KeyboardInterrupt
    with fleet.lease(5.0) as next_one:
        assert not leased.executor.alive
        assert next_one.executor is not leased.executor


@pytest.mark.parametrize(
    ("ran", "kind", "key"),
    [
        (Ran("illegal_address", "CUDA_ERROR_ILLEGAL_ADDRESS"), Kind.OUT_OF_BOUNDS, "out_of_bounds.gpu"),
        (Ran("misaligned", "CUDA_ERROR_MISALIGNED_ADDRESS"), Kind.MISALIGNED, "misaligned.gpu"),
        (Ran("launch_refused", "CUDA_ERROR_INVALID_VALUE"), Kind.LAUNCH_CONFIG, "launch_config.gpu"),
        (Ran("grid_too_large", ""), Kind.LAUNCH_CONFIG, "launch_config.together"),
        (Ran("kernel_error", "CUDA_ERROR_LAUNCH_FAILED"), Kind.SOURCE_ERROR, "source_error.gpu"),
        (Ran("ok", guards=(Guard("out", "after", 8, 0),)), Kind.OUT_OF_BOUNDS, "out_of_bounds.guard"),
    ],
)
def test_a_fault_is_a_finding_and_the_next_launch_runs(make, machine, ran, kind, key):
    fleet = make("sm_90")
    machine.answers[0].append(ran)
    result = run(fleet)
    assert [(finding.kind, finding.message_key) for finding in result.findings] == [(kind, key)]
    assert run(fleet).findings == ()
    assert fleet.usable


@pytest.mark.parametrize(
    ("came", "status", "key"), [(HUNG, "time_limit", "timeout.gpu"), (Ran("no_memory"), "memory_limit", "memory.gpu")]
)
def test_a_limit_is_a_status(make, machine, came, status, key):
    machine.answers[0].append(came)
    result = run(make("sm_90", trials=Trials()))
    assert (result.status, [finding.message_key for finding in result.findings]) == (status, [key])


def test_a_kernel_that_prints_and_is_late_is_told_that_this_may_be_why(make, machine):
    machine.answers[0].append(HUNG)
    prints = replace(KERNEL, ptx="call.uni (ret), vprintf, (text, values);")
    with GpuDevice(make("sm_90", trials=Trials())) as device:
        result = device.run(prints, Launch((1,), (32,)), ARGUMENTS, RunLimits(seconds=1.0))
    assert [finding.message_key for finding in result.findings] == ["timeout.gpu.prints"]
    assert "prints" in Words().finding(result.findings[0])[0]


def test_the_first_answer_and_a_repeat_that_differs_are_both_there_to_be_judged(make, machine):
    first, other = {"out": np.full(4, 3.0)}, {"out": np.full(4, 2.0)}
    machine.answers[0].append(Ran("ok", outputs=first, last=other))
    result = run(make("sm_90"), measured=True)
    assert (result.outputs, result.repeated) == (first, other)


def test_an_executor_that_was_killed_costs_the_learner_nothing(make, machine):
    machine.answers[0].append(DIED)
    fleet = make("sm_90", trials=Trials())
    result = run(fleet)
    assert (result.status, result.findings) == ("ok", ())
    assert fleet.usable


def test_a_kernel_that_kills_two_on_a_sound_card_is_why(make, machine):
    machine.answers[0] += [DiedError("the executor ended with -11", -11, "")] * 2
    fleet = make("sm_90", trials=Trials())
    assert [finding.message_key for finding in run(fleet).findings] == ["source_error.gpu"]
    assert run(fleet).findings == ()


def test_a_hang_on_a_card_that_fails_our_own_kernel_is_no_fault_of_the_learner(make, machine):
    trials = Trials()
    fleet = make("sm_90", "sm_90", trials=trials)
    trials.ill = {0}
    machine.answers[0].append(HUNG)
    result = run(fleet)
    assert (result.status, result.card.index) == ("ok", 1)
    assert reasons(fleet)[0] == "The card failed a test kernel."


def test_a_card_that_the_driver_accuses_is_set_aside_and_the_launch_runs_on_another(make, machine):
    machine.answers[0].append(Ran("kernel_error", "CUDA_ERROR_ECC_UNCORRECTABLE"))
    fleet = make("sm_90", "sm_90")
    assert run(fleet).card.index == 1
    assert reasons(fleet)[0] == "The driver reports that the card is faulty."


def test_where_no_card_is_left_the_failure_is_ours(make, machine):
    machine.answers[0].append(Ran("kernel_error", "CUDA_ERROR_ECC_UNCORRECTABLE"))
    with pytest.raises(InfrastructureError):
        run(make("sm_90"))


def test_arguments_with_a_name_are_sent_once_and_others_are_dropped(make, machine):
    fleet = make("sm_90")
    with GpuDevice(fleet) as device:
        for given in ("one", "one", "", "two"):
            device.run(KERNEL, Launch((1,), (32,), given=given), ARGUMENTS, RunLimits())
        used = next(one for one in machine.started if one.ran)
        assert [job.key for job in used.ran] == ["one", "one", "unnamed 1", "two"]
        assert set(used.held) == {"one", "two"}


def test_a_spare_that_takes_over_is_sent_what_was_kept(make, machine):
    fleet = make("sm_90")
    with GpuDevice(fleet) as device:
        for _ in range(2):
            assert device.run(KERNEL, Launch((1,), (32,), given="one"), ARGUMENTS, RunLimits()).status == "ok"
            machine.answers[0].append(Ran("illegal_address"))
            device.run(KERNEL, Launch((1,), (32,), given="one"), ARGUMENTS, RunLimits())
        assert device.run(KERNEL, Launch((1,), (32,), given="one"), ARGUMENTS, RunLimits()).status == "ok"


def test_times_are_asked_for_where_they_are_wanted_alone(make, machine):
    fleet = make("sm_90")
    run(fleet)
    run(fleet, measured=True)
    assert [job.measured is not None for job in next(one for one in machine.started if one.ran).ran] == [False, True]


# Which cards there are


def devices(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).touch()
    return folder


@pytest.mark.parametrize(
    ("names", "environ", "expected"),
    [
        ([], {}, 0),
        (["nvidia0"], {}, 0),
        (["nvidiactl", "nvidia-uvm", "nvidia0", "nvidia1"], {}, 2),
        (["nvidiactl", "nvidia0", "nvidia1"], {"CUDA_VISIBLE_DEVICES": "1"}, 1),
        (["nvidiactl", "nvidia0", "nvidia1"], {"CUDA_VISIBLE_DEVICES": ""}, 0),
        (["nvidiactl", "nvidia0", "nvidia1"], {"CUDA_VISIBLE_DEVICES": "0,-1,1"}, 1),
    ],
)
def test_cards_are_counted_by_their_nodes_and_what_is_visible(tmp_path, names, environ, expected):
    assert seeing.count(environ, devices(tmp_path, *names)) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("1,0", [1, 0]), ("GPU-2", [2]), ("0,9,1", [0]), ("none", []), ("0,0", [0])]
)
def test_what_the_operator_hides_is_not_seen(text, expected):
    cards = [card(index) for index in range(3)]
    left = seeing.visible(cards, {"CUDA_VISIBLE_DEVICES": text})
    assert [one.uuid for one in left] == [f"GPU-{number}" for number in expected]
    assert [one.index for one in left] == list(range(len(left)))


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """Start a fleet where the driver says that there are these cards, or what is wrong."""

    def asked(wanted: str, cards: object, environ: dict[str, str] | None = None) -> Fleet | None:
        def answer() -> object:
            if isinstance(cards, Exception):
                raise cards
            return cards

        monkeypatch.setattr(census, "cards", answer)
        monkeypatch.setattr(seeing, "count", lambda _: 1)
        monkeypatch.setattr(Fleet, "settle", lambda self: None)
        return Fleet.start(wanted, tmp_path, environ or {})

    return asked


def test_where_no_card_is_wanted_none_is_looked_for(asked):
    assert asked("none", AssertionError()) is None


def test_where_there_is_no_card_nothing_is_started(tmp_path, monkeypatch):
    monkeypatch.setattr(seeing.count, "__defaults__", (tmp_path,))
    monkeypatch.setattr(census, "cards", lambda: pytest.fail("it asked a driver"))
    assert Fleet.start("auto", tmp_path, {}) is None


def test_a_driver_that_does_not_work_is_told_of_and_the_worker_goes_on(asked, caplog):
    fleet = asked("auto", InfrastructureError("the driver cannot be asked: CUDA_ERROR_NO_DEVICE"))
    assert (fleet.usable, fleet.arch) == (False, "")
    assert [(one.card.name, one.reason) for one in fleet.standings()] == [
        ("NVIDIA GPU", "The driver or its libraries do not work.")
    ]
    assert caplog.text.count("CUDA_ERROR_NO_DEVICE") == 1


def test_a_driver_that_does_not_work_is_refused_where_cards_were_named(asked):
    with pytest.raises(ConfigError, match="GRIDSTRIDE_GPUS is '0', and no GPU works here: the driver"):
        asked("0", InfrastructureError("the driver cannot be asked: CUDA_ERROR_NO_DEVICE"))


def test_a_card_that_is_not_there_is_refused_by_its_number(asked):
    with pytest.raises(ConfigError, match="names GPU 2; of this machine can be used: 0, 1"):
        asked("0,2", [card(0), card(1)])


def test_a_named_card_that_does_not_fit_is_refused(asked):
    with pytest.raises(ConfigError, match="of GPU 1: Its architecture is sm_80"):
        asked("0,1", [card(0), card(1, "sm_80")])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; print('no libcuda', file=sys.stderr); sys.exit(1)", "no libcuda"),
        ("print('{')", "no sense"),
        ("print('[{\"index\": 0}]')", "no sense"),
    ],
)
def test_a_driver_that_cannot_be_asked_is_a_sentence(code, said):
    with pytest.raises(InfrastructureError, match=said):
        census.cards([sys.executable, "-c", code])


def test_what_the_driver_says_is_read():
    told = [{name: getattr(card(0), name) for name in card(0).__slots__}]
    assert census.cards([sys.executable, "-c", f"print({json.dumps(json.dumps(told))})"]) == [card(0)]
