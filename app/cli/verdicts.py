"""A verdict for people, on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from app.domain.verdict import Benchmark, CaseResult, Verdict
from app.errors import ServerError
from app.grading.benchmark import bound_by, gbps, gflops, reached
from app.grading.words import Words
from app.logs import harmless


def written(verdict: Mapping[str, Any]) -> str:
    """`verdict`: as the server's API gives it, or a record `in_words`. Nothing in it can look like a line of ours."""
    lines = [f"{verdict['title']}: {verdict['message']}"]
    for finding in verdict["findings"]:
        place = f"line {finding['line']}: " if finding["line"] else ""
        lines.append(f"  {place}{finding['severity']}: {finding['message']} {finding['help']}".rstrip())
    for case in verdict["cases"]:
        lines.append(f"  {case['name']}: {case['title']}")
        if m := case["mismatch"]:
            got = "never written" if m["got"] is None else f"got {m['got']}"
            place = f"{m['output']}{m['index'] or ''}"  # a number, and what has another form, has no elements
            lines.append(f"    {place}: expected {m['expected']}, {got}. {m['pattern']}".rstrip())
    lines += [f"  {r['wanted']}: {r['got']} {'met' if r['ok'] else 'missed'}" for r in verdict["requirements"]]
    if unchecked := verdict.get("unchecked"):  # a server may be older than these
        lines.append(f"  {unchecked}")
    if occupancy := verdict.get("occupancy"):
        lines.append("  " + _resident(occupancy))
    if measured := verdict.get("benchmark"):
        lines.append("  " + _measured(measured))
    return "\n".join(map(harmless, lines))


def told(verdict: object) -> str:
    """As `written`, of a verdict that another program sent. Raises ServerError where it has no form that we know."""
    try:
        return written(cast("Any", verdict))  # whatever it is
    except (LookupError, TypeError, ValueError, AttributeError):
        raise ServerError("the server tells a verdict that this version cannot read; its page shows it") from None


def measured(one: Benchmark) -> dict[str, Any]:
    """A benchmark as plain data, with the rates that follow from it."""
    rates = {"gbps": gbps(one), "gflops": gflops(one), "bound_by": bound_by(one), "reached": reached(one)}
    return one.model_dump(mode="json") | rates


def in_words(verdict: Verdict, words: Words) -> dict[str, Any]:
    """What `written` reads, by the names that the API has for it."""
    told = [(finding, *words.finding(finding)) for finding in verdict.findings]
    return {
        "title": words.title(verdict.kind),
        "message": words.message(verdict.message),
        "findings": [
            {"line": finding.line, "severity": finding.severity, "message": message, "help": help_}
            for finding, message, help_ in told
        ],
        "cases": [_case(case, words) for case in verdict.cases],
        "requirements": [
            requirement.model_dump(include={"wanted", "got", "ok"}) for requirement in verdict.requirements
        ],
        "unchecked": verdict.unchecked and words.message(verdict.unchecked),
        "occupancy": verdict.occupancy and verdict.occupancy.model_dump(),
        "benchmark": verdict.benchmark and measured(verdict.benchmark),
    }


def _resident(occupancy: Mapping[str, Any]) -> str:
    limits = " and ".join(limit.replace("_", " ") for limit in occupancy["limited_by"])
    warps, most = occupancy["warps"], occupancy["most_warps"]
    return f"Occupancy in theory: {warps} of {most} warps on {occupancy['arch']}, limited by {limits}"


def _measured(one: Mapping[str, Any]) -> str:
    if one["median_us"] is None:
        return f"The time on {one['card']} was withheld: no kernel that does the stated work can be so fast."
    units = (("gbps", "GB/s"), ("gflops", "GFLOP/s"))
    rates = [f"{one[key]:.4g} {unit}" for key, unit in units if one[key] is not None]
    times = f"{one['median_us']:.4g} µs ({one['low_us']:.4g} to {one['high_us']:.4g}, {one['repeats']} repeats)"
    return f"{one['case']} on {one['card']}: {', '.join((times, *rates))}"


def _case(case: CaseResult, words: Words) -> dict[str, Any]:
    title = "Not run" if case.status == "not_run" else words.title(case.status)
    if case.mismatch is None:
        return {"name": case.name, "title": title, "mismatch": None}
    pattern = case.mismatch.pattern
    mismatch = case.mismatch.model_dump(mode="json") | {"pattern": words.message(pattern) if pattern else ""}
    return {"name": case.name, "title": title, "mismatch": mismatch}
