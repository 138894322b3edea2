# Debian's own Python and not the python image: the same bytes can then be made by debootstrap, which is how
# scripts/image-test proves this file where there is no Docker engine.
FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv
COPY requirements.lock /build/
RUN python3 -m venv /build/tool \
    && python3 -m venv --without-pip /opt/gridstride/.venv \
    && /build/tool/bin/pip --python /opt/gridstride/.venv/bin/python install \
        --no-cache-dir --no-compile --require-hashes --requirement /build/requirements.lock
# What neither compiling nor linking a kernel opens: NVIDIA's headers but those of float16, static runtime and the
# compiler program of nvcc (the sandbox starts no program but nvdisasm), and other packages' own tests.
RUN cd /opt/gridstride/.venv/lib/python3*/site-packages \
    && find nvidia/cu13/include -mindepth 1 ! -name 'cuda_fp16.h*' -delete \
    && rm -r nvidia/cu13/cccl nvidia/cu13/nvvm/bin nvidia/cu13/lib/libcudart_static.a \
    && find . -depth -type d -name tests -exec rm -r {} +
COPY app /opt/gridstride/app
COPY kernels /opt/gridstride/kernels
COPY lessons /opt/gridstride/lessons
COPY static /opt/gridstride/static
COPY LICENSE /opt/gridstride/
RUN printf '#!/bin/sh\nexec /opt/gridstride/.venv/bin/python -m app "$@"\n' > /opt/gridstride/.venv/bin/gridstride \
    && chmod 755 /opt/gridstride/.venv/bin/gridstride \
    && echo /opt/gridstride > "$(echo /opt/gridstride/.venv/lib/python3*/site-packages)/gridstride.pth" \
    && /opt/gridstride/.venv/bin/python -m compileall -q -j 0 /opt/gridstride/app /opt/gridstride/.venv/lib

FROM debian:trixie-slim
LABEL org.opencontainers.image.title="Gridstride" \
    org.opencontainers.image.description="A course in GPU programming, and its grader" \
    org.opencontainers.image.licenses="Apache-2.0"
RUN apt-get update \
    && apt-get install --yes --no-install-recommends python3 \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
    && install -d -o 10001 -g 10001 -m 700 /data
COPY --from=build /opt/gridstride /opt/gridstride
ENV PATH=/opt/gridstride/.venv/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    GRIDSTRIDE_DATA=/data \
    GRIDSTRIDE_HOST=0.0.0.0 \
    GRIDSTRIDE_LOG=json
WORKDIR /opt/gridstride
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ.get('GRIDSTRIDE_PORT', '8000') + '/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["gridstride", "serve"]
