// aggregate_store: every extended traversal goes to the caller's sink, through the ring of store.hpp.
#pragma once

#include <cerrado/traversal/dense.hpp>
#include <cerrado/traversal/store.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

namespace phase {

// Loads that a lane has under way at once.
inline constexpr std::uint32_t store_batch = 4;

// The bits of the traversal's row as a list of vertices, in the memory that dense mode has no extensions for. The lanes of a warp take as
// many bits at once as they are, and several times that before they write.
template <class T> CERRADO_FN VertexId const* list_row(T const& te) {
    using W = typename T::WarpType;
    VertexId* const list = te.memory().extensions;
    VertexId const* const members = te.members();
    std::uint32_t const* const row = te.extension_row(te.size());
    std::uint32_t const bits_of_row = 32 * te.context().layout.row_words;
    std::uint32_t count = 0;
    if constexpr (W::width == 1) {
        for (std::uint32_t word = 0; word < bits_of_row / 32; ++word) {
            for (std::uint32_t bits = row[word]; bits != 0; bits &= bits - 1) {
                list[count++] = members[32 * word + static_cast<std::uint32_t>(lowest_bit(bits))];
            }
        }
    } else {
        std::uint32_t const lane = static_cast<std::uint32_t>(te.warp().lane());
        for (std::uint32_t first = 0; first < bits_of_row; first += store_batch * W::width) {
            LaneMask bits[store_batch];
            VertexId found[store_batch];
            for (std::uint32_t i = 0; i < store_batch; ++i) {
                std::uint32_t const at = first + i * W::width;
                bits[i] = at < bits_of_row ? row[at / 32] >> at % 32 & (~LaneMask{0} >> (32 - W::width)) : 0;
                found[i] = (bits[i] >> lane & 1) != 0 ? members[at + lane] : 0;
            }
            for (std::uint32_t i = 0; i < store_batch; ++i) {
                if ((bits[i] >> lane & 1) != 0)
                    list[count + static_cast<std::uint32_t>(te.warp().rank_below(bits[i]))] = found[i];
                count += static_cast<std::uint32_t>(popcount(bits[i]));
            }
        }
        te.warp().sync();
    }
    return list;
}

// The extensions as a list: extension_count() entries.
template <class T> CERRADO_FN VertexId const* listed_extensions(T const& te) {
    if constexpr (wants_dense<typename T::Application>()) {
        return list_row(te);
    } else {
        return te.extensions(te.size());
    }
}

CERRADO_FN inline VertexId stored_name(StoreRef const& store, VertexId vertex) {
    return store.ids != nullptr ? store.ids[vertex] : vertex;
}

// Records of the traversal with each of `count` extensions. Neighbouring lanes write neighbouring words, of as many records at once as there
// are lanes: each has the name of one extension and of one of the traversal's vertices, and the others ask for it.
template <class T>
CERRADO_FN void write_records(T const& te, VertexId const* extensions, std::uint32_t count, VertexId* records) {
    using W = typename T::WarpType;
    StoreRef const& store = te.context().store;
    auto const last = static_cast<std::uint32_t>(te.size());
    auto const name_of = [&](std::uint32_t i) { return stored_name(store, te.vertex(static_cast<int>(i))); };
    if constexpr (W::width == 1) {
        VertexId names[max_vertices_of<typename T::Application>()];
        for (std::uint32_t i = 0; i < last; ++i) names[i] = name_of(i);
        for (std::uint32_t record = 0; record < count; ++record, records += last + 1) {
            for (std::uint32_t i = 0; i < last; ++i) records[i] = names[i];
            records[last] = stored_name(store, extensions[record]);
        }
    } else {
        constexpr std::uint32_t lanes = W::width;
        std::uint32_t const width = last + 1;
        auto const lane = static_cast<std::uint32_t>(te.warp().lane());
        VertexId const own_name = lane < last ? name_of(lane) : 0;
        for (std::uint32_t first = 0; first < count; first += lanes, records += lanes * width) {
            std::uint32_t const some = count - first < lanes ? count - first : lanes;
            VertexId const extension = lane < some ? stored_name(store, extensions[first + lane]) : 0;
            std::uint32_t record = lane / width;
            std::uint32_t column = lane % width;
            for (std::uint32_t begin = 0; begin < some * width; begin += lanes) {
                VertexId const added = te.warp().shuffle(extension, static_cast<int>(record % lanes));
                VertexId held = te.warp().shuffle(own_name, static_cast<int>(column % lanes));
                if (column >= lanes && column < last) held = name_of(column); // of a narrow tile
                if (begin + lane < some * width) records[begin + lane] = column == last ? added : held;
                record += lanes / width;
                column += lanes % width;
                if (column >= width) {
                    column -= width;
                    ++record;
                }
            }
        }
    }
}

template <class W> CERRADO_FN void copy_words(W const& warp, VertexId const* from, std::uint32_t count, VertexId* to) {
    constexpr std::uint32_t lanes = W::width;
    for (std::uint32_t i = static_cast<std::uint32_t>(warp.lane()); i < count; i += store_batch * lanes) {
        VertexId words[store_batch];
        for (std::uint32_t j = 0; j < store_batch; ++j) words[j] = i + j * lanes < count ? from[i + j * lanes] : 0;
        for (std::uint32_t j = 0; j < store_batch; ++j) {
            if (i + j * lanes < count) to[i + j * lanes] = words[j];
        }
    }
}

// Waits until `block` has been released to producers; false when the ring was closed.
template <class T> CERRADO_FN bool wait_for_block(T const& te, std::uint64_t block) {
    using W = typename T::WarpType;
    StoreRef const& store = te.context().store;
    std::uint64_t released = 0;
    if (te.warp().lane() == 0) {
        while ((released = W::acquire(store.released)) + store.blocks() <= block) W::rest();
    }
    released = te.warp().shuffle(released, 0);
    te.warp().sync();
    return released != store_closed;
}

// Any lane; the first says that the warp has written `count` records of `block`.
template <class T> CERRADO_FN void publish_records(T const& te, std::uint64_t block, std::uint32_t count) {
    using W = typename T::WarpType;
    if (te.warp().lane() != 0) return;
    StoreRef const& store = te.context().store;
    std::uint64_t const before = W::grid_add_ordered(store.written + store.place(block), std::uint64_t{count});
    if (before + count == store.complete(block)) W::release(store.full + store.place(block), block + 1);
}

// Has write(first, count, place) write `count` records to their places in the ring. False when the consumer wants no more; then some of
// them may be missing.
template <class T, class Write> CERRADO_FN bool store_records(T const& te, std::uint32_t count, Write const& write) {
    using W = typename T::WarpType;
    StoreRef const& store = te.context().store;
    Count ticket = 0;
    if (te.warp().lane() == 0) ticket = W::grid_add(store.ticket, Count{count});
    ticket = te.warp().shuffle(ticket, 0);
    for (std::uint32_t done = 0; done < count;) {
        std::uint64_t const block = ticket >> store.block_bits;
        std::uint64_t const index = ticket & (store.block_records() - 1);
        std::uint64_t const room = store.block_records() - index;
        std::uint32_t const piece = room < count - done ? static_cast<std::uint32_t>(room) : count - done;
        if (!wait_for_block(te, block)) return false;
        write(done, piece, store.record(block, index));
        te.warp().sync();
        publish_records(te, block, piece);
        done += piece;
        ticket += piece;
    }
    return true;
}

} // namespace phase

// Hands the records that the worker holds back to the ring, and counts them. False when the consumer wants no more.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::flush_store() {
    if (held_back_ == 0) return true;
    std::uint32_t const count = held_back_;
    held_back_ = 0;
    warp_.sync();
    auto const width = static_cast<std::uint32_t>(context_.store.width);
    VertexId const* const records = memory_.extensions + context_.layout.held_back_at;
    bool const open = phase::store_records(*this, count, [&](std::uint32_t first, std::uint32_t some, VertexId* place) {
        phase::copy_words(warp_, records + first * width, some * width, place);
    });
    warp_.sync();
    if (open) add_once(count);
    return open;
}

// A warp holds records back until there are many: a place in the ring for each traversal's takes longer than to write them.
template <class W, class App>
CERRADO_FN bool Traversal<W, App>::hold_back(VertexId const* extensions, std::uint32_t count) {
    auto const width = static_cast<std::uint32_t>(context_.store.width);
    std::uint32_t const capacity = held_back_entries / width;
    for (std::uint32_t done = 0; done < count;) {
        std::uint32_t const room = capacity - held_back_;
        std::uint32_t const some = room < count - done ? room : count - done;
        phase::write_records(*this, extensions + done, some,
                             memory_.extensions + context_.layout.held_back_at + held_back_ * width);
        held_back_ += some;
        done += some;
        if (held_back_ == capacity && !flush_store()) return false;
    }
    return true;
}

// [A3] Hands every extended traversal to the caller's sink and counts it; waits while the ring is full. Once the sink wants no more
// the job is abandoned. At size() == k - 1 only.
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_store() {
    static_assert(wants_store<App>(), "aggregate_store needs `static constexpr bool stores = true` in the application");
    if (!aggregates_here() || top().size == 0) return;
    VertexId const* const extensions = phase::listed_extensions(*this);
    std::uint32_t const count = top().size;
    bool open;
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        open = phase::store_records(*this, count, [&](std::uint32_t first, std::uint32_t some, VertexId* place) {
            phase::write_records(*this, extensions + first, some, place);
        });
        if (open) add_once(count);
    } else {
        open = hold_back(extensions, count);
    }
    for (int i = 0; i < length_ && !open; ++i) levels_[i].size = 0;
}

} // namespace cerrado
