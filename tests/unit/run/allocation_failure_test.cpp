// Fails the n-th allocation of a run, for every n: std::bad_alloc comes out, no thread is left waiting, and (under the
// address sanitizer) nothing leaks.
#include "unit/run/runs.hpp"

#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store.hpp>

#include <atomic>
#include <cstdlib>
#include <new>
#include <unistd.h>

namespace {
std::atomic<long> allocations_left = -1; // negative: never fail
} // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
    if (allocations_left.load() >= 0 && allocations_left.fetch_sub(1) == 0) throw std::bad_alloc();
    if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
    try {
        return operator new(size);
    } catch (std::bad_alloc const&) {
        return nullptr;
    }
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace cerrado::test {
namespace {

// Returns how many allocations were made to fail. An allocation that the standard library can do without leaves the
// right count.
template <class Work> long fail_each(WideCount expected, Work const& work) {
    constexpr unsigned seconds_to_hang = 60;
    for (long n = 0;; ++n) {
        ::alarm(seconds_to_hang);
        bool thrown = false;
        WideCount count = 0;
        allocations_left = n;
        try {
            count = work();
        } catch (std::bad_alloc const&) {
            thrown = true;
        }
        bool const failed = allocations_left.exchange(-1) < 0;
        ::alarm(0);
        if (!thrown) {
            EXPECT_EQ(count, expected) << "allocation " << n;
        }
        if (!failed) return n;
    }
}

} // namespace

TEST(RuntimeAllocationFailure, OfMotifOnTheHost) {
    Graph const graph = generate_graph("gen:er:n=20,m=40,seed=1");
    TransitionTable const tables = TransitionTable::build(4);
    RunOptions options = on(DeviceKind::host, 3);
    options.of<ByPattern>().tables = tables.ref();
    WideCount const expected = run_motif(4, graph, options).count;
    EXPECT_GT(fail_each(expected, [&] { return run_motif(4, graph, options).count; }), 20);
}

TEST(RuntimeAllocationFailure, OfCliqueOnTheHost) {
    Graph const graph = generate_graph("gen:complete:n=9");
    RunOptions const options = on(DeviceKind::host, 2);
    EXPECT_GT(fail_each(126, [&] { return run_clique(4, graph, options).count; }), 20);
}

TEST(RuntimeAllocationFailure, OfStoringOnTheHost) {
    Graph const graph = generate_graph("gen:complete:n=9");
    RunOptions options = on(DeviceKind::host, 2);
    WideCount records = 0;
    options.of<Store>().sink = [&](std::span<OriginalId const>) { ++records; };
    WideCount const expected = run_list(3, graph, options).count;
    EXPECT_EQ(records, expected);
    EXPECT_GT(fail_each(expected, [&] { return run_list(3, graph, options).count; }), 20);
}

// The lanes that were started must not wait for those that could not be.
TEST(RuntimeAllocationFailure, OfCliqueOnLockstep) {
    Graph const graph = generate_graph("gen:complete:n=5");
    RunOptions const options = on(DeviceKind::lockstep, 1);
    EXPECT_GT(fail_each(5, [&] { return run_clique(4, graph, options).count; }), 50);
}

} // namespace cerrado::test
