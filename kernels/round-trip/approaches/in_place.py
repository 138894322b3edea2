from numba import cuda


@cuda.jit
def clip(a, low, high, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = min(max(a[i], low), high)


def main(a, low, high):
    # The result takes the place of the samples on the device: a thread reads its element before it writes there, and no
    # other thread looks at it. That is one allocation less, and right only because nobody needs the samples any more.
    d_a = cuda.to_device(a)
    threads = 256
    clip[(a.size + threads - 1) // threads, threads](d_a, low, high, d_a)
    return d_a.copy_to_host()
