#include <cerrado/graph/generate/random_items.hpp>

#include <algorithm>
#include <utility>

namespace cerrado {
namespace {

// Numbers of a stream, counted in blocks: how many of each below() takes.
class TakenNumbers {
public:
    TakenNumbers(RandomSource const& random, std::uint64_t bound) : random_(random), bound_(bound) {}

    // Counts on until `wanted` are taken.
    void count(std::uint64_t wanted, Team& team) {
        while (before_.back() < wanted) {
            std::size_t const known = before_.size() - 1;
            std::size_t const more = static_cast<std::size_t>((wanted - before_.back()) / block + 1);
            before_.resize(known + more + 1);
            team.run([&](Member member) {
                member.for_part_of(more, [&](std::size_t i) { before_[known + i + 1] = taken_in(known + i); });
            });
            std::partial_sum(before_.begin() + static_cast<std::ptrdiff_t>(known), before_.end(),
                             before_.begin() + static_cast<std::ptrdiff_t>(known));
        }
    }

    // Requires: more than `taken` were counted. Returns: how many numbers there are up to and with so many taken ones.
    std::uint64_t place(std::uint64_t taken) const {
        if (taken == 0) return 0;
        auto const after = std::ranges::lower_bound(before_, taken) - before_.begin();
        std::uint64_t number = static_cast<std::uint64_t>(after - 1) * block;
        std::uint64_t left = taken - before_[static_cast<std::size_t>(after - 1)];
        RandomSource source = random_;
        source.skip(number);
        for (; left > 0; ++number) left -= source.next_is_refused(bound_) ? 0 : 1;
        return number;
    }

private:
    static constexpr std::uint64_t block = std::uint64_t{1} << 14;

    std::uint64_t taken_in(std::uint64_t index) const {
        RandomSource source = random_;
        source.skip(index * block);
        std::uint64_t taken = 0;
        for (std::uint64_t i = 0; i < block; ++i) taken += source.next_is_refused(bound_) ? 0 : 1;
        return taken;
    }

    RandomSource random_;
    std::uint64_t bound_;
    std::vector<std::uint64_t> before_{0}; // before each block, and after the last
};

} // namespace

std::vector<std::uint64_t> begins_in_stream(RandomSource const& random, RandomItems const& items, Team& team) {
    int const members = team.size();
    std::vector<std::uint64_t> begins;
    TakenNumbers taken(random, items.bound);
    taken.count(Member{members - 1, members}.begin(items.count) * items.draws, team);
    for (int i = 0; i < members; ++i)
        begins.push_back(taken.place(Member{i, members}.begin(items.count) * items.draws));
    return begins;
}

} // namespace cerrado
