"""Change how answers are written.

The next learner's answer says what we want.

Held by: fresh child
"""

import json


def attack(facts):
    json.dumps = len


def after(facts):
    assert json.dumps is len
