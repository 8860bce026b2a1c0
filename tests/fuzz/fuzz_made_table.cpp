#include "made_table.hpp"

#include <cstdlib>

// The bytes choose a table, which must not be read as another graph in silence.
extern "C" int LLVMFuzzerTestOneInput(unsigned char const* data, std::size_t size) {
    std::uint64_t seed = size;
    for (std::size_t i = 0; i < size; ++i) seed = seed * 0x100000001B3 ^ data[i];
    if (outcome_of(cerrado::fuzz::TableMaker(seed).make()) == cerrado::fuzz::Outcome::silently_other) std::abort();
    return 0;
}
