block = 256
grid = n // block
