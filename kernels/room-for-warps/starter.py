# Every reading is reached, and a multiprocessor stands more than half empty.
block = 32  # threads in a block
grid = (n + block - 1) // block
