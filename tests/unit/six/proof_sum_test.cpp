// What the proof polynomial says, against definitions: values, sums over nodes, and the count of two residues.
#include "unit/six/residues.hpp"

#include "six/proof.hpp"

#include <gtest/gtest.h>

namespace cerrado::test {
namespace {

using namespace six;

TEST(SixProof, SumsOverNodesAreTheDefinition) {
    std::mt19937_64 random(29);
    for (PrimeField const& field : fields) {
        for (std::size_t const terms : {0, 1, 2, 10, 1024, 1025, 1026, 2500}) {
            Residues const coefficients = random_residues(field, terms, random);
            for (std::size_t const nodes : {0, 1, 7, 49}) {
                std::uint32_t sum = 0;
                for (std::uint32_t const value : slow_values(field, coefficients, nodes)) sum = field.add(sum, value);
                EXPECT_EQ(sum_over_nodes(field, coefficients, nodes), sum) << terms << " " << nodes;
            }
            std::uint32_t const x = random_residues(field, 1, random)[0];
            EXPECT_EQ(value_at(field, coefficients, x), slow_value(field, coefficients, x));
        }
    }
}

TEST(SixProof, CombinesTheResiduesOfACount) {
    WideCount const all = WideCount{fields[0].p} * fields[1].p;
    for (WideCount const count : {WideCount{0}, WideCount{1}, WideCount{fields[1].p}, WideCount{fields[0].p}, all / 3,
                                  WideCount{1234567890123456789}, all - 1}) {
        auto const first = static_cast<std::uint32_t>(count % fields[0].p);
        auto const second = static_cast<std::uint32_t>(count % fields[1].p);
        EXPECT_TRUE(count_of_residues(first, second) == count) << static_cast<std::uint64_t>(count);
    }
}

TEST(SixProof, CombinesAnyTwoResidues) {
    for (std::uint32_t const first : {0u, 1u, fields[1].p, fields[0].p - 1}) {
        for (std::uint32_t const second : {0u, 1u, fields[1].p - 1}) {
            WideCount const count = count_of_residues(first, second);
            EXPECT_EQ(static_cast<std::uint32_t>(count % fields[0].p), first);
            EXPECT_EQ(static_cast<std::uint32_t>(count % fields[1].p), second);
            EXPECT_TRUE(count < WideCount{fields[0].p} * fields[1].p);
        }
    }
}

} // namespace
} // namespace cerrado::test
