# expects: timeout
block = 1024
grid = 1_000_000
