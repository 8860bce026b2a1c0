// Table: rows of the application's own type, handed to the caller. A row is a trivially copyable struct of up to 1024
// bytes, a multiple of 4: ids and values of any kind. Records of different lengths have an array for the longest, and
// their length. The counter counts the rows.
#pragma once

#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/output/detail/records.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/output/store_input.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>

#include <cstring>
#include <functional>
#include <optional>
#include <span>

namespace cerrado {

// The input of Table<Row>.
template <class Row> struct TableInput {
    // Set one of these. The thread that called run() calls it with all rows at hand, in no order, one call after the
    // other. A span is valid during the call. If it throws, the run ends and throws the same. With a checkpoint,
    // CheckpointOptions::mark and go_back are needed. device_sink is for CUDA, and not with a limit: the rows stay on the
    // device, in place of the ids of a DeviceBatch, see rows_of().
    std::function<void(std::span<Row const>)> sink;
    std::function<void(DeviceBatch const&)> device_sink;
    // The most rows to deliver. If there are more, the run ends with Status::limit.
    std::optional<std::uint64_t> limit;
};

// Returns: the rows of a DeviceBatch or a KeptBatch, in the memory of its device: `rows_of<Row>(batch.ids, batch.count)`.
template <class Row> std::span<Row const> rows_of(std::uint32_t const* ids, std::uint64_t count) {
    return {reinterpret_cast<Row const*>(ids), count * sizeof(std::uint32_t) / sizeof(Row)};
}

template <class Row> struct Table {
    static_assert(std::is_trivially_copyable_v<Row> && sizeof(Row) % 4 == 0 && sizeof(Row) <= 1024,
                  "a row of Table<Row> is copied byte by byte: make it trivially copyable, of at most 1024 bytes and a "
                  "multiple of 4");
    using Input = TableInput<Row>;
    using Result = std::uint64_t; // the number of rows that the sink got
    static void merge(Result& total, Result const& part) { total += part; }
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    using Ref = StoreRef;
    static constexpr bool adds_to_counter = true;
    static constexpr bool records = true;
    static constexpr int record_words = static_cast<int>(sizeof(Row) / 4);

    static void open(OutputInputs& inputs) {
        StoreInput& ring = inputs.of<StoreInput>();
        StoreInput own;
        own.limit = inputs.of<Input>().limit;
        own.ring = ring.ring;
        own.device_sink = inputs.of<Input>().device_sink;
        ring = own;
        if (!inputs.of<Input>().sink) return;
        ring.narrow_sink = [sink = inputs.of<Input>().sink](std::span<std::uint32_t const> words) {
            sink(rows_of<Row>(words.data(), words.size()));
        };
    }
    static void check(Session const& session) {
        Input const& input = session.inputs().of<Input>();
        if (!input.sink && !input.device_sink)
            throw InputError("this application makes rows, and nobody takes them: set options.of<Table<Row>>().sink");
        if (input.sink && input.device_sink)
            throw InputError("TableInput has two sinks for the same rows: set only one of them");
        if (input.device_sink) check_device_sink(session, "TableInput", "sink", input.limit.has_value());
    }

    class Memory {
    public:
        template <class App> Memory(App const&, Session const&, RunMemory const& memory, int) : ring_(memory.ring()) {}
        Ref ref() const { return ring_; }
        void conclude(RunResult& result, Session const&) { result.count = delivered_ = result.of<Delivered>(); }
        Result result() const { return delivered_; }

    private:
        Ref ring_;
        Result delivered_ = 0;
    };

    template <class W, class Te> class Operators {
        template <class Function> static constexpr bool gives =
            std::is_invocable_r_v<Row, Function const&, ExtensionView<Te> const&, VertexId&>;

    public:
        // Hands over row(view, u) for each extension u. The view is the one that predicates get. Waits while the caller
        // is slow. If the caller wants no more, the job is abandoned.
        // Requires: an engine with lists. Lanes: all; `row` is called once for each extension, on one lane. Cost: the
        // rows, divided by the width.
        template <class RowOf> CERRADO_FN void aggregate_row(RowOf const& row) {
            static_assert(Te::Engine::has_lists, "aggregate_row(row) needs an engine whose extensions are lists");
            if (!phase::may_aggregate(te(), Method::aggregate_row) || !te().aggregates_here()) return;
            VertexId const* const list = te().extensions(te().size());
            Mask const* const masks = phase::masks_of(te());
            write_rows(te().top().size, [&](std::uint32_t i) {
                VertexId u = list[i];
                return row(ExtensionView<Te>(te(), masks != nullptr ? masks[i] : Mask{0}), u);
            });
        }
        CERRADO_REFUSED(
            "aggregate_row(row) calls row(view, u) for each extension u: write 'te.aggregate_row([](auto const& t, "
            "VertexId u) { return Row{...}; })'",
            gives<RowOf>, template <class RowOf> CERRADO_FN void aggregate_row(RowOf const&));

        // Hands over one row, for what is not an extension. Lanes: all, with the same row.
        CERRADO_FN void add_row(Row const& row) {
            phase::note_output(te());
            write_rows(1, [&](std::uint32_t) { return row; });
        }

        // Hands over a row of each lane for which is_one is true: row(). Lanes: all; `row` is called on these lanes.
        template <class RowOf> CERRADO_FN void add_rows(bool is_one, RowOf const& row) {
            phase::note_output(te());
            auto const givers = te().warp().ballot(is_one);
            auto const own = static_cast<std::uint32_t>(te().warp().rank_below(givers));
            auto const to = [&](std::uint32_t first, std::uint32_t some, std::uint32_t* place) {
                if (is_one && own >= first && own < first + some) put(row(), place + (own - first) * record_words);
            };
            write_rows_to(static_cast<std::uint32_t>(popcount(givers)), to);
        }

        CERRADO_FN void on_leave() { phase::publish_records(te(), cursor_); }
        CERRADO_FN void on_pause() { phase::publish_records(te(), cursor_); }

    private:
        CERRADO_FN Te& te() { return static_cast<Te&>(*this); }

        template <class RowOf> CERRADO_FN void write_rows(std::uint32_t count, RowOf const& row_of) {
            auto const to = [&](std::uint32_t first, std::uint32_t some, std::uint32_t* place) {
                for (auto i = static_cast<std::uint32_t>(te().warp().lane()); i < some; i += W::width)
                    put(row_of(first + i), place + i * record_words);
            };
            write_rows_to(count, to);
        }
        CERRADO_FN static void put(Row const& row, std::uint32_t* place) {
            std::uint32_t words[record_words];
            memcpy(words, &row, sizeof row);
            for (int j = 0; j < record_words; ++j) place[j] = words[j];
        }
        template <class To> CERRADO_FN void write_rows_to(std::uint32_t count, To const& to) {
            if (count == 0) return;
            bool const open = phase::store_records(te(), count, cursor_, to);
            phase::publish_records(te(), cursor_);
            if (open) return te().add_once(count);
            for (int i = 0; i < te().size(); ++i) te().level(i).size = 0; // abandons the job
        }

        StoreCursor cursor_;
    };
};

} // namespace cerrado
