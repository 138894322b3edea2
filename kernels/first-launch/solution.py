block = 256
grid = 64
