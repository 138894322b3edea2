# block * grid threads share the n order lines.
block = 1  # threads in a block
grid = 1   # blocks
