"""Sends machine code with a launch, as only the worker does.

Gets: ok
"""


def main():
    code = {"argument0": np.empty(0), "cubin": np.zeros(100, np.uint8)}
    launch(region(alloc(64), 0, [4], [8]), arrays=code, symbol="k", together=True)
