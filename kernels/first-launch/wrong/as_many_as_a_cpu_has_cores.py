# expects: timeout
block = 16
grid = 1
