"""Whose address is counted: that of whoever connects, and behind our own proxies of whom they name."""

from __future__ import annotations

import asyncio
import dataclasses

import httpx
import pytest

from app.config import Settings
from app.web.connections import Crowd
from app.web.serve import configured

STRANGER, PROXY, INNER = "198.51.100.9", "203.0.113.1", "10.0.0.7"


class Counted:
    """Rates that only note who was counted."""

    def __init__(self) -> None:
        self.addresses: list[str] = []

    def take(self, what: str, *, learner: str = "", address: str = "") -> None:
        self.addresses.append(address)


@pytest.fixture
def counted(app):
    """Who is counted when this peer sends these headers, by a server that trusts these proxies."""

    def ask(peer: str, *forwarded: str, proxies: str = f"{PROXY},10.0.0.0/8") -> str:
        counts = Counted()
        app.state.site = dataclasses.replace(app.state.site, rates=counts)
        config = configured(app, Settings(proxies=proxies), Crowd(10))
        config.load()
        transport = httpx.ASGITransport(config.loaded_app, client=(peer, 1))
        headers = [("X-Forwarded-For", one) for one in forwarded]

        async def get() -> None:
            async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
                await client.get("/api/session", headers=headers)

        asyncio.run(get())
        (address,) = counts.addresses
        return address

    return ask


def test_a_stranger_cannot_name_another_address(counted):
    assert counted(STRANGER, "192.0.2.1") == STRANGER


def test_a_proxy_that_is_trusted_names_its_client(counted):
    assert counted(PROXY, "192.0.2.1") == "192.0.2.1"


def test_nothing_that_a_client_puts_in_front_counts(counted):
    assert counted(PROXY, "192.0.2.66, 192.0.2.1") == "192.0.2.1"
    assert counted(PROXY, "192.0.2.66", "192.0.2.1") == "192.0.2.1"
    assert counted(PROXY, "10.9.9.9, 192.0.2.1") == "192.0.2.1"


def test_two_proxies_in_a_row_lead_to_the_client(counted):
    assert counted(INNER, f"192.0.2.66, 192.0.2.1, {PROXY}") == "192.0.2.1"


def test_a_proxy_in_between_that_is_not_ours_is_who_is_counted(counted):
    assert counted(PROXY, f"192.0.2.1, {STRANGER}") == STRANGER


@pytest.mark.parametrize("said", ["", "unknown", "1.2.3", "a" * 10_000, "192.0.2.1; drop", "[::", "\t"])
def test_what_is_no_address_counts_as_one_together(counted, said):
    assert counted(PROXY, said) in ("unknown", PROXY)


@pytest.mark.parametrize(
    ("said", "network"),
    [
        ("2001:db8:1:2::5", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::6]:443", "2001:db8:1:2::/64"),
        ("192.0.2.1:80", "192.0.2.1"),
    ],
)
def test_an_address_is_read_in_each_of_its_forms(counted, said, network):
    assert counted(PROXY, said) == network


def test_nobody_is_trusted_where_there_are_no_proxies(counted):
    assert counted("127.0.0.1", "192.0.2.1", proxies="none") == "127.0.0.1"
