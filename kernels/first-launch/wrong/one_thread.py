# expects: timeout
block = 1
grid = 1
