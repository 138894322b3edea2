"""Grids, blocks and shared memory beyond every number.

Gets: ok
Returns: launch_config.positive, launch_config.limit, launch_config.shared
"""


def main():
    here = region(alloc(64), 0, [4], [8])
    sizes = launch(here, grid=[-5]), launch(here, grid=[1 << 62] * 3, block=[1 << 62] * 3)
    return *sizes, launch(here, shared=-(1 << 61))
