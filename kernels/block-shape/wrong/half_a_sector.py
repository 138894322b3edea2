# expects: too_slow
block = (8, 32)
grid = ((rows + block[0] - 1) // block[0], (cols + block[1] - 1) // block[1])
