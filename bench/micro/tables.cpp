// Canonical transition tables: building with nauty, and reading them back from the cache.
#include <cerrado/canonical/transition_table.hpp>

#include <benchmark/benchmark.h>

#include <unistd.h>

#include <filesystem>
#include <string>

namespace cerrado {
namespace {

void build_table(benchmark::State& state) {
    int const k = static_cast<int>(state.range(0));
    for (auto _ : state) {
        TransitionTable const table = TransitionTable::build(k);
        if (table.representatives(k).size() != connected_graphs[k]) {
            state.SkipWithError("the table has another number of patterns than there are connected graphs");
            break;
        }
        benchmark::DoNotOptimize(table.level(k - 1).data());
    }
    state.counters["patterns"] = connected_graphs[k];
}

void read_cached_table(benchmark::State& state) {
    int const k = static_cast<int>(state.range(0));
    auto const folder =
        std::filesystem::temp_directory_path() / ("cerrado-benchmark-tables-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    TransitionTable const table = TransitionTable::build(k);
    TransitionArrays arrays;
    for (int i = 0; i < k; ++i) arrays.levels.push_back(i > 0 ? table.level(i) : std::vector<Transition>{});
    for (int i = 0; i <= k; ++i)
        arrays.representatives.push_back(i > 0 ? table.representatives(i) : std::vector<std::uint64_t>{});
    auto const file = transition_file(folder, k);
    if (!write_transitions(file, k, arrays)) state.SkipWithError("the table could not be written");
    for (auto _ : state) {
        TransitionArrays read;
        if (!read_transitions(file, k, read)) {
            state.SkipWithError("the table written was not read back");
            break;
        }
        benchmark::DoNotOptimize(read.levels.data());
    }
    std::filesystem::remove_all(folder);
}

BENCHMARK(build_table)->DenseRange(4, 7)->Unit(benchmark::kMillisecond);
BENCHMARK(read_cached_table)->Arg(7)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace cerrado
