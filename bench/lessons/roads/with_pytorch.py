"""PyTorch: operator by operator, its own functions, and what torch.compile makes of the operators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from bench.lessons.roads.work import CHECKED, Road


def three_lines(x: Any, bias: Any) -> Any:
    """As lesson 9 shows them."""
    v = x + bias
    inner = 0.7978845608 * (v + 0.044715 * v**3)
    return 0.5 * v * (1 + torch.tanh(inner))


def by_hand(x: Any) -> Any:
    powers = torch.exp(x - x.amax(dim=1, keepdim=True))
    return powers / powers.sum(dim=1, keepdim=True)


def roads(x: Any, bias: Any) -> Iterator[Road]:
    t_x, t_bias = torch.from_numpy(x).cuda(), torch.from_numpy(bias).cuda()
    of_gelu, of_rows = torch.compile(three_lines), torch.compile(by_hand)
    own = torch.nn.functional.gelu
    wait = torch.cuda.synchronize

    def host(tensor: Any) -> Any:
        return tensor[:CHECKED].cpu().numpy()

    yield Road("PyTorch, operators", lambda: three_lines(t_x, t_bias), lambda: by_hand(t_x), wait, host)
    yield Road(
        "PyTorch, its own functions",
        lambda: own(t_x + t_bias, approximate="tanh"),
        lambda: torch.softmax(t_x, 1),
        wait,
        host,
    )
    yield Road("PyTorch, torch.compile", lambda: of_gelu(t_x, t_bias), lambda: of_rows(t_x), wait, host)
