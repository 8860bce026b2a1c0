#!/usr/bin/env bash
# Installs what is missing, builds, and counts the 4-vertex motifs and the 5-cliques of a real and of a generated graph.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source cmake/setup.sh

install_missing
if { command -v nvcc || [ -x /usr/local/cuda/bin/nvcc ]; } >/dev/null 2>&1 && [ -e /dev/nvidia0 ]; then
    preset=cuda
else
    preset=host
fi
# The checking device, lockstep, is for who writes applications. A build that is there keeps what it has.
[ -e "build/$preset/CMakeCache.txt" ] || CERRADO_CMAKE_ARGUMENTS="-DCERRADO_LOCKSTEP=OFF ${CERRADO_CMAKE_ARGUMENTS:-}"
echo "building (preset $preset; two minutes on two cores the first time)" >&2
build_preset "$preset" cerrado

cerrado=build/$preset/bin/cerrado
for graph in datasets/karate.txt gen:rmat:scale=12,degree=8,seed=1; do
    for command in "motif $graph -k 4" "clique $graph -k 5"; do
        printf '\n$ cerrado %s\n' "$command"
        # shellcheck disable=SC2086
        "$cerrado" $command
    done
done
printf '\nNow with your own graph: %s motif FILE -k 4   (%s --help)\n' "$cerrado" "$cerrado"
