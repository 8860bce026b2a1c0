#!/usr/bin/env bash
# Makes Debian packages in build/packages: for any x86-64 processor since 2009 (x86-64-v2), without CUDA. Checks them with lintian
# if it is there. Arguments go to cmake: -DCERRADO_CUDA=ON makes packages with kernels.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/setup.sh
CERRADO_SETUP_EXTRA="dpkg-dev lintian" install_missing
# The module is for Debian's Python, not for another one on PATH.
python=build/debian-python
[ -x $python/bin/python ] || /usr/bin/python3 -m venv $python
$python/bin/pip install -q nanobind numpy typing-extensions
cmake --preset install -B build/deb -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib -DCERRADO_HOST_ARCHITECTURE=x86-64-v2 \
    -DCERRADO_LOCKSTEP=OFF -DCERRADO_METIS=OFF -DCERRADO_CUDA=OFF -DCERRADO_PYTHON=ON -DPython_EXECUTABLE="$PWD/$python/bin/python" \
    -DCERRADO_PYTHON_DESTINATION=lib/python3/dist-packages "$@"
cmake --build build/deb --parallel "$(nproc)"
rm -rf build/packages
(cd build/deb && cpack -G DEB -B ../packages)
rm -rf build/packages/_CPack_Packages
ls -l build/packages
lintian --fail-on error build/packages/*.deb
