from numba import cuda, float32


@cuda.jit
def convert(raw, warmth, weight, out):
    # Each block keeps its own 128 readings: its first two warps take the even ones, the other two the odd ones.
    t = cuda.threadIdx.x
    half = cuda.blockDim.x // 2
    kind = t // half
    i = cuda.blockIdx.x * cuda.blockDim.x + 2 * (t % half) + kind
    if i < raw.size:
        x = raw[i]
        y = float32(0)
        if kind == 0:
            for k in range(warmth.size):
                y = y * x + warmth[k]
            out[i] = y
        else:
            for k in range(weight.size):
                y = y * x + weight[k]
            out[i] = 1 / y
