// store_common_pairs: the last two levels of a traversal's cliques, stored without being walked.
//
// Walked, each extension is a traversal of its own, and writes as many records as it has extensions: few lanes find something to write. So
// the records of 32 extensions are numbered, and each lane finds the one of its number.
#pragma once

#include <cerrado/traversal/aggregate_store.hpp>
#include <cerrado/traversal/dense.hpp>

namespace cerrado {

namespace phase {

// The sum over the lanes up to this one. Collective.
template <class W> CERRADO_FN std::uint32_t sum_up_to(W const& warp, std::uint32_t value) {
    for (int step = 1; step < W::width; step *= 2) {
        std::uint32_t const below = warp.shuffle(value, warp.lane() < step ? 0 : warp.lane() - step);
        if (warp.lane() >= step) value += below;
    }
    return value;
}

// The pairs of adjacent extensions whose upper one is one of 32 of a list, numbered by the upper one, then by the lower. Collective.
template <class T> class PairsOfExtensions {
public:
    CERRADO_FN PairsOfExtensions(T const& te, VertexId const* uppers, std::uint32_t listed)
        : te_(te),
          row_(te.extension_row(te.size())),
          uppers_(uppers) {
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        std::uint32_t pairs = 0;
        if (lane < listed) {
            std::uint32_t const upper = uppers[lane];
            for (std::uint32_t word = 0; word <= upper / 32; ++word)
                pairs += static_cast<std::uint32_t>(popcount(common_word(upper, word)));
        }
        std::uint32_t const up_to = sum_up_to(te.warp(), pairs);
        before_ = up_to - pairs;
        count_ = te.warp().shuffle(up_to, T::WarpType::width - 1);
    }

    CERRADO_FN std::uint32_t count() const { return count_; }

    // The records of `some` pairs from number `first` on, next to each other for each lane.
    CERRADO_FN void write(std::uint32_t first, std::uint32_t some, VertexId* records) const {
        constexpr std::uint32_t lanes = T::WarpType::width;
        auto const size = static_cast<std::uint32_t>(te_.size());
        std::uint32_t const share = (some + lanes - 1) / lanes | 1; // lanes so far apart write to different banks
        std::uint32_t const begin = static_cast<std::uint32_t>(te_.warp().lane()) * share;
        std::uint32_t const end = begin + share < some ? begin + share : some;
        VertexId first_names[names_at_hand];
        for (int i = 0; i < names_at_hand; ++i) first_names[i] = te_.warp().shuffle(te_.own_name(), i);
        write_further_names(some, records);
        std::uint32_t owner = owner_of(first + begin);
        std::uint32_t const rank = first + begin - te_.warp().shuffle(before_, static_cast<int>(owner));
        if (begin >= end) return;
        std::uint32_t upper = uppers_[owner];
        VertexId upper_name = name_of(upper);
        std::uint32_t word = 0;
        std::uint32_t bits = pass_bits(upper, word, rank);
        VertexId* const records_end = records + end * (size + 2);
        CERRADO_ROLLED for (VertexId* record = records + begin * (size + 2); record != records_end;
                            record += size + 2) {
            for (; bits == 0; bits = common_word(upper, word)) {
                if (++word <= upper / 32) continue;
                upper = uppers_[++owner];
                upper_name = name_of(upper);
                word = 0;
            }
            for (std::uint32_t i = 0; i < names_at_hand; ++i) {
                if (i < size) record[i] = first_names[i];
            }
            record[size] = upper_name;
            record[size + 1] = name_of(32 * word + static_cast<std::uint32_t>(lowest_bit(bits)));
            bits &= bits - 1;
        }
    }

private:
    static constexpr int names_at_hand = 4; // of the traversal's vertices, for each lane to write

    // The others in each record.
    CERRADO_FN void write_further_names(std::uint32_t some, VertexId* records) const {
        std::uint32_t const width = static_cast<std::uint32_t>(te_.size()) + 2;
        for (int i = names_at_hand; i < te_.size(); ++i) {
            VertexId const name = te_.warp().shuffle(te_.own_name(), i);
            VertexId* place = records + static_cast<std::uint32_t>(te_.warp().lane()) * width + i;
            for (; place < records + some * width; place += T::WarpType::width * width) *place = name;
        }
    }

    // The lane whose upper extension's pairs have this number among them.
    CERRADO_FN std::uint32_t owner_of(std::uint32_t number) const {
        std::uint32_t owner = 0;
        for (std::uint32_t step = T::WarpType::width / 2; step > 0; step /= 2) {
            if (te_.warp().shuffle(before_, static_cast<int>(owner + step)) <= number) owner += step;
        }
        return owner;
    }

    // Passes over so many of the extensions that are adjacent to `upper`: what is left of the word where that ends. There must be more.
    CERRADO_FN std::uint32_t pass_bits(std::uint32_t upper, std::uint32_t& word, std::uint32_t count) const {
        for (;; ++word) {
            std::uint32_t const bits = common_word(upper, word);
            auto const here = static_cast<std::uint32_t>(popcount(bits));
            if (count < here) return bits & ~std::uint32_t{0} << nth_bit(bits, count);
            count -= here;
        }
    }

    CERRADO_FN std::uint32_t common_word(std::uint32_t upper, std::uint32_t word) const {
        return te_.matrix_word(upper, word) & row_[word];
    }

    CERRADO_FN VertexId name_of(std::uint32_t member) const { return te_.members()[member]; }

    T const& te_;
    std::uint32_t const* row_;
    VertexId const* uppers_;
    std::uint32_t before_; // pairs of the lanes below this one
    std::uint32_t count_;  // of all lanes
};

} // namespace phase

// Those of each extension as a traversal of its own.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::store_pairs_by_extension() {
    std::uint32_t const* const row = extension_row(length_);
    bool open = true;
    for (std::uint32_t word = 0; word < context_.layout.row_words; ++word) {
        for (std::uint32_t bits = row[word]; bits != 0 && open; bits &= bits - 1) {
            std::uint32_t const member = 32 * word + static_cast<std::uint32_t>(lowest_bit(bits));
            push(this->member(member), Mask{0});
            descend(member);
            extend_common();
            open = store_extensions();
            warp_.sync(); // slower lanes may still read the row
            --length_;
        }
    }
    return open;
}

template <class W, class App> CERRADO_FN bool Traversal<W, App>::store_pairs_by_number() {
    std::uint32_t const* const row = extension_row(length_);
    VertexId* const list = table_.spare(); // members were looked up when the traversal was handed out
    std::uint32_t listed = 0;
    for (std::uint32_t word = 0; word < context_.layout.row_words; ++word) {
        std::uint32_t const lane = static_cast<std::uint32_t>(warp_.lane());
        if ((row[word] >> lane & 1) != 0)
            list[listed + static_cast<std::uint32_t>(warp_.rank_below(row[word]))] = 32 * word + lane;
        listed += static_cast<std::uint32_t>(popcount(row[word]));
    }
    warp_.sync();
    bool open = true;
    for (std::uint32_t first = 0; first < listed && open; first += W::width) {
        phase::PairsOfExtensions<Traversal> const pairs(*this, list + first, listed - first);
        open = store(pairs.count(), [&](std::uint32_t begin, std::uint32_t some, VertexId* place) {
            pairs.write(begin, some, place);
        });
    }
    warp_.sync(); // slower lanes may still read the list
    return open;
}

// As aggregate_store(), the cliques of size() + 2 vertices that extend this traversal: with each edge among its common extensions. In dense mode,
// at size() == k - 2 only.
template <class W, class App> CERRADO_FN void Traversal<W, App>::store_common_pairs() {
    static_assert(wants_store<App>(), "store_common_pairs needs `static constexpr bool stores = true`");
    static_assert(wants_dense<App>(), "store_common_pairs needs `static constexpr bool dense = true`");
    static_assert(counted_levels_of<App>() == 2, "store_common_pairs needs `static constexpr int counted_levels = 2`");
    extend_common();
    if (top().size > 1 && aggregates_here()) {
        if constexpr (W::width == 32) {
            store_pairs_by_number();
        } else {
            store_pairs_by_extension();
        }
    }
    top().size = 0;
}

} // namespace cerrado
