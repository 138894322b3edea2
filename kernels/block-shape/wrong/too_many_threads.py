# expects: launch_config
block = (4, 512)
grid = ((rows + block[0] - 1) // block[0], (cols + block[1] - 1) // block[1])
