"""Arrays of dtypes that a kernel seldom sees.

Gets: ok
Stage: slow
"""


def main():
    own = alloc(4096)
    for dtype in ("f2", "b1", "c16", ">f8", "u1"):
        launch(region(own, 0, [4], [64]), dtype)
