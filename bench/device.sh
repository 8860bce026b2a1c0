#!/usr/bin/env bash
# On the device machine, inside a folder that bench/pack.sh made: the GPU tests, compute-sanitizer on tiny graphs, the
# benchmark.
#
#   ./device.sh [tests] [sanitizer] [speed]      all three without arguments
#
# Each step says whether it passed as it ends, and a table of all comes last. The exit code is 1 when anything failed. A
# step that cannot run, has nothing to run, or skips tests has failed. Each step's output is kept in $OUT (default
# ./results). The environment sets JOBS=4, the sanitizer runs at once, and in seconds:
#   TEST_SECONDS=400 per executable, SANITIZER_SECONDS=120 per run, SPEED_SECONDS=420 for the whole table,
#   RUN_SECONDS=40 per timed run; REPEATS=5 runs per row, ROWS= a regular expression for skeleton.py
# CERRADO_LARGE_TESTS=1: the tests of graphs of tens of gigabytes, too
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
out=${OUT:-$PWD/results}
export CERRADO_DATA_DIR=$PWD
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$(mktemp -d)}
names=() verdicts=() failures=0 beside=()

record() { # NAME VERDICT
    names+=("$1")
    verdicts+=("$2")
    case $2 in
    PASS*) ;;
    *) failures=$((failures + 1)) ;;
    esac
}

say() { printf '%-52s %s\n' "$1" "$2"; }

log_of() { echo "$out/$(tr -c 'A-Za-z0-9\n' '_' <<<"$1").log"; }

# step NAME SECONDS COMMAND...: runs with a limit, output to a file named after the step; true when it exits with 0.
step() {
    local begin=$SECONDS code=0
    log=$(log_of "$1")
    timeout -k 10 "$2" "${@:3}" >"$log" 2>&1 || code=$?
    took="$((SECONDS - begin)) s"
    reason="exit code $code"
    if [ "$code" -eq 124 ] || [ "$code" -eq 137 ]; then reason="ended after $2 s"; fi
    return "$code"
}

# beside FUNCTION NAME ARGUMENTS... runs the function beside others; it echoes PASS or FAIL and a reason. A sanitizer
# spends most of its time on the program's code, on one core. end_beside waits for all.
beside() {
    while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-4}" ]; do wait -n; done
    beside+=("$2")
    {
        "$@" >"$(log_of "$2").verdict"
        say "$2" "$(cat "$(log_of "$2").verdict")"
    } &
}

quote_log() {
    { grep -m 3 -A 5 ': Failure$' "$1"; tail -n 12 "$1"; } | sed 's/^/    | /'
}

end_beside() { # the first failed expectations and the last lines of the log go with a failure
    local name verdict
    wait
    for name in "${beside[@]}"; do
        verdict=$(cat "$(log_of "$name").verdict")
        record "$name" "$verdict"
        case $verdict in
        PASS*) ;;
        *) say "$name" "$verdict, see $(log_of "$name")" && quote_log "$(log_of "$name")" ;;
        esac
    done
    beside=()
}

test_verdict() { # NAME PROGRAM
    if ! step "$1" "${TEST_SECONDS:-400}" "$2" --gtest_filter="$gpu_tests"; then
        echo "FAIL $reason: $(sed -nE 's/^\[  FAILED  \] ([^ ,]+).*/\1/p' "$log" | sort -u | head -n 3 | xargs)"
    elif grep -q '\[  SKIPPED \]' "$log"; then
        echo "FAIL skipped tests"
    elif ! grep -qE '\[  PASSED  \] [1-9][0-9]* tests?' "$log"; then
        echo "FAIL no test passed"
    else
        echo "PASS $(sed -nE 's/^\[  PASSED  \] ([0-9]+ tests?).*/\1/p' "$log"), $took"
    fi
}

command_verdict() { # NAME
    if ! CERRADO_COMMAND=$PWD/cerrado step "$1" "${TEST_SECONDS:-400}" python3 -B -m unittest discover -v -s tests/cli; then
        echo "FAIL $reason"
    elif grep -q 'skipped' "$log"; then
        echo "FAIL skipped tests"
    else
        echo "PASS $(sed -nE 's/^Ran ([0-9]+ tests?) .*/\1/p' "$log"), $took"
    fi
}

unpack() {
    python3 - <<'END' # not xz, which a bare machine may lack
import glob, lzma, os, shutil
for packed in glob.glob("*.xz"):
    with lzma.open(packed) as source, open(packed[:-3], "wb") as program:
        shutil.copyfileobj(source, program)
    os.chmod(packed[:-3], 0o755)
    os.remove(packed)
END
}

# One after another: some tests measure time, or the memory that is free.
run_tests() {
    local program gpu_tests='*Cuda*:*Gpu*:*cuda*' with_tests=0 JOBS=1
    [ "$(nvidia-smi -L | wc -l)" -gt 1 ] || gpu_tests+=-*cuda1*
    [ -n "${CERRADO_LARGE_TESTS:-}" ] || gpu_tests+="$([[ $gpu_tests == *-* ]] && echo : || echo -)CudaLargeGraph.*"
    for program in ./test_*; do
        [ -x "$program" ] || continue
        local name="tests ${program#./}"
        if ! step "$name, listing" 60 "$program" --gtest_list_tests --gtest_filter="$gpu_tests"; then
            record "$name" "FAIL its tests cannot be listed: $reason, see $log"
            continue
        fi
        grep -q '^  ' "$log" || continue # no test for a device in it
        with_tests=$((with_tests + 1))
        beside test_verdict "$name" "$program"
    done
    beside command_verdict "commands on the device"
    end_beside
    [ "$with_tests" -gt 0 ] || record "tests" "FAIL no test_* executable here has a test named $gpu_tests"
}

find_sanitizer() {
    local program
    for program in "$(command -v compute-sanitizer)" /usr/local/cuda*/bin/compute-sanitizer; do
        [ -x "$program" ] && echo "$program" && return
    done
}

# sanitizer_verdict NAME SANITIZER TOOL ARGUMENTS... runs ./cerrado so that it also checks its counts against the
# serial program.
sanitizer_verdict() {
    if ! step "$1" "${SANITIZER_SECONDS:-120}" "$2" --tool "$3" --error-exitcode 9 \
        ./cerrado "${@:4}" --device cuda --verify --progress off; then
        echo "FAIL $reason"
    elif ! sanitizer_is_clean; then
        echo "FAIL no clean summary of the sanitizer, or not verified"
    else
        echo "PASS $took"
    fi
}

# sanitizer_test_verdict NAME SANITIZER TOOL PROGRAM FILTER: the same for tests, which check their results.
sanitizer_test_verdict() {
    if ! step "$1" "${SANITIZER_SECONDS:-120}" "$2" --tool "$3" --error-exitcode 9 "$4" --gtest_filter="$5"; then
        echo "FAIL $reason"
    elif ! sanitizer_found_nothing || ! grep -qE '\[  PASSED  \] [1-9]' "$log"; then
        echo "FAIL no clean summary of the sanitizer, or no test passed"
    else
        echo "PASS $took"
    fi
}

# All settings of the balancer are given, since those left out are measured: by a kernel that fills the device and
# works in shared memory. Under racecheck that takes a minute and 60 GB of this machine's memory a run. memcheck sees
# that kernel in a run of its own.
run_sanitizer() {
    local sanitizer tool work algorithm graph pattern output mechanism width k=5
    local settings=(--threshold 1 --donations 4 --poll 20us)
    sanitizer=$(find_sanitizer)
    if [ -z "$sanitizer" ]; then
        record "sanitizer" "FAIL no compute-sanitizer on PATH or in /usr/local/cuda*/bin"
        return
    fi
    for tool in memcheck racecheck; do
        local slow= # racecheck waits for minutes where several threads launch at once
        [ "$tool" = racecheck ] && slow='*ServesSeveralThreads*'
        for work in motif clique; do
            for algorithm in fast paper; do
                for graph in karate.txt.gz gen:er:n=60,m=200,seed=1; do
                    beside sanitizer_verdict "$tool $work $algorithm k=$k $graph" "$sanitizer" "$tool" \
                        "$work" "$graph" -k "$k" --algorithm "$algorithm"
                done
            done
        done
        for algorithm in oriented bitmap pivot; do
            beside sanitizer_verdict "$tool clique $algorithm k=4 karate.txt.gz" "$sanitizer" "$tool" \
                clique karate.txt.gz -k 4 --algorithm "$algorithm"
        done
        beside sanitizer_verdict "$tool clique all sizes gen:er:n=30,m=220,seed=1" "$sanitizer" "$tool" \
            clique gen:er:n=30,m=220,seed=1 --all --balance share "${settings[@]}"
        beside sanitizer_verdict "$tool clique per vertex and edge k=5 karate.txt.gz" "$sanitizer" "$tool" \
            clique karate.txt.gz -k 5 --per-vertex /dev/null --per-edge /dev/null
        beside sanitizer_verdict "$tool clique list k=5 gen:complete:n=18" "$sanitizer" "$tool" \
            clique gen:complete:n=18 -k 5 --list /dev/null
        for pattern in 4-cycle diamond house 5-cycle gem butterfly banner; do
            beside sanitizer_verdict "$tool match $pattern karate.txt.gz" "$sanitizer" "$tool" \
                match karate.txt.gz --pattern "$pattern"
        done
        for pattern in house 0-1,1-2,0-2,0~3,1~3,2~3; do
            for output in --list --per-orbit; do
                beside sanitizer_verdict "$tool match $output $pattern karate.txt.gz" "$sanitizer" "$tool" \
                    match karate.txt.gz --pattern "$pattern" "$output" /dev/null
            done
        done
        beside sanitizer_verdict "$tool match all of 5 karate.txt.gz" "$sanitizer" "$tool" match karate.txt.gz --all 5
        beside sanitizer_verdict "$tool match 5-cycle in rows gen:complete:n=41" "$sanitizer" "$tool" \
            match gen:complete:n=41 --pattern 5-cycle
        for graph in karate.txt.gz gen:er:n=30,m=200,seed=3; do
            beside sanitizer_verdict "$tool graphlets $graph" "$sanitizer" "$tool" \
                graphlets "$graph" --all --orbits vertex /dev/null --orbits edge /dev/null
        done
        printf '%s\n' '0 1' '1 2' '2 0' '0 3' '3 4' '4 3' '2 4' '5 1' >arcs.txt
        for k in 3 4 6; do
            beside sanitizer_verdict "$tool discover k=$k arcs.txt" "$sanitizer" "$tool" \
                discover arcs.txt --directed -k "$k" --random 5
        done
        beside sanitizer_test_verdict "$tool tests of six" "$sanitizer" "$tool" \
            ./test_unit_apps '*OfFewVertices/Cuda'
        beside sanitizer_verdict "$tool discover k=4 karate.txt.gz" "$sanitizer" "$tool" \
            discover karate.txt.gz -k 4 --random 3
        printf '%s\n' '0 a' '1 b' '2 a' '3 b' '4 a' '5 b' >labels.txt
        beside sanitizer_verdict "$tool discover by labels arcs.txt" "$sanitizer" "$tool" \
            discover arcs.txt --directed -k 4 --random 3 --labels labels.txt
        for mechanism in stop share; do
            beside sanitizer_verdict "$tool motif fast k=4 karate.txt.gz $mechanism" "$sanitizer" "$tool" \
                motif karate.txt.gz -k 4 --balance "$mechanism" "${settings[@]}"
        done
        for work in Rounds ResidentGraph RunJobs Keys; do
            beside sanitizer_test_verdict "$tool tests of $work" "$sanitizer" "$tool" \
                ./test_unit_rounds "Cuda/$work.*/Workers5-*EndWhenTold*:*WorkThatIsMoved*:$slow"
        done
        beside sanitizer_test_verdict "$tool tests of arcs and labels" "$sanitizer" "$tool" \
            ./test_unit_apps 'Devices/CountMarkedMatches.AreTheSameWhenWorkIsMoved/Cuda'
        beside sanitizer_test_verdict "$tool tests of parts" "$sanitizer" "$tool" \
            ./test_equivalence 'Forms/CudaParts.OnDeviceAndHost*/clique:*/CudaParts.OnDeviceAndHost*/motif'
        for width in 8 32; do
            beside sanitizer_verdict "$tool motif paper k=4 karate.txt.gz width $width" "$sanitizer" "$tool" \
                motif karate.txt.gz -k 4 --algorithm paper --warp-width "$width"
        done
        for width in 32 8; do
            beside sanitizer_verdict "$tool motif directed k=4 karate.txt.gz width $width" "$sanitizer" "$tool" \
                motif karate.txt.gz -k 4 --directed --warp-width "$width"
            beside sanitizer_verdict "$tool score k=4 karate.txt.gz width $width" "$sanitizer" "$tool" \
                compress score karate.txt.gz -k 4 --algorithm paper --warp-width "$width"
        done
        for pattern in 0,0,1,1,2 0^2,1,*; do
            beside sanitizer_verdict "$tool sieve $pattern karate.txt.gz" "$sanitizer" "$tool" \
                sieve karate.txt.gz --colours mod:3 --motif "$pattern" --repeat 1
        done
        beside sanitizer_test_verdict "$tool tests of a hub's slices" "$sanitizer" "$tool" \
            ./test_unit_apps 'Devices/SieveRunsOn.HubsAreCutIntoSlices/Cuda'
        for graph in karate.txt.gz gen:er:n=60,m=600,seed=2; do
            beside sanitizer_verdict "$tool score of all sizes $graph" "$sanitizer" "$tool" \
                compress score "$graph" --all
        done
    done
    beside sanitizer_test_verdict "memcheck tests of preparation" "$sanitizer" memcheck \
        ./test_unit_run 'CudaPreparation.*'
    # Matrices that narrow do not lie in shared memory, which alone racecheck looks at.
    beside sanitizer_test_verdict "memcheck tests of narrowed matrices" "$sanitizer" memcheck \
        ./test_equivalence '*OfNarrowedMatrices'
    beside sanitizer_verdict "memcheck motif fast k=4 karate.txt.gz share, measured" "$sanitizer" memcheck \
        motif karate.txt.gz -k 4 --balance share
    end_beside
}

# memcheck: "ERROR SUMMARY: 0 errors"; racecheck: "RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)".
sanitizer_found_nothing() {
    grep -qE 'SUMMARY: 0 (errors|hazards)' "$log" && ! grep -qE 'SUMMARY: [1-9]' "$log"
}
sanitizer_is_clean() { sanitizer_found_nothing && grep -q '^verified: ' "$log"; }

run_speed() {
    local words=(--command ./cerrado --data . --device cuda --repeats "${REPEATS:-5}" --timeout "${RUN_SECONDS:-40}"
        --rows "${ROWS:-}" --json "$out/skeleton.json" --csv "$out/skeleton.csv")
    [ -x ./reference_gpu ] && words+=(--reference ./reference_gpu)
    local passed=0
    step "speed" "${SPEED_SECONDS:-420}" python3 ./skeleton.py "${words[@]}" && passed=1
    cat "$log"
    if [ "$passed" -eq 1 ]; then record "speed" "PASS $took"; else record "speed" "FAIL $reason, see $log"; fi
}

print_table() {
    local i
    printf '\n%-52s %s\n' step result
    for i in "${!names[@]}"; do printf '%-52s %s\n' "${names[$i]}" "${verdicts[$i]}"; done
    printf '%d passed, %d failed\n' $((${#names[@]} - failures)) "$failures"
}

[ $# -gt 0 ] || set -- tests sanitizer speed
for part in "$@"; do
    case $part in
    tests | sanitizer | speed) ;;
    *) echo "device.sh: $part is not one of: tests sanitizer speed" >&2 && exit 2 ;;
    esac
done
mkdir -p "$out" || exit 1
unpack
for part in "$@"; do "run_$part"; done
print_table
[ "$failures" -eq 0 ] && [ "${#names[@]}" -gt 0 ]
