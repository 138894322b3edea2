# expects: too_slow
block = (8, 32)
along_x = (rows + block[0] - 1) // block[0]
along_y = (cols + block[1] - 1) // block[1]
grid = (along_x, along_y)
