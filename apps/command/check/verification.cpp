#include "command/check/verification.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace cerrado::command {

std::vector<VertexId> sample_roots(VertexId vertex_count, std::uint64_t count, std::uint64_t seed) {
    std::vector<VertexId> roots(vertex_count);
    std::iota(roots.begin(), roots.end(), VertexId{0});
    if (count >= vertex_count) return roots;
    std::mt19937_64 random(seed); // its output is fixed by the standard, a distribution's is not
    for (std::uint64_t i = 0; i < count; ++i) std::swap(roots[i], roots[i + random() % (vertex_count - i)]);
    roots.resize(count);
    std::ranges::sort(roots);
    return roots;
}

namespace {

[[noreturn]] void fail(std::string const& what, std::string const& of_what, WideCount counted, WideCount expected) {
    throw Error(
        fmt::format("{}: verification failed{}: counted {}, the serial program counts {}; do not use this "
                    "result, report it with the command line",
                    what, of_what, to_string(counted), to_string(expected)));
}

std::string name_of(VertexCount const& row) { return fmt::format(" for vertex {}", row.vertex); }
std::string name_of(EdgeCount const& row) { return fmt::format(" for edge {} {}", row.source, row.target); }

// Both have a row for every vertex, or edge, of one graph.
template <class Row>
void require_equal_rows(std::string const& what, std::vector<Row> const& counted, std::vector<Row> const& expected) {
    if (counted.size() != expected.size()) {
        throw Error(
            fmt::format("{}: verification failed: {} rows of local counts, the serial program has {} (please "
                        "report this)",
                        what, counted.size(), expected.size()));
    }
    for (std::size_t i = 0; i < counted.size(); ++i) {
        if (counted[i] != expected[i]) fail(what, name_of(counted[i]), counted[i].count, expected[i].count);
    }
}

} // namespace

void require_equal(std::string const& what, LocalCounts const& counted, LocalCounts const& expected) {
    require_equal_rows(what, counted.vertices, expected.vertices);
    if (!counted.edges.empty()) require_equal_rows(what, counted.edges, expected.edges);
    if (counted.by_orbit.size() != expected.by_orbit.size()) {
        throw Error(
            fmt::format("{}: verification failed: {} counts by orbit, the serial program has {} (please report this)",
                        what, counted.by_orbit.size(), expected.by_orbit.size()));
    }
    std::size_t const orbits = counted.vertices.empty() ? 0 : counted.by_orbit.size() / counted.vertices.size();
    for (std::size_t i = 0; i < counted.by_orbit.size(); ++i) {
        if (counted.by_orbit[i] == expected.by_orbit[i]) continue;
        fail(what, fmt::format("{}, orbit {} of {}", name_of(counted.vertices[i / orbits]), i % orbits, orbits),
             counted.by_orbit[i], expected.by_orbit[i]);
    }
}

void require_equal(std::string const& what, CountsByPattern const& counted, CountsByPattern const& expected) {
    auto const count_in = [](CountsByPattern const& counts, std::string const& pattern) {
        auto const found = counts.find(pattern);
        return found == counts.end() ? WideCount{0} : found->second;
    };
    CountsByPattern all = counted;
    all.insert(expected.begin(), expected.end());
    for (auto const& entry : all) {
        WideCount const here = count_in(counted, entry.first);
        WideCount const there = count_in(expected, entry.first);
        if (here == there) continue;
        fail(what, entry.first.empty() ? "" : " for pattern " + entry.first, here, there);
    }
}

} // namespace cerrado::command
