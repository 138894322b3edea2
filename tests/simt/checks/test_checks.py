from dataclasses import fields

import pytest

from app.simt.checks import Checks
from app.simt.events import Access, Observer


def test_all_checks_and_profiles_watch_by_default():
    assert [type(observer).__name__ for observer in Checks.all().observers()] == [
        *("Memcheck", "Aligncheck", "Racecheck", "Synccheck", "Warpcheck", "Initcheck", "Hangcheck"),
        *("Coalescing", "Banks", "Divergence", "Atomics"),
    ]


def test_none_means_none():
    assert Checks.none().observers() == []


@pytest.mark.parametrize(
    "name", [field.name for field in fields(Checks) if field.default is True and field.name != "profile"]
)
def test_each_switch_turns_one_observer_off(name):
    watching = {type(observer).__name__.lower() for observer in Checks(**{name: False}).observers()}
    assert name not in watching
    gone = 2 if name == "synccheck" else 1  # warpcheck goes with it
    assert len(watching) == len(Checks.all().observers()) - gone


def test_coverage_is_watched_only_where_it_is_asked_for():
    assert len(Checks(coverage=True).observers()) == len(Checks.all().observers()) + 1


def test_two_launches_share_nothing():
    first, second = Checks.all().observers(), Checks.all().observers()
    assert all(one is not other for one, other in zip(first, second, strict=True))


def test_observers_want_only_what_they_hear():
    for observer in Checks.all().observers():
        hears_access = type(observer).access is not Observer.access
        assert hears_access == (Access in observer.wants), type(observer).__name__
