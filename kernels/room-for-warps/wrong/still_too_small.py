# expects: too_slow
block = 64
grid = (n + block - 1) // block
