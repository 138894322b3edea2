# expects: too_slow
block = 768
grid = (n + block - 1) // block
