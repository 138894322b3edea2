"""What counts as one address where addresses are counted."""

from __future__ import annotations

import ipaddress

_IPV6_BITS = 64  # the rest of an IPv6 address is its owner's to choose
UNKNOWN = "unknown"


def network(host: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 of an IPv6 one, which one household has as a whole."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return UNKNOWN  # of a proxy that forwards no address: all of them together
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _IPV6_BITS), strict=False))
