// Fails the n-th allocation of every reader and writer, for every n: each time an Error with a remedy, or a right
// result.
#include "unit/graph/helpers.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations_left = -1; // negative: never fail. Readers allocate in several threads.
} // namespace

// Not inlined: where GCC sees one of the three without the others, it takes malloc and free for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
    if (allocations_left >= 0 && allocations_left.fetch_sub(1) == 0) throw std::bad_alloc();
    if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, std::nothrow_t const&) noexcept { // of a stable sort
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

class AllocationFailure : public TemporaryFolder {
protected:
    // Returns how many allocations were made to fail.
    template <class Work> long fail_each(std::string const& expected, Work&& work) {
        for (long n = 0;; ++n) {
            allocations_left = n;
            std::string error;
            try {
                work();
                error = "none";
            } catch (Error const& caught) {
                error = caught.what();
            }
            bool const failed = allocations_left < 0;
            allocations_left = -1;
            if (!failed) return n;
            EXPECT_EQ(error, expected) << "allocation " << n;
            if (error != expected) return n;
        }
    }
};

TEST_F(AllocationFailure, GivesAnErrorWhenReading) {
    for (std::string name : {"g.txt", "g.mtx", "g.graph", "g.cbin", "g.txt.gz", "g.cbin.gz"}) {
        for (Ids const ids : {Ids::positions, Ids::gaps}) {
            std::string const file = path(name);
            write_graph(random_graph(30, 90, ids, 1), file);
            std::string const expected =
                file + ": not enough memory to read this graph; free some or use a larger machine";
            EXPECT_GT(fail_each(expected, [&] { read_graph(file); }), 3) << name;
        }
    }
}

TEST_F(AllocationFailure, GivesAnErrorWhenWritingAndLeavesNothing) {
    Graph const graph = random_graph(30, 90, Ids::gaps, 1);
    for (std::string name : {"g.txt", "g.mtx", "g.graph", "g.cbin", "g.txt.gz"}) {
        std::string const file = path(name);
        std::string const expected =
            file + ": not enough memory to write this graph; free some or use a larger machine";
        EXPECT_GT(fail_each(expected, [&] { write_graph(graph, file); }), 1) << name;
        EXPECT_EQ(listing(), (std::vector<std::string>{name}));
        std::filesystem::remove(file);
    }
}

} // namespace
} // namespace cerrado::test
