#!/usr/bin/env bash
# Makes Debian packages in build/packages, for any x86-64 processor since 2009 (x86-64-v2). packaging/deb.sh --cuda makes
# cerrado-cuda, which takes the place of cerrado and brings kernels for GPUs to python3-cerrado. Checks them with lintian if it is
# there. Further arguments go to cmake.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/setup.sh
CERRADO_SETUP_EXTRA="dpkg-dev lintian" install_missing
build=build/deb
options=(--preset install -DCERRADO_CUDA=OFF)
if [ "${1:-}" = --cuda ]; then
    shift
    build=build/deb-cuda
    options=(--preset install-cuda -DCERRADO_PYTHON_KERNELS=ON -DCERRADO_MPI=OFF)
fi
# The module is for Debian's Python, not for another one on PATH.
python=build/debian-python
[ -x $python/bin/python ] || /usr/bin/python3 -m venv $python
$python/bin/pip install -q nanobind numpy typing-extensions
cmake "${options[@]}" -B $build -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib -DCERRADO_HOST_ARCHITECTURE=x86-64-v2 \
    -DCERRADO_LOCKSTEP=OFF -DCERRADO_METIS=OFF -DCERRADO_PYTHON=ON -DPython_EXECUTABLE="$PWD/$python/bin/python" \
    -DCERRADO_PYTHON_DESTINATION=lib/python3/dist-packages "$@"
cmake --build $build --parallel "$(nproc)"
(cd $build && cpack -G DEB -B ../packages)
rm -rf build/packages/_CPack_Packages
ls -l build/packages
lintian --fail-on error build/packages/*.deb
