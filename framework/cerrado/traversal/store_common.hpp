// store_common_pairs, store_common_triples: the last two or three levels of a traversal's cliques, stored without being walked.
//
// Walked, each extension is a traversal of its own, and writes as many records as it has extensions: few lanes find something to write. So
// the cliques below 32 extensions are counted and numbered, and each lane writes a range of the numbers.
#pragma once

#include <cerrado/traversal/aggregate_store.hpp>
#include <cerrado/traversal/clique_cursor.hpp>

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

// The last lane whose value is at most `bound`, lane 0 where there is none; values ascend with the lanes. Collective.
template <class W> CERRADO_FN int last_lane_up_to(W const& warp, std::uint32_t value, std::uint32_t bound) {
    int last = 0;
    for (int step = W::width / 2; step > 0; step /= 2) {
        if (warp.shuffle(value, last + step) <= bound) last += step;
    }
    return last;
}

// How `count` numbers, more than 0, go to the lanes: as many to each as to the others, as long as there are any.
class LaneShares {
public:
    CERRADO_FN LaneShares(std::uint32_t count, std::uint32_t lanes)
        : count_(count),
          size_((count + lanes - 1) / lanes) {}

    CERRADO_FN std::uint32_t size() const { return size_; }
    CERRADO_FN std::uint32_t begin(std::uint32_t lane) const { return lane * size_; }
    // Of one lane's, without the first `done` of them, at most `step`.
    CERRADO_FN std::uint32_t piece(std::uint32_t lane, std::uint32_t done, std::uint32_t step) const {
        std::uint32_t const whole = begin(lane) < count_ ? count_ - begin(lane) : 0;
        return piece_of(whole < size_ ? whole : size_, done, step);
    }
    // The same, of all lanes together.
    CERRADO_FN std::uint32_t pieces(std::uint32_t done, std::uint32_t step) const {
        return count_ / size_ * piece_of(size_, done, step) + piece_of(count_ % size_, done, step);
    }

private:
    static CERRADO_FN std::uint32_t piece_of(std::uint32_t share, std::uint32_t done, std::uint32_t step) {
        std::uint32_t const left = share > done ? share - done : 0;
        return left < step ? left : step;
    }

    std::uint32_t count_;
    std::uint32_t size_;
};

// The names of the traversal's own vertices, which each of its records begins with. Of a full warp.
template <class T> class OwnNames {
public:
    CERRADO_FN explicit OwnNames(T const& te) : te_(te), size_(static_cast<std::uint32_t>(te.size())) {
        for (int i = 0; i < at_hand; ++i) names_[i] = te.warp().shuffle(te.own_name(), i);
    }

    // Each lane in a record of its own.
    CERRADO_FN void write(VertexId* record) const {
        for (std::uint32_t i = 0; i < at_hand; ++i) {
            if (i < size_) record[i] = names_[i];
        }
    }

    // All lanes, in `count` records of `width` names, those that are not at hand.
    CERRADO_FN void write_others(VertexId* records, std::uint32_t count, std::uint32_t width) const {
        for (std::uint32_t i = at_hand; i < size_; ++i) {
            VertexId const name = te_.warp().shuffle(te_.own_name(), static_cast<int>(i));
            VertexId* place = records + static_cast<std::uint32_t>(te_.warp().lane()) * width + i;
            for (; place < records + count * width; place += T::WarpType::width * width) *place = name;
        }
    }

private:
    static constexpr int at_hand = 3;
    T const& te_;
    std::uint32_t size_;
    VertexId names_[at_hand];
};

} // namespace phase

// The cliques of `depth` extensions, each extension of this part as a traversal of its own.
template <class W, class App> template <int depth>
CERRADO_FN bool Traversal<W, App>::store_by_extension(std::uint32_t part, std::uint32_t parts) {
    if constexpr (depth == 1) {
        return store_extensions();
    } else {
        std::uint32_t const* const row = extension_row(length_);
        std::uint32_t number = 0;
        bool open = true;
        for (std::uint32_t word = 0; word < context_.layout.row_words; ++word) {
            for (std::uint32_t bits = row[word]; bits != 0 && open; bits &= bits - 1) {
                std::uint32_t const extension = number++;
                if (!of_this_slice(extension) || extension % parts != part) continue;
                std::uint32_t const member = 32 * word + static_cast<std::uint32_t>(lowest_bit(bits));
                push(this->member(member), Mask{0});
                descend(member);
                extend_common();
                open = store_by_extension<depth - 1>(0, 1);
                warp_.sync(); // slower lanes may still read the row
                --length_;
            }
        }
        return open;
    }
}

// Where there are more slices than extensions each slice has one extension, and of what is stored under it a part.
template <class W, class App> CERRADO_FN void Traversal<W, App>::divide_extensions() {
    if (slices_ <= member_count_) return;
    parts_ = slices_ / member_count_;
    part_ = slice_ / member_count_;
    slice_ %= member_count_;
    slices_ = member_count_;
}

// The numbers of this job's extensions, ascending.
template <class W, class App> CERRADO_FN std::uint32_t Traversal<W, App>::list_own_extensions(VertexId* list) const {
    std::uint32_t const* const row = extension_row(length_);
    auto const lane = static_cast<std::uint32_t>(warp_.lane());
    std::uint32_t listed = 0;
    std::uint32_t number = 0;
    for (std::uint32_t word = 0; word < context_.layout.row_words; ++word) {
        bool const own = (row[word] >> lane & 1) != 0 &&
                         of_this_slice(number + static_cast<std::uint32_t>(warp_.rank_below(row[word])));
        LaneMask const owners = warp_.ballot(own);
        if (own) list[listed + static_cast<std::uint32_t>(warp_.rank_below(owners))] = 32 * word + lane;
        listed += static_cast<std::uint32_t>(popcount(owners));
        number += static_cast<std::uint32_t>(popcount(row[word]));
    }
    warp_.sync();
    return listed;
}

template <class W, class App> template <int depth> CERRADO_FN bool Traversal<W, App>::store_by_number() {
    VertexId* const list = table_.spare(); // members were looked up when the traversal was handed out
    std::uint32_t const listed = list_own_extensions(list);
    bool open = true;
    for (std::uint32_t first = 0; first < listed && open; first += W::width) {
        open = store_cliques_under<depth>(list + first, listed - first < W::width ? listed - first : W::width);
    }
    warp_.sync(); // slower lanes may still read the list
    return open;
}

// Those whose highest extension is one of a list of `listed`, at most as many as there are lanes; of them this job's part.
template <class W, class App> template <int depth>
CERRADO_FN bool Traversal<W, App>::store_cliques_under(VertexId const* uppers, std::uint32_t listed) {
    auto const lane = static_cast<std::uint32_t>(warp_.lane());
    phase::CliqueCursor<Traversal, depth> cursor(*this, uppers);
    std::uint32_t const own = lane < listed ? cursor.count(lane) : 0;
    std::uint32_t const up_to = phase::sum_up_to(warp_, own);
    std::uint64_t const all = warp_.shuffle(up_to, W::width - 1);
    auto const first = static_cast<std::uint32_t>(all * part_ / parts_);
    auto const count = static_cast<std::uint32_t>(all * (part_ + 1) / parts_) - first;
    if (count == 0) return true;
    phase::LaneShares const shares(count, W::width);
    std::uint32_t const begin = first + shares.begin(lane);
    int const owner = phase::last_lane_up_to(warp_, up_to - own, begin); // it has counted number `begin`
    std::uint32_t const rank = begin - warp_.shuffle(up_to - own, owner);
    if (shares.piece(lane, 0, 1) > 0) cursor.seek(static_cast<std::uint32_t>(owner), rank);
    return store_shares<depth>(cursor, shares);
}

// The cliques that each lane's cursor comes to, as many as its share says. Together the lanes fill what is held back, each writing records
// that follow each other.
template <class W, class App> template <int depth, class Cursor, class Shares>
CERRADO_FN bool Traversal<W, App>::store_shares(Cursor& cursor, Shares const& shares) {
    static_assert(held_back_by_warp / max_traversal_length >= full_warp_width, "a record of each lane must fit");
    phase::OwnNames<Traversal> const names(*this);
    auto const lane = static_cast<std::uint32_t>(warp_.lane());
    auto const width = static_cast<std::uint32_t>(context_.store.width);
    for (std::uint32_t done = 0; done < shares.size();) {
        std::uint32_t const left = shares.size() - done;
        std::uint32_t const room = (context_.layout.held_back_records - held_back_) / W::width;
        if (room == 0) {
            if (!store_held_back()) return false;
            continue;
        }
        std::uint32_t const step = left <= room ? left : (room - 1) | 1; // odd, to write to different banks
        VertexId* const records = W::fast(memory_.held_back) + held_back_ * width;
        std::uint32_t const count = shares.pieces(done, step);
        names.write_others(records, count, width);
        VertexId* record = records + lane * step * width;
        VertexId* const end = record + shares.piece(lane, done, step) * width;
        CERRADO_ROLLED for (; record != end; record += width) {
            names.write(record);
            cursor.write_next(record + width - depth);
        }
        held_back_ += count;
        done += step;
    }
    return true;
}

template <class W, class App> template <int depth> CERRADO_FN void Traversal<W, App>::store_common() {
    static_assert(wants_store<App>(), "storing needs `static constexpr bool stores = true` in the application");
    static_assert(wants_dense<App>(), "storing several levels needs `static constexpr bool dense = true`");
    static_assert(counted_levels_of<App>() >= depth,
                  "storing pairs or triples needs `static constexpr int counted_levels = 2` or 3");
    extend_common();
    if (top().size >= depth) {
        if constexpr (W::width == 32) {
            abandon_unless(store_by_number<depth>());
        } else {
            store_by_extension<depth>(part_, parts_);
        }
    }
    top().size = 0;
}

// As aggregate_store(), the cliques of size() + 2 vertices that extend this traversal: with each edge among its common extensions. In dense mode,
// at size() == k - 2 only.
template <class W, class App> CERRADO_FN void Traversal<W, App>::store_common_pairs() { store_common<2>(); }

// The same with each triangle among them, at size() == k - 3 only.
template <class W, class App> CERRADO_FN void Traversal<W, App>::store_common_triples() { store_common<3>(); }

} // namespace cerrado
