# expects: launch_config
block = 2048
grid = (n + block - 1) // block
