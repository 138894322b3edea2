from numba import cuda, float32


@cuda.jit
def convert(raw, warmth, weight, out):
    t = cuda.grid(1)
    if t < raw.size:
        # Right. But even and odd threads stand
        # side by side in every warp. Which reading
        # should thread t take, so that whole warps
        # go the same way?
        i = t
        x = raw[i]
        y = float32(0)
        if i % 2 == 0:
            for k in range(warmth.size):
                y = y * x + warmth[k]
            out[i] = y
        else:
            for k in range(weight.size):
                y = y * x + weight[k]
            out[i] = 1 / y
