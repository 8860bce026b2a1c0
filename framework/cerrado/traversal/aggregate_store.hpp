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
    std::uint32_t const* const row = te.extension_row(te.size());
    std::uint32_t const bits_of_row = 32 * te.context().layout.row_words;
    std::uint32_t count = 0;
    if constexpr (W::width == 1) {
        for (std::uint32_t word = 0; word < bits_of_row / 32; ++word) {
            for (std::uint32_t bits = row[word]; bits != 0; bits &= bits - 1) {
                list[count++] = te.member(32 * word + static_cast<std::uint32_t>(lowest_bit(bits)));
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
                found[i] = (bits[i] >> lane & 1) != 0 ? te.member(at + lane) : 0;
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
    constexpr int lanes = W::width;
    constexpr int batch = store_batch;
    int left = static_cast<int>(count) - warp.lane();
    from += warp.lane();
    to += warp.lane();
    for (; left > (batch - 1) * lanes; left -= batch * lanes, from += batch * lanes, to += batch * lanes) {
        VertexId words[batch];
        for (int j = 0; j < batch; ++j) words[j] = from[j * lanes];
        for (int j = 0; j < batch; ++j) to[j * lanes] = words[j];
    }
    CERRADO_ROLLED for (; left > 0; left -= lanes, from += lanes, to += lanes) { *to = *from; }
}

// Of lane 0: adds what is unpublished to what was written of its block. Its records are seen by whoever completes the block.
template <class T> CERRADO_FN std::uint64_t add_written(T const& te, StoreCursor const& cursor) {
    using W = typename T::WarpType;
    StoreRef const& store = te.context().store;
    if (cursor.unpublished == 0) return 0;
    return W::grid_add_release(store.written + store.place(cursor.block), std::uint64_t{cursor.unpublished}) +
           cursor.unpublished;
}

// Of lane 0: `written` is what add_written() gave; who completed the block says so.
template <class T> CERRADO_FN void announce_block(T const& te, StoreCursor const& cursor, std::uint64_t written) {
    using W = typename T::WarpType;
    StoreRef const& store = te.context().store;
    if (cursor.unpublished == 0 || written != store.complete(cursor.block)) return;
    W::grid_acquire(store.written + store.place(cursor.block));
    W::release(store.full + store.place(cursor.block), cursor.block + 1);
}

// Any lane; the records before it are written.
template <class T> CERRADO_FN void publish_records(T const& te, StoreCursor& cursor) {
    if (te.warp().lane() == 0) announce_block(te, cursor, add_written(te, cursor));
    cursor.unpublished = 0;
}

// Waits until `block` has been released to producers; false when the ring was closed. `now` is what the first lane reads of it.
template <class T>
CERRADO_FN bool wait_for_block(T const& te, std::uint64_t block, std::uint64_t now, StoreCursor& cursor) {
    using W = typename T::WarpType;
    StoreRef const& store = te.context().store;
    if (te.warp().lane() == 0 && (now != cursor.released || now + store.blocks() <= block)) {
        while ((now = W::acquire(store.released)) + store.blocks() <= block) W::rest();
    }
    cursor.released = te.warp().shuffle(now, 0);
    te.warp().sync();
    return cursor.released != store_closed;
}

// Has write(first, count, place) write `count` records to their places in the ring, and publishes those before. So the ring's counters
// are asked together, and what was written is on its way to memory meanwhile. False when the consumer wants no more; then some records may
// be missing. No worker waits with records that are unpublished.
template <class T, class Write>
CERRADO_FN bool store_records(T const& te, std::uint32_t count, StoreCursor& cursor, Write const& write) {
    using W = typename T::WarpType;
    StoreRef const& store = te.context().store;
    Count ticket = 0;
    std::uint64_t now = 0;
    if (te.warp().lane() == 0) {
        std::uint64_t const written = add_written(te, cursor);
        ticket = W::grid_add(store.ticket, Count{count});
        now = W::grid_load(store.released);
        announce_block(te, cursor, written);
    }
    cursor.unpublished = 0;
    ticket = te.warp().shuffle(ticket, 0);
    for (std::uint32_t done = 0; done < count;) {
        std::uint64_t const block = ticket >> store.block_bits;
        std::uint64_t const index = ticket & (store.block_records() - 1);
        std::uint64_t const room = store.block_records() - index;
        std::uint32_t const piece = room < count - done ? static_cast<std::uint32_t>(room) : count - done;
        publish_records(te, cursor);
        if (!wait_for_block(te, block, now, cursor)) return false;
        write(done, piece, store.record(block, index));
        te.warp().sync();
        cursor.block = block;
        cursor.unpublished = piece;
        done += piece;
        ticket += piece;
    }
    return true;
}

} // namespace phase

// Hands all records that the worker has to the consumer, and counts them. False when that wants no more.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::flush_store() {
    bool const open = store_held_back();
    phase::publish_records(*this, store_cursor_);
    return open;
}

template <class W, class App> CERRADO_FN bool Traversal<W, App>::store_held_back() {
    if (held_back_ == 0) return true;
    std::uint32_t const count = held_back_;
    held_back_ = 0;
    warp_.sync();
    auto const width = static_cast<std::uint32_t>(context_.store.width);
    VertexId const* const records = W::fast(memory_.held_back);
    auto const copy = [&](std::uint32_t first, std::uint32_t some, VertexId* place) {
        phase::copy_words(warp_, records + first * width, some * width, place);
    };
    bool const open = phase::store_records(*this, count, store_cursor_, copy);
    warp_.sync();
    if (open) add_once(count);
    return open;
}

// Once the consumer wants no more the job is abandoned.
template <class W, class App> CERRADO_FN bool Traversal<W, App>::abandon_unless(bool open) {
    for (int i = 0; i < length_ && !open; ++i) levels_[i].size = 0;
    return open;
}

// Has write(first, some, place) write `count` records, by their numbers, and counts them. A lane alone writes them to the ring. A warp
// holds them back until there are many: a place in the ring for each traversal's takes longer than to write them. Once the consumer
// wants no more the job is abandoned; then false.
template <class W, class App> template <class Write>
CERRADO_FN bool Traversal<W, App>::store(std::uint32_t count, Write const& write) {
    bool open = true;
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        open = phase::store_records(*this, count, store_cursor_, write);
        phase::publish_records(*this, store_cursor_);
        if (open) add_once(count);
    } else {
        auto const width = static_cast<std::uint32_t>(context_.store.width);
        std::uint32_t const capacity = context_.layout.held_back_records;
        if (count <= capacity && held_back_ + count > capacity) open = store_held_back(); // in one piece
        for (std::uint32_t done = 0; done < count && open;) {
            std::uint32_t const room = capacity - held_back_;
            std::uint32_t const some = room < count - done ? room : count - done;
            write(done, some, W::fast(memory_.held_back) + held_back_ * width);
            held_back_ += some;
            done += some;
            if (held_back_ == capacity) open = store_held_back();
        }
    }
    return abandon_unless(open);
}

template <class W, class App> CERRADO_FN bool Traversal<W, App>::store_extensions() {
    if (top().size == 0) return true;
    VertexId const* const extensions = phase::listed_extensions(*this);
    return store(top().size, [&](std::uint32_t first, std::uint32_t some, VertexId* place) {
        phase::write_records(*this, extensions + first, some, place);
    });
}

// [A3] Hands every extended traversal to the caller's sink and counts it; waits while the ring is full. Once the sink wants no more
// the job is abandoned. At size() == k - 1 only.
template <class W, class App> CERRADO_FN void Traversal<W, App>::aggregate_store() {
    static_assert(wants_store<App>(), "aggregate_store needs `static constexpr bool stores = true` in the application");
    if (aggregates_here()) store_extensions();
}

} // namespace cerrado
