#!/usr/bin/env bash
# Collects what bench/device.sh needs on another machine: stripped binaries, graphs, expected counts and the scripts.
#
#   bench/pack.sh [--reference FILE] BUILD_DIR OUT_DIR [DATA_DIR]
#
# BUILD_DIR: a build of the preset `device`. DATA_DIR: NAME.txt.gz and the tables beside them; default $CERRADO_DATA_DIR, else
# ../shared/data. FILE: the reference that skeleton.py runs beside motif rows, a program or a .cu (compiled for sm_90).
# OUT_DIR is made; one that was packed before is made anew. Fails when the whole is over 60 MiB.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
limit_mib=60

die() {
    echo "pack.sh: $1" >&2
    exit "${2:-1}"
}

usage() { die "usage: pack.sh [--reference FILE] BUILD_DIR OUT_DIR [DATA_DIR]" 2; }

prepare_folder() {
    if [ -d "$out" ] && [ -n "$(ls -A "$out")" ]; then
        [ -f "$out/PACKED" ] || die "$out is not empty and was not packed by this script: give another OUT_DIR" 2
        rm -rf "$out"
    fi
    mkdir -p "$out"
    echo "packed by bench/pack.sh; made anew by it" >"$out/PACKED"
}

# Programs run here too, without a device.
has_gpu_tests() { "$1" --gtest_list_tests | grep -iE 'cuda|gpu' >/dev/null; } # not -q, which would end the program early

is_program() { [ -f "$1" ] && [ -x "$1" ] && [ "$(head -c 4 "$1" | tail -c 3)" = ELF ]; }

copy_programs() {
    local program tests=0
    is_program "$build/bin/cerrado" || die "no program $build/bin/cerrado: build the preset device first" 2
    strip -o "$out/cerrado" "$build/bin/cerrado"
    xz -6 "$out/cerrado" # device.sh unpacks programs: their device code shrinks to a fifth
    while IFS= read -r -d '' program; do
        is_program "$program" && has_gpu_tests "$program" || continue
        strip -o "$out/$(basename "$program")" "$program"
        xz -6 "$out/$(basename "$program")"
        tests=$((tests + 1))
    done < <(find "$build" -name CMakeFiles -prune -o -type f -name 'test_*' -perm -u+x -print0)
    [ "$tests" -gt 0 ] || die "no test_* executable with GPU tests under $build: build with CERRADO_TESTS=ON" 2
}

# datasets/ lies beside the programs, where tests look for it, and tests/cli beside both.
copy_commands() {
    mkdir -p "$out/tests/cli" "$out/datasets"
    cp "$here"/../tests/cli/{support,test_on_cuda}.py "$out/tests/cli/"
    cp "$here"/../datasets/*.txt "$out/datasets/"
}

copy_data() {
    local graphs=("$data"/*.txt.gz)
    [ -f "${graphs[0]}" ] || die "$data holds no NAME.txt.gz: give DATA_DIR or set CERRADO_DATA_DIR" 2
    [ -f "$data/EXPECTED.csv" ] || die "$data/EXPECTED.csv is missing" 2
    cp "${graphs[@]}" "$data"/{EXPECTED,PATTERNS,COMPRESS_SCORE}.csv "$out/"
}

copy_reference() {
    [ -n "$reference" ] || return 0
    [ -f "$reference" ] || die "--reference $reference: no such file" 2
    if [[ $reference == *.cu ]]; then
        "${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}" -O3 -std=c++17 -arch=sm_90 -cudart static \
            -Xcompiler -static-libstdc++ "$reference" -o "$out/reference_gpu"
    else
        cp "$reference" "$out/reference_gpu"
    fi
    strip "$out/reference_gpu"
}

reference=
if [ "${1:-}" = --reference ]; then
    [ $# -ge 2 ] || usage
    reference=$2
    shift 2
fi
if [ $# -lt 2 ] || [ $# -gt 3 ]; then usage; fi
build=$1
out=$2
data=${3:-${CERRADO_DATA_DIR:-$here/../../shared/data}}

prepare_folder
copy_programs
copy_commands
copy_data
copy_reference
cp "$here"/{device.sh,measure.py,skeleton.py,skeleton_report.py,skeleton_rows.csv,clique.py,clique_rows.csv} "$out/"
cp "$here"/{choice_rows.csv,peers.csv,paper.py,paper_report.py,paper.csv,balance.py,graphlets.py} "$out/"
cp "$here"/{discovery.py,six.py,devices.py} "$out/"
chmod -R u+w "$out"

du -a --apparent-size -k "$out" | sort -rn | awk '{ printf "%7.1f MiB  %s\n", $1 / 1024, $2 }' | head -n 12
size_kib=$(du -s --apparent-size -k "$out" | cut -f1)
[ "$size_kib" -le $((limit_mib * 1024)) ] || die "$out is over $limit_mib MiB: leave graphs or test executables out"
awk -v kib="$size_kib" -v limit="$limit_mib" 'BEGIN { printf "packed: %.1f of %d MiB\n", kib / 1024, limit }'
