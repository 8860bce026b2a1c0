#!/usr/bin/env bash
# Installs what is missing, builds the host preset and runs all its tests. Arguments go to ctest: ./test.sh -R Clique
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source cmake/setup.sh

install_missing
make_python_environment || echo "the label python is skipped: $python_environment_lacks" >&2
echo "building (preset host; a few minutes the first time)" >&2
CERRADO_CMAKE_ARGUMENTS="-DCERRADO_LOCKSTEP=ON ${CERRADO_CMAKE_ARGUMENTS:-}" build_preset host
status=0
ctest --test-dir build/host --output-on-failure --no-tests=error --parallel "$(nproc)" "$@" || status=$?

# A skipped test says why.
log=build/host/Testing/Temporary/LastTest.log
if grep -q '\[  SKIPPED \]' "$log"; then
    echo "reasons given by skipped tests:"
    grep -A 1 -E 'Skipped$|: Skipped' "$log" | grep -vE 'Skipped|^--' | sort | uniq -c || true
fi
exit "$status"
