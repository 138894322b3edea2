"""Puts a function of its own in the place of each call.

Gets: runtime_error
"""


def main():
    import app.program.wire

    app.program.wire.Wire.call = lambda *a, **k: Frame("done", {"handle": 1})
    d = cuda.to_device(np.ones(4))
    k[1, 32](d)
    return 3
