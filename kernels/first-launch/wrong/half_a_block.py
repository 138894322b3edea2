# expects: launch_config
block = 256
grid = n / 256
