// Joins shards.
#include "six/files/ranges.hpp"

#include <cerrado/apps/six.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>

#include <fmt/format.h>

namespace cerrado {

namespace {

std::string source_of_shard(SixShard const& shard, std::size_t number) {
    return shard.source.empty() ? fmt::format("shard {}", number) : shard.source;
}

void check_instances(std::vector<SixShard> const& shards) {
    if (shards.empty()) throw InputError("there is no shard to merge: give one or more");
    for (std::size_t i = 1; i < shards.size(); ++i) {
        if (shards[i].instance == shards[0].instance) continue;
        throw InputError(fmt::format("{}: the shard is of another instance ({:016x}) than {} ({:016x}): leave one out",
                                     source_of_shard(shards[i], i), shards[i].instance, source_of_shard(shards[0], 0),
                                     shards[0].instance));
    }
}

void tell_disputed(SixShard const& merged, SixNote const& note) {
    std::vector<SixPoints> const disputed = disputed_six_points(merged);
    for (int prime = 0; prime < static_cast<int>(six_primes.size()); ++prime) {
        std::uint64_t points = 0;
        for (SixPoints const& some : disputed) points += some.prime == prime ? some.count : 0;
        if (points == 0) continue;
        note(fmt::format("prime {}: {} with two values, taken as missing: {}", prime, counted(points, "point"),
                         six::listed(disputed, prime)));
    }
}

} // namespace

SixShard merge_six(std::vector<SixShard> const& shards, SixNote const& note) {
    check_instances(shards);
    std::vector<six::PieceRef> pieces;
    for (SixShard const& shard : shards) {
        for (SixRange const& range : shard.ranges) {
            pieces.push_back({{range.prime, range.first, range.values.size()}, range.values});
        }
    }
    SixShard merged{shards[0].instance, six::joined(pieces), ""};
    if (note) tell_disputed(merged, note);
    return merged;
}

} // namespace cerrado
