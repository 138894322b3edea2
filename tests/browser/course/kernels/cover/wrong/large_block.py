# expects: launch_config
block = 2048
grid = 1
