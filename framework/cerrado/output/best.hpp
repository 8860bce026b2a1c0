// Best: the subgraph with the best value, and a bound that the whole run reads and improves. An application prunes by
// the bound: what cannot exceed it need not be walked. Best<Greatest<T>>, Best<Least<T>>, or a fold of your own.
#pragma once

#include <cerrado/contract/result.hpp>
#include <cerrado/contract/run_memory.hpp>
#include <cerrado/contract/session.hpp>
#include <cerrado/output/folds.hpp>
#include <cerrado/output/output_list.hpp>
#include <cerrado/traversal/detail/fault.hpp>
#include <cerrado/traversal/filter.hpp>
#include <cerrado/warp/detail/grid_cas.hpp>

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

namespace cerrado {

// The best subgraph that a run met, by its original ids.
template <class Value> struct BestSubgraph {
    Value value{};                                      // if size > 0
    int size = 0;                                       // 0: no value was better than that with which the run began
    std::array<OriginalId, max_traversal_length> ids{}; // the first `size`, in the order of the traversal

    std::span<OriginalId const> vertices() const { return {ids.data(), static_cast<std::size_t>(size)}; }
};

namespace detail {

// The bound of a run's parts and devices in one process. Each begins with it, and improves it in the end.
template <class Fold> class SharedBound {
public:
    typename Fold::Value read() {
        std::lock_guard const lock(mutex_);
        return value_;
    }
    void improve(typename Fold::Value const& value) {
        std::lock_guard const lock(mutex_);
        value_ = Fold::merge(value_, value);
    }

private:
    std::mutex mutex_;
    typename Fold::Value value_ = Fold::neutral();
};

} // namespace detail

// The input of Best<Fold>.
template <class Fold> struct BestInput {
    std::optional<typename Fold::Value> start;         // only what is better is sought; nothing: anything
    std::shared_ptr<detail::SharedBound<Fold>> shared; // the runtime sets it
};

template <class Fold> struct Best {
    static_assert(
        detail::is_fold<Fold>() && requires { Fold::neutral(); },
        "Best<Fold> takes Greatest<T>, Least<T>, or a fold with a type 'Value' of at most 8 bytes, 'merge(a, "
        "b)', which returns the better, and 'neutral()'");
    using Value = typename Fold::Value;
    using Input = BestInput<Fold>;
    using Result = BestSubgraph<Value>;
    using Arrays = ArrayList<>;
    using LevelState = NoState;
    static constexpr bool reads_graph = true; // for its ids

    struct Found { // a worker's best subgraph
        std::uint64_t value;
        std::uint32_t size;
        VertexId vertices[max_traversal_length];
    };
    struct Ref {
        Count* bound = nullptr;
        Found* found = nullptr; // by worker
    };

    static void open(OutputInputs& inputs) {
        Input& input = inputs.of<Input>();
        input.shared = std::make_shared<detail::SharedBound<Fold>>();
        if (input.start) input.shared->improve(*input.start);
    }
    static CERRADO_FN bool is_better(Value const& value, Value const& than) {
        return detail::word_of<Value>(Fold::merge(than, value)) != detail::word_of<Value>(than);
    }
    static void merge(Result& total, Result const& part) {
        if (part.size > 0 && (total.size == 0 || is_better(part.value, total.value))) total = part;
    }

    class Memory {
    public:
        template <class App> Memory(App const&, Session const& session, RunMemory& memory, int workers)
            : shared_(session.inputs().template of<Input>().shared),
              bound_(memory, 1),
              found_(memory, static_cast<std::uint64_t>(workers)) {
            Value const start = shared_ != nullptr
                                    ? shared_->read()
                                    : session.inputs().template of<Input>().start.value_or(Fold::neutral());
            bound_.write(std::array<Count, 1>{detail::word_of<Value>(start)});
        }
        Ref ref() const { return {bound_.data(), found_.data()}; }
        void conclude(RunResult&, Session const& session) {
            for (Found const& found : found_.read()) {
                Value const value = detail::value_of<Value>(found.value);
                if (found.size == 0 || (result_.size > 0 && !is_better(value, result_.value))) continue;
                result_ = {.value = value, .size = static_cast<int>(found.size)};
                for (std::uint32_t i = 0; i < found.size; ++i)
                    result_.ids[i] = session.graph().original_id(found.vertices[i]);
            }
            if (shared_ != nullptr && result_.size > 0) shared_->improve(result_.value);
        }
        Result const& result() const { return result_; }

    private:
        std::shared_ptr<detail::SharedBound<Fold>> shared_;
        RunArray<Count> bound_;
        RunArray<Found> found_;
        Result result_;
    };

    template <class W, class Te> class Operators {
        template <class Function> static constexpr bool gives =
            std::is_invocable_r_v<Value, Function const&, ExtensionView<Te> const&, VertexId&>;

    public:
        // Returns: the best value so far of all workers of the device; at first BestInput::start, or the least value of
        // the type (Least: the greatest). It may be better a moment later, and never gets worse. A device or part of a
        // run begins with what others in the process have found until then.
        // It must not decide which extensions a filter keeps: if workers share the extensions of a traversal, each makes
        // them anew, and all must make the same. So let visit() return before it extends.
        // Lanes: all; all get the same. So read it before a predicate, which one lane calls. Cost: a read.
        CERRADO_FN Value bound() const {
            if (phase::is_in_predicate(te())) { // one lane calls it, where it is noted
                phase::report(te(), {FaultKind::in_predicate, Method::bound});
                return detail::value_of<Value>(W::grid_load(ref().bound));
            }
            Count word = 0;
            if (te().warp().lane() == 0) word = W::grid_load(ref().bound);
            return detail::value_of<Value>(te().warp().shuffle(word, 0));
        }

        // Keeps the best of the extensions by value(view, u), as a subgraph of size() + 1 vertices, if it is better
        // than the bound. If several are equal, one stays. The view is the one that predicates get.
        // Requires: an engine with lists. Lanes: all; `value` is called once for each extension, on one lane.
        // Cost: the value for each extension, divided by the width, and an atomic operation if the bound is improved.
        template <class ValueOf> CERRADO_FN void aggregate_best(ValueOf const& value) {
            static_assert(Te::Engine::has_lists, "aggregate_best(value) needs an engine whose extensions are lists");
            if (!phase::may_aggregate(te(), Method::aggregate_best) || !te().aggregates_here()) return;
            Value best = bound();
            VertexId vertex = no_vertex;
            phase::for_each_extension(te(), [&](ExtensionView<Te> const& view, VertexId u) {
                Value const own = value(view, u);
                if (!is_better(own, best)) return;
                best = own;
                vertex = u;
            });
            keep_best_lane(best, vertex);
        }
        CERRADO_REFUSED(
            "aggregate_best(value) calls value(view, u) for each extension u: write 'te.aggregate_best([](auto const& "
            "t, "
            "VertexId u) { return ...; })', which returns the Fold's Value",
            gives<ValueOf>, template <class ValueOf> CERRADO_FN void aggregate_best(ValueOf const&));

        // The same for the traversal itself, as a subgraph of size() vertices. Lanes: all, with the same value.
        CERRADO_FN void improve(Value const& value) {
            phase::note_output(te());
            if (is_better(value, bound())) keep(value, no_vertex);
        }

    private:
        CERRADO_FN Te& te() { return static_cast<Te&>(*this); }
        CERRADO_FN Te const& te() const { return static_cast<Te const&>(*this); }
        CERRADO_FN Ref const& ref() const { return te().context().outputs.template get<Best>(); }

        // Lanes: all; each with its best extension, or no_vertex.
        CERRADO_FN void keep_best_lane(Value const& own, VertexId vertex) {
            W const& warp = te().warp();
            if (!warp.any(vertex != no_vertex)) return;
            Value best{};
            VertexId chosen = no_vertex;
            for (int lane = 0; lane < W::width; ++lane) {
                Value const value = detail::value_of<Value>(warp.shuffle(detail::word_of(own), lane));
                VertexId const u = warp.shuffle(vertex, lane);
                if (u == no_vertex || (chosen != no_vertex && !is_better(value, best))) continue;
                best = value;
                chosen = u;
            }
            keep(best, chosen);
        }

        // Lanes: all, with the same arguments.
        CERRADO_FN void keep(Value const& value, VertexId extension) {
            if (te().warp().lane() == 0 && raise(value)) {
                Found& found = ref().found[te().worker()];
                found.value = detail::word_of(value);
                std::uint32_t size = 0;
                for (; size < static_cast<std::uint32_t>(te().size()); ++size)
                    found.vertices[size] = te().vertex(static_cast<int>(size));
                if (extension != no_vertex) found.vertices[size++] = extension;
                found.size = size;
            }
            te().warp().sync();
        }

        // Returns: whether the bound was worse, and is the value now.
        CERRADO_FN bool raise(Value const& value) {
            Count before = W::grid_load(ref().bound);
            for (;;) {
                if (!is_better(value, detail::value_of<Value>(before))) return false;
                Count const seen = grid_cas(ref().bound, before, detail::word_of(value));
                if (seen == before) return true;
                before = seen;
            }
        }
    };
};

} // namespace cerrado
