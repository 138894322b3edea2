"""Double a text until it does not fit.

Each step doubles; the time between enough and too much is short.

Stopped by: rlimits
Ends: memory_limit
"""


def attack(facts):
    text = "x"
    while len(text) < facts["address_bytes"]:
        text += text
