# expects: too_slow
block = 256
grid = n // block + 1
