// The polynomial of the 6-cycles in Petersen's graph: its values by the serial program, and its proof.
#pragma once

#include "unit/apps/six_support.hpp"

namespace cerrado::test {

inline SixInstance const& petersen() {
    static SixInstance const instance = six_instance(dataset("petersen"), six_cycle);
    return instance;
}

// The values at points 0, 1, ... of both primes, 21 more than are needed.
inline SixShard const& all_values() {
    static SixShard const shard = [] {
        SixShard made{petersen().checksum(), {}, "a.shard"};
        for (int prime = 0; prime < 2; ++prime) {
            six_serial::Field const field = field_of(six_primes[static_cast<std::size_t>(prime)]);
            SixRange range{prime, 0, {}};
            for (std::uint64_t e = 0; e < petersen().points_needed() + 21; ++e) {
                std::uint64_t const x = six_serial::power(field.root, e, field.p);
                range.values.push_back(static_cast<std::uint32_t>(
                    six_serial::polynomial_at(six_serial::matrices_of(petersen()), field, x)));
            }
            made.ranges.push_back(std::move(range));
        }
        return made;
    }();
    return shard;
}

inline SixProof const& right_proof() {
    static SixProof const proof = decode_six(petersen(), all_values()).proof;
    return proof;
}

} // namespace cerrado::test
