import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.findings import LONGEST_TOLD, MOST_TOLD, Finding, Kind, Place, Plain, Severity, told

indices = st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
lines = st.none() | st.integers(1, 999)
findings = st.builds(
    Finding, st.sampled_from(Kind), st.sampled_from(Severity), lines, st.text(max_size=9),
    st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5)), indices, indices,
    st.none() | st.builds(Place, lines, indices, indices), st.integers(1, 9),
)  # fmt: skip
plain = st.recursive(st.none() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s))


@given(findings)
def test_a_finding_survives_the_wall(finding: Finding) -> None:
    assert Finding.from_plain(finding.to_plain()) == finding


@given(findings, st.sampled_from(["kind", "severity", "line", "args", "thread", "other", "count"]), plain)
def test_a_forged_field_is_refused_or_harmless(finding: Finding, field: str, value: object) -> None:
    forged = {**finding.to_plain(), field: value}
    try:
        read = Finding.from_plain(forged)
    except (ValueError, TypeError, KeyError):
        return
    assert isinstance(read.kind, Kind)
    assert isinstance(read.count, int)


def test_a_missing_field_is_refused() -> None:
    with pytest.raises(KeyError):
        Finding.from_plain({"kind": "timeout"})


def finding(severity: Severity, kind: Kind = Kind.OUT_OF_BOUNDS, **args: Plain) -> Finding:
    return Finding(kind, severity, 1, kind.value, args)


def test_of_too_many_findings_errors_stay_and_what_ended_the_run() -> None:
    found = [finding(Severity.WARNING)] * 50 + [finding(Severity.ERROR)] * 50 + [finding(Severity.ERROR, Kind.TIMEOUT)]
    kept = told(found)
    assert len(kept) == MOST_TOLD
    assert [each.severity for each in kept].count(Severity.ERROR) == 51
    assert kept[-1].kind is Kind.TIMEOUT


@given(st.dictionaries(st.text(max_size=9_000), st.integers() | st.floats() | st.text(max_size=9_000), max_size=90))
def test_what_is_told_fits_and_is_json(args: dict[str, Plain]) -> None:
    (one,) = told([finding(Severity.ERROR, variables={**args}, large=1 << 20_000, half="\ud800" * 5_000)])
    assert len(json.dumps(dict(one.args), allow_nan=False)) <= LONGEST_TOLD
