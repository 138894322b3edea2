# expects: launch_config
block = (1024, 2)
grid = ((cols + 1023) // 1024, (rows + 1) // 2)
