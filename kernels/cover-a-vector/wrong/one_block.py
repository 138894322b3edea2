# expects: launch_config
block = n
grid = 1
