# A warp has 4 rows of 8 neighbouring floats: four sectors, as in one row of 32.
block = (4, 64)
grid = ((rows + block[0] - 1) // block[0], (cols + block[1] - 1) // block[1])
