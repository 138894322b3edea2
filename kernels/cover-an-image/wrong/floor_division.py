# expects: launch_config
block = (16, 16)
grid = (cols // 16, rows // 16)
