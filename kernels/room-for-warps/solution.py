block = 256
grid = (n + block - 1) // block
