#include "common/verification.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <random>

namespace cerrado::command {

VerifyRequest parse_verify(std::string const& text, std::uint64_t seed) {
    if (text == "all") return {std::nullopt, seed};
    std::uint64_t roots = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), roots);
    if (error != std::errc{} || end != text.data() + text.size() || roots == 0) {
        throw InputError(
            fmt::format("--verify={}: expected a number of roots above 0, or --verify alone for all", text));
    }
    return {roots, seed};
}

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
        throw Error(fmt::format(
            "{}: verification failed{}: counted {}, the serial program counts {}; do not use this result, "
            "report it with the command line",
            what, entry.first.empty() ? "" : " for pattern " + entry.first, to_string(here), to_string(there)));
    }
}

} // namespace cerrado::command
