# expects: too_slow
block = (16, 16)
grid = (cols // 16 + 1, rows // 16 + 1)
