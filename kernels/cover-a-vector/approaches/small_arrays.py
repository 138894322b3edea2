# No block larger than the array needs: whole warps of 32 threads, at most 256.
warps = (n + 31) // 32
block = min(256, 32 * warps)
grid = (n + block - 1) // block
