# n is the number of elements. Each thread of the kernel doubles one of them.
block = 256  # threads in a block
grid = 1     # blocks: how many does it take for n elements?
