# expects: launch_config
grid = 256
block = (n + grid - 1) // grid
