# Sourced by demo.sh, test.sh and .ci/run: installs the Debian packages that are missing, and knows how to build a preset.
# Nothing else is downloaded. CERRADO_SETUP_EXTRA names further packages.

cerrado_packages=(
    g++ cmake ninja-build ccache python3 python3-dev python3-venv
    python3-networkx python3-igraph python3-scipy
    libfmt-dev libcli11-dev tao-pegtl-dev nlohmann-json3-dev libboost-dev libboost-graph-dev zlib1g-dev libzstd-dev liblzma-dev libbz2-dev libmetis-dev libexpat1-dev libnauty2-dev libgtest-dev libopenmpi-dev openmpi-bin
)

# The package managers' own record, so that a package that lost a file is not taken for present.
missing_packages() {
    local package
    for package in "${cerrado_packages[@]}" ${CERRADO_SETUP_EXTRA:-}; do
        dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || printf '%s\n' "$package"
    done
}

install_missing() {
    command -v dpkg-query >/dev/null || { echo "no dpkg here: install the packages named in cmake/setup.sh by hand" >&2; return 0; }
    local missing
    mapfile -t missing < <(missing_packages)
    [ "${#missing[@]}" -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { echo "needs root or sudo to install: ${missing[*]}" >&2; return 1; }
        as_root=(sudo)
    fi
    echo "installing: ${missing[*]}" >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# A virtual environment under build/ with what the Python module and its tests need from PyPI. Where it cannot be made,
# python_environment_lacks says why. Kuzu is archived: it has no wheels for a later Python.
python_packages=(nanobind scikit-build-core numpy 'networkx>=3.5' scipy pandas igraph matplotlib pytest hypothesis mypy nbconvert ipykernel polars pyarrow
    duckdb dotmotif 'kuzu; python_version < "3.15"')
make_python_environment() {
    local stamp=build/venv/packages
    [ "$(cat "$stamp" 2>/dev/null)" = "${python_packages[*]}" ] && return 0
    python_environment_lacks="python3 -m venv does not work here (package python3-venv), or it is older than 3.10"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' && python3 -m venv build/venv 2>/dev/null || return 1
    python_environment_lacks="PyPI is not reached from here, or pip failed: build/venv.log"
    build/venv/bin/pip install -q "${python_packages[@]}" >build/venv.log 2>&1 || { rm -rf build/venv; return 1; }
    printf '%s' "${python_packages[*]}" >"$stamp"
}

# Objects of one clone serve another. Precompiled headers are cached, and what is compiled with them; what a source includes is
# known from its last compilation, not from a run of the preprocessor.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime

# build_preset PRESET [TARGET...]: configures and builds, quietly unless something fails.
build_preset() {
    local preset=$1 log=build/$1.log
    shift
    mkdir -p build
    local targets=()
    [ $# -gt 0 ] && targets=(--target "$@")
    if cmake --preset "$preset" ${CERRADO_CMAKE_ARGUMENTS:-} >"$log" 2>&1 &&
        cmake --build --preset "$preset" --parallel "$(nproc)" "${targets[@]}" >>"$log" 2>&1; then
        return 0
    fi
    tail -n 60 "$log" >&2
    echo "building the preset $preset failed; all of it is in $log" >&2
    return 1
}
