// Instances for the tests of counts with a proof.
#pragma once

#include "places.hpp"
#include "six/verifier.hpp"
#include "unit/message_of.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/open.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::test {

inline constexpr char const* six_cycle = "0-1,1-2,2-3,3-4,4-5,0-5"; // the pairs ab bc cd de ef af

inline Graph dataset(std::string const& name) {
    return open_graph((source_folder() / "datasets" / (name + ".txt")).string());
}

inline SixInstance six_instance(Graph const& graph, std::string const& pattern, bool induced = false,
                                std::optional<int> split = {}) {
    return prepare_six(graph, {.pattern = parse_pattern(pattern), .induced = induced, .split = split});
}

inline std::uint64_t maps_of(SixInstance const& instance) {
    return six_serial::sum_of_products(six_serial::matrices_of(instance));
}

inline std::uint64_t count_with_matrices(Graph const& graph, std::string const& pattern, bool induced = false) {
    SixInstance const instance = six_instance(graph, pattern, induced);
    return static_cast<std::uint64_t>(instance.count_of(maps_of(instance)));
}

inline six_serial::Field field_of(SixPrime prime) { return {prime.p, prime.root}; }

// 15 matrices that have nothing to do with each other, nor with their transposes.
inline std::vector<std::uint64_t> random_matrices(int bits, unsigned seed) {
    std::mt19937_64 random(seed);
    std::size_t const size = std::size_t{1} << bits;
    std::vector<std::uint64_t> words(six_pairs * size * ((size + 63) / 64));
    for (std::uint64_t& word : words) {
        word = (random() | random()) & (size < 64 ? (std::uint64_t{1} << size) - 1 : ~std::uint64_t{0});
    }
    return words;
}

inline SixInstance random_instance(int bits, int split, unsigned seed) {
    return SixInstance({.bits = bits,
                        .vertices = std::max(6u, 1u << bits),
                        .split = split,
                        .pattern = "any",
                        .words = random_matrices(bits, seed)});
}

inline void expect_part(std::string const& part, std::string const& message) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

} // namespace cerrado::test
