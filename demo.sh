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
# The first time only what is shown here is built, without the checking device, lockstep, which is for who writes
# applications.
if ! grep -qs '^CERRADO_COMMANDS:.*=all$' "build/$preset/CMakeCache.txt"; then
    CERRADO_CMAKE_ARGUMENTS="-DCERRADO_LOCKSTEP=OFF -DCERRADO_COMMANDS=motif;clique ${CERRADO_CMAKE_ARGUMENTS:-}"
fi
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
grep -q '^CERRADO_COMMANDS:.*=all$' "build/$preset/CMakeCache.txt" ||
    printf 'All other commands, in three more minutes: cmake --preset %s && cmake --build --preset %s --target cerrado\n' "$preset" "$preset"
