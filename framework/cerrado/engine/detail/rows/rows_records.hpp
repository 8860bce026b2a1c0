// Rows hands over the last two or three levels of a traversal without walking them.
//
// A walk would make a traversal of each extension, and this traversal would write as many records as it has extensions.
// Then few lanes would have a record to write. Instead, the subgraphs below 32 extensions are counted and numbered, and
// each lane writes a range of the numbers.
#pragma once

#include <cerrado/engine/detail/rows/row_cursor.hpp>
#include <cerrado/output/store.hpp>

namespace cerrado {

namespace phase {

// Lanes: all. Returns: the sum over the lanes up to this one. Cost: log(width) shuffles.
template <class W> CERRADO_FN std::uint32_t sum_up_to(W const& warp, std::uint32_t value) {
    for (int step = 1; step < W::width; step *= 2) {
        std::uint32_t const below = warp.shuffle(value, warp.lane() < step ? 0 : warp.lane() - step);
        if (warp.lane() >= step) value += below;
    }
    return value;
}

// Requires: values ascend with the lanes. Lanes: all. Returns: the last lane whose value is at most `bound`, or lane 0
// if there is none.
template <class W> CERRADO_FN int last_lane_up_to(W const& warp, std::uint32_t value, std::uint32_t bound) {
    int last = 0;
    for (int step = W::width / 2; step > 0; step /= 2) {
        if (warp.shuffle(value, last + step) <= bound) last += step;
    }
    return last;
}

// Divides `count` numbers, more than 0, among the lanes. Each lane gets equally many, except the last lanes, which may
// get fewer.
class LaneShares {
public:
    CERRADO_FN LaneShares(std::uint32_t count, std::uint32_t lanes)
        : count_(count),
          size_((count + lanes - 1) / lanes) {}

    CERRADO_FN std::uint32_t size() const { return size_; }
    CERRADO_FN std::uint32_t begin(std::uint32_t lane) const { return lane * size_; }
    // A lane's piece: at most `step` of its numbers, after the first `done`.
    CERRADO_FN std::uint32_t piece(std::uint32_t lane, std::uint32_t done, std::uint32_t step) const {
        std::uint32_t const whole = begin(lane) < count_ ? count_ - begin(lane) : 0;
        return piece_of(whole < size_ ? whole : size_, done, step);
    }
    // The length of the pieces of all lanes together.
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

// The names of the traversal's own vertices. Each of its records begins with them. For a full warp.
template <class T> class OwnNames {
public:
    CERRADO_FN explicit OwnNames(T const& te) : te_(te), size_(static_cast<std::uint32_t>(te.size())) {
        for (int i = 0; i < at_hand; ++i) names_[i] = te.warp().shuffle(te.own_name(), i);
    }

    // Each lane writes to its own record.
    CERRADO_FN void write(VertexId* record) const {
        for (std::uint32_t i = 0; i < at_hand; ++i) {
            if (i < size_) record[i] = names_[i];
        }
    }

    // All lanes together write the traversal's other names to `count` records of `width` names each.
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

// Lanes: any. Returns: true if the extension with this number belongs to this job.
template <class T> CERRADO_FN bool is_of_slice(T const& te, std::uint32_t extension) {
    JobShare const& job = te.job();
    return te.size() > job.first_length || job.slices == 1 || extension % job.slices == job.slice;
}

// Stores the subgraphs of `depth` extensions. Each extension of this part becomes a traversal of its own.
// Lanes: all. Returns: false if the sink wants no more.
template <int depth, class T, class Output>
CERRADO_FN bool store_by_extension(T& te, Output& output, std::uint32_t part, std::uint32_t parts) {
    if constexpr (depth == 1) {
        return output.store_extensions();
    } else {
        std::uint32_t const* const row = te.extension_row(te.size());
        std::uint32_t number = 0;
        bool open = true;
        for (std::uint32_t word = 0; word < te.row_words(); ++word) {
            for (std::uint32_t bits = row[word]; bits != 0 && open; bits &= bits - 1) {
                std::uint32_t const extension = number++;
                if (!is_of_slice(te, extension) || extension % parts != part) continue;
                std::uint32_t const member = 32 * word + static_cast<std::uint32_t>(lowest_bit(bits));
                te.push(te.member(member), {});
                te.descend(member);
                te.extend_common();
                open = store_by_extension<depth - 1>(te, output, 0, 1);
                te.warp().sync(); // slower lanes may still read the row
                te.set_size(te.size() - 1);
            }
        }
        return open;
    }
}

// Stores the subgraphs to which each lane's cursor comes, as many as the lane's share has. The records that were held
// back are written by all lanes together. Each lane writes consecutive records. Lanes: all. Returns: false if the sink
// wants no more.
template <int depth, class T, class Output, class Cursor>
CERRADO_FN bool store_shares(T const& te, Output& output, Cursor& cursor, LaneShares const& shares) {
    using W = typename T::WarpType;
    static_assert(Store::held_back_by_warp / max_traversal_length >= W::width,
                  "a record of each lane must fit into the scratch memory");
    OwnNames<T> const names(te);
    auto const lane = static_cast<std::uint32_t>(te.warp().lane());
    std::uint32_t const width = output.record_width();
    for (std::uint32_t done = 0; done < shares.size();) {
        std::uint32_t const left = shares.size() - done;
        std::uint32_t const room = output.room() / W::width;
        if (room == 0) {
            if (!output.hand_over()) return false;
            continue;
        }
        std::uint32_t const step = left <= room ? left : (room - 1) | 1; // odd, so that lanes write to different banks
        VertexId* const records = output.held_back_place();
        std::uint32_t const count = shares.pieces(done, step);
        names.write_others(records, count, width);
        VertexId* record = records + lane * step * width;
        VertexId* const end = record + shares.piece(lane, done, step) * width;
        CERRADO_ROLLED for (; record != end; record += width) {
            names.write(record);
            cursor.write_next(record + width - depth);
        }
        output.hold_back(count);
        done += step;
    }
    return true;
}

// Stores this job's part of the subgraphs whose highest extension is one of the `listed` ones. Requires: `listed` is at
// most the number of lanes. Lanes: all. Returns: false if the sink wants no more.
template <int depth, class T, class Output>
CERRADO_FN bool store_under(T const& te, Output& output, VertexId const* uppers, std::uint32_t listed) {
    using W = typename T::WarpType;
    JobShare const& job = te.job();
    auto const lane = static_cast<std::uint32_t>(te.warp().lane());
    RowCursor<T, depth> cursor(te, uppers);
    std::uint32_t const own = lane < listed ? cursor.count(lane) : 0;
    std::uint32_t const up_to = sum_up_to(te.warp(), own);
    std::uint64_t const all = te.warp().shuffle(up_to, W::width - 1);
    auto const first = static_cast<std::uint32_t>(all * job.part / job.parts);
    auto const count = static_cast<std::uint32_t>(all * (job.part + 1) / job.parts) - first;
    if (count == 0) return true;
    LaneShares const shares(count, W::width);
    std::uint32_t const begin = first + shares.begin(lane);
    int const owner = last_lane_up_to(te.warp(), up_to - own, begin); // the cursor has counted number `begin`
    std::uint32_t const rank = begin - te.warp().shuffle(up_to - own, owner);
    if (shares.piece(lane, 0, 1) > 0) cursor.seek(static_cast<std::uint32_t>(owner), rank);
    return store_shares<depth>(te, output, cursor, shares);
}

// Lists the numbers of this job's extensions, ascending. Lanes: all. Returns: their number.
template <class T> CERRADO_FN std::uint32_t list_own_extensions(T const& te, VertexId* list) {
    std::uint32_t const* const row = te.extension_row(te.size());
    auto const lane = static_cast<std::uint32_t>(te.warp().lane());
    std::uint32_t listed = 0;
    std::uint32_t number = 0;
    for (std::uint32_t word = 0; word < te.row_words(); ++word) {
        bool const own = (row[word] >> lane & 1) != 0 &&
                         is_of_slice(te, number + static_cast<std::uint32_t>(te.warp().rank_below(row[word])));
        LaneMask const owners = te.warp().ballot(own);
        if (own) list[listed + static_cast<std::uint32_t>(te.warp().rank_below(owners))] = 32 * word + lane;
        listed += static_cast<std::uint32_t>(popcount(owners));
        number += static_cast<std::uint32_t>(popcount(row[word]));
    }
    te.warp().sync();
    return listed;
}

template <int depth, class T, class Output> CERRADO_FN bool store_by_number(T& te, Output& output) {
    constexpr std::uint32_t width = T::WarpType::width;
    VertexId* const list = te.spare(); // the members were looked up when the traversal was handed out
    std::uint32_t const listed = list_own_extensions(te, list);
    bool open = true;
    for (std::uint32_t first = 0; first < listed && open; first += width) {
        open = store_under<depth>(te, output, list + first, listed - first < width ? listed - first : width);
    }
    te.warp().sync(); // slower lanes may still read the list
    return open;
}

} // namespace phase

} // namespace cerrado
