# expects: too_slow
block = 256
grid = (n + 31) // 32
