// Tables made at random are never read as another graph in silence. CERRADO_FUZZ_TABLES=N makes N of them,
// by the seeds from CERRADO_FUZZ_FIRST on.
#include "made_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <iostream>

namespace cerrado::fuzz {
namespace {

TEST(MadeTables, AreReadAsTheyAreMeant) {
    auto const number = [](char const* name, std::uint64_t otherwise) {
        char const* const asked = std::getenv(name);
        return asked == nullptr ? otherwise : std::strtoull(asked, nullptr, 10);
    };
    std::uint64_t const count = number("CERRADO_FUZZ_TABLES", 3000), first = number("CERRADO_FUZZ_FIRST", 0);
    std::array<std::uint64_t, 4> times{};
    int shown = 0;
    for (std::uint64_t seed = first; seed < first + count && shown < 10; ++seed) {
        MadeTable const table = TableMaker(seed).make();
        Outcome const outcome = outcome_of(table);
        ++times[static_cast<std::size_t>(outcome)];
        if (outcome != Outcome::silently_other) continue;
        ADD_FAILURE() << "table " << seed << (table.has_names ? ", of names" : "") << ", " << table.ending << ":\n"
                      << table.text;
        ++shown;
    }
    auto const [right, told, refused, silent] = times;
    RecordProperty("right", static_cast<int>(right));
    std::cout << right << " right, " << told << " other and told, " << refused << " refused, " << silent << " silent\n";
    EXPECT_GT(right, count / 4); // where other columns share values, too, the columns must be given
}

} // namespace
} // namespace cerrado::fuzz
