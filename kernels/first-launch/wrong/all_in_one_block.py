# expects: launch_config
block = 4096
grid = 1
