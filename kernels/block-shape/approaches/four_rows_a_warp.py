# A warp has 4 rows of 8 neighbouring floats: four sectors, like one row of 32.
block = (4, 64)
along_x = (rows + block[0] - 1) // block[0]
along_y = (cols + block[1] - 1) // block[1]
grid = (along_x, along_y)
