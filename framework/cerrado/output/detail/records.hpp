// Writes records into the ring of store_ring.hpp and announces them to the consumer.
#pragma once

#include <cerrado/contract/detail/store_ring.hpp>
#include <cerrado/warp/detail/scalar.hpp>

namespace cerrado {

namespace phase {

template <class T> CERRADO_FN StoreRef const& store_of(T const& te) {
    return te.context().outputs.template get<typename T::Outputs::Recorder>();
}

// The number of loads that a lane has under way at once.
inline constexpr std::uint32_t store_batch = 4;

// Writes a record of the traversal with each of `count` extensions. Neighbouring lanes write neighbouring words, of as
// many records at once as there are lanes. Each lane holds the name of one extension and of one of the traversal's
// vertices; the other lanes get them by shuffles.
// Lanes: all. Cost: the words of the records, divided by the width.
template <class T>
CERRADO_FN void write_records(T const& te, VertexId const* extensions, std::uint32_t count, VertexId* records) {
    using W = typename T::WarpType;
    StoreRef const& store = store_of(te);
    auto const last = static_cast<std::uint32_t>(te.size());
    auto const name_of = [&](std::uint32_t i) { return stored_name(store, te.level(static_cast<int>(i)).vertex); };
    if constexpr (W::width == 1) {
        VertexId names[T::Engine::max_vertices];
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
                if (column >= lanes && column < last) held = name_of(column); // loop for a narrow tile
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

// Adds the unpublished records to the written count of their block. The worker that completes the block sees the
// records of all workers. Lanes: the first. Returns: the written count of the block.
template <class T> CERRADO_FN std::uint64_t add_written(T const& te, StoreCursor const& cursor) {
    using W = typename T::WarpType;
    StoreRef const& store = store_of(te);
    if (cursor.unpublished == 0) return 0;
    return W::grid_add_release(store.written + store.place(cursor.block), std::uint64_t{cursor.unpublished}) +
           cursor.unpublished;
}

// Announces the block as complete if `written`, from add_written(), completed it. Lanes: the first.
template <class T> CERRADO_FN void announce_block(T const& te, StoreCursor const& cursor, std::uint64_t written) {
    using W = typename T::WarpType;
    StoreRef const& store = store_of(te);
    if (cursor.unpublished == 0 || written != store.complete(cursor.block)) return;
    W::grid_acquire(store.written + store.place(cursor.block));
    W::release(store.full + store.place(cursor.block), cursor.block + 1);
}

// Publishes the unpublished records. Requires: the records are written. Lanes: all.
template <class T> CERRADO_FN void publish_records(T const& te, StoreCursor& cursor) {
    if (te.warp().lane() == 0) announce_block(te, cursor, add_written(te, cursor));
    cursor.unpublished = 0;
}

// Waits until `block` has been released to producers. `now` is the first lane's last value of `released`. Lanes: all.
// Returns: false if the ring was closed.
template <class T>
CERRADO_FN bool wait_for_block(T const& te, std::uint64_t block, std::uint64_t now, StoreCursor& cursor) {
    using W = typename T::WarpType;
    StoreRef const& store = store_of(te);
    if (te.warp().lane() == 0 && (now != cursor.released || now + store.blocks() <= block)) {
        while ((now = W::acquire(store.released)) + store.blocks() <= block) W::rest();
    }
    cursor.released = te.warp().shuffle(now, 0);
    te.warp().sync();
    return cursor.released != store_closed;
}

// Calls write(first, count, place) to write `count` records to their places in the ring. It first publishes the records
// before them. So the worker reads all counters of the ring together, while earlier records are on their way to memory.
// No worker waits while it has unpublished records. Lanes: all. Returns: false if the consumer wants no more. Then some
// records may be missing.
template <class T, class Write>
CERRADO_FN bool store_records(T const& te, std::uint32_t count, StoreCursor& cursor, Write const& write) {
    using W = typename T::WarpType;
    StoreRef const& store = store_of(te);
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

} // namespace cerrado
