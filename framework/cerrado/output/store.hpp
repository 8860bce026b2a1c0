// The store: hands every subgraph to the caller's sink, with the ids of the user's file, and counts it.
// Requires: its input has a sink.
#pragma once

#include <cerrado/contract/plan.hpp>
#include <cerrado/output/detail/records.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/traversal/detail/extend.hpp>
#include <cerrado/traversal/detail/fault.hpp>

namespace cerrado {

struct Store {
    using Input = StoreInput;
    using Result = std::uint64_t; // the number of subgraphs that the sink got
    static void merge(Result& total, Result const& part) { total += part; }
    static constexpr bool adds_to_counter = true;
    // Records of a warp that are not in the ring yet. Reserving a place in the ring for each traversal would take
    // longer than writing the records.
    struct HeldBack : ArrayOf<VertexId, Place::fast> {};
    using Arrays = ArrayList<HeldBack>;
    static constexpr std::uint32_t held_back_by_warp = 1280; // vertices of records
    using LevelState = NoState;
    struct Ref : StoreRef {
        std::uint32_t held_back_records = 0; // number of records that fit; 0 for a single lane
        std::uint32_t enough_records = 0;    // number of records after which they are handed over
    };
    static constexpr bool records = true;
    static constexpr bool reads_graph = true; // for its ids

    static void check(
        Session const& session); // throws InputError unless there is one sink that suits the device and the ids
    static void plan(ArrayPlan arrays, PlanRequest const& request);

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int workers)
            : Memory(session, memory, workers) {}
        Ref ref() const { return ref_; }
        void conclude(RunResult& result, Session const& session);
        Result result() const { return delivered_; }

    private:
        Memory(Session const& session, RunMemory const& memory, int workers);
        Ref ref_;
        Result delivered_ = 0;
    };

    template <class W, class Te> class Operators;
};

template <class W, class Te> class Store::Operators {
public:
    static constexpr bool takes_records = true;
    static constexpr bool takes_patterns = false;

    CERRADO_FN auto& store() { return *this; }

    // Hands every extended traversal to the caller's sink, and counts it. Waits while the ring is full. If the sink
    // wants no more, the job is abandoned.
    // Requires: size() is k - 1. Lanes: all. Cost: k words for each, divided by the width. Source: DuMato, A3.
    CERRADO_FN void aggregate_store() {
        if (phase::is_at_last(te(), Method::aggregate_store) && te().aggregates_here()) store_extensions();
    }
    CERRADO_FN void take_extensions() { aggregate_store(); }

    // Does what aggregate_store() does, no matter which job aggregates here. For engines. Lanes: all. Returns: false if
    // the sink wants no more.
    CERRADO_FN bool store_extensions() {
        static_assert(
            !grows_by_edges<typename Te::Engine>,
            "a record of Store has the vertices of a subgraph, not its edges: with ByEdges write 'using Output "
            "= Table<Row>;', and give the row the ends of the edges");
        if (te().top().size == 0) return true;
        VertexId const* const extensions = te().listed_extensions();
        return store_records(te().top().size, [&](std::uint32_t first, std::uint32_t some, VertexId* place) {
            phase::write_records(te(), extensions + first, some, place);
        });
    }
    // Hands over one subgraph, which need not be an extension. write(place) writes the record_width() names of its
    // record. Lanes: all. Returns: false if the sink wants no more.
    template <class Write> CERRADO_FN bool store_one(Write const& write) {
        return store_records(1, [&](std::uint32_t, std::uint32_t, VertexId* place) { write(place); });
    }
    // An engine of a warp writes up to room() records to held_back_place(), says with hold_back() how many it wrote,
    // and makes room with hand_over(), which returns false if the sink wants no more.
    // Lanes: all.
    CERRADO_FN std::uint32_t room() const { return ref().held_back_records - held_back_; }
    CERRADO_FN std::uint32_t record_width() const { return static_cast<std::uint32_t>(ref().width); }
    CERRADO_FN VertexId* held_back_place() {
        return W::fast(te().template array<HeldBack>()) + held_back_ * record_width();
    }
    CERRADO_FN void hold_back(std::uint32_t records) { held_back_ += records; }
    CERRADO_FN bool hand_over();
    // If not `open`, abandons the job. Lanes: all. Returns: `open`.
    CERRADO_FN bool abandon_unless(bool open) {
        for (int i = 0; i < te().size() && !open; ++i) te().level(i).size = 0;
        return open;
    }
    // The name of a vertex in records. Lanes: any.
    CERRADO_FN VertexId name_of(VertexId vertex) const { return stored_name(ref(), vertex); }

    CERRADO_FN void on_leave() { flush(); }
    CERRADO_FN void on_pause() { flush(); }

private:
    CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
    CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }
    CERRADO_FN Ref const& ref() const { return te().context().outputs.template get<Store>(); }
    template <class Write> CERRADO_FN bool store_records(std::uint32_t count, Write const& write);
    // Hands all the worker's records to the consumer, and counts them.
    CERRADO_FN void flush() {
        hand_over();
        phase::publish_records(te(), cursor_);
    }

    std::uint32_t held_back_ = 0; // records that are not in the ring yet
    StoreCursor cursor_;
};

template <class W, class Te> CERRADO_FN bool Store::Operators<W, Te>::hand_over() {
    if (held_back_ == 0) return true;
    std::uint32_t const count = held_back_;
    held_back_ = 0;
    te().warp().sync();
    std::uint32_t const width = record_width();
    VertexId const* const records = W::fast(te().template array<HeldBack>());
    auto const copy = [&](std::uint32_t first, std::uint32_t some, VertexId* place) {
        phase::copy_words(te().warp(), records + first * width, some * width, place);
    };
    bool const open = phase::store_records(te(), count, cursor_, copy);
    te().warp().sync();
    if (open) te().add_once(count);
    return open;
}

// Calls write(first, some, place) to write `count` records, given by their numbers, and counts them. A single lane
// writes them to the ring. A warp holds them back until there are many. If the consumer wants no more, the job is
// abandoned. Lanes: all. Returns: false if the job was abandoned.
template <class W, class Te> template <class Write>
CERRADO_FN bool Store::Operators<W, Te>::store_records(std::uint32_t count, Write const& write) {
    bool open = true;
    if constexpr (std::is_same_v<W, ScalarWarp>) {
        open = phase::store_records(te(), count, cursor_, write);
        phase::publish_records(te(), cursor_);
        if (open) te().add_once(count);
    } else {
        std::uint32_t const capacity = ref().held_back_records;
        if (count <= capacity && held_back_ + count > capacity) open = hand_over(); // in one piece
        for (std::uint32_t done = 0; done < count && open;) {
            std::uint32_t const some = room() < count - done ? room() : count - done;
            write(done, some, held_back_place());
            hold_back(some);
            done += some;
            if (held_back_ < ref().enough_records) continue;
            open = hand_over();
            if (ref().enough_records < capacity) phase::publish_records(te(), cursor_);
        }
    }
    return abandon_unless(open);
}

} // namespace cerrado
