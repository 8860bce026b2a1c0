// A fault: an application did something that it must not do. The worker that notices reports it in one word, and the
// run hands out no more jobs. The method gives a harmless answer. run() then throws; run/session/fault.hpp has the
// words.
#pragma once

#include <cerrado/contract/detail/declared.hpp>
#include <cerrado/contract/detail/notes.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/traversal/detail/job.hpp>
#include <cerrado/warp/detail/grid_cas.hpp>
#include <cerrado/warp/detail/host_atomics.hpp>

namespace cerrado {

enum class FaultKind : std::uint8_t {
    none,
    range,        // not a range of the traversal's vertices: its begin and its end
    lists,        // more adjacency lists than the application declares: a range's begin and end
    position,     // not a vertex of the traversal
    no_room,      // extensions at a length for which no room is planned
    finish,       // finish() at a wrong length: the levels it takes, and 1 if it may also take one less
    not_last,     // the method was called at a length other than k - 1
    again,        // the method was called when the walk came back to a shorter traversal
    key,          // not a key of the output: its low 16 bits and the high ones
    tally,        // more vertices than the tally has room for
    no_array,     // an ArrayRef without an array: the bytes of an entry
    endless,      // visit() goes on after the end of the run
    nested,       // visit() calls itself
    in_predicate, // the method was called while a filter was being applied
    ended,        // none: end_run() was called
};

enum class Method : std::uint8_t {
    extend,
    extend_common,
    extend_edges,
    extend_exclusive,
    count_common,
    finish,
    aggregate,
    aggregate_best,
    aggregate_counter,
    aggregate_key,
    aggregate_orbits,
    aggregate_pattern,
    aggregate_row,
    aggregate_store,
    bound,
    vertex,
    adjacent,
    edge,
    edge_position,
    state,
    tally_lower,
    tally_wedges,
    aggregate_tails,
};

struct Fault {
    FaultKind kind = FaultKind::none;
    Method method = Method::extend;
    int first = 0; // the kind's own numbers
    int second = 0;
    int size = 0; // of the traversal
};

// Returns: a word that is not 0. Each number keeps 16 bits, the size 8.
CERRADO_FN inline Count pack_fault(Fault const& fault) {
    constexpr int most = 0x7fff;
    constexpr int least = -0x8000;
    auto const bits = [](int number) {
        return Count{static_cast<std::uint16_t>(number > most ? most : number < least ? least : number)};
    };
    return Count{static_cast<std::uint8_t>(fault.kind)} | Count{static_cast<std::uint8_t>(fault.method)} << 8 |
           Count{static_cast<std::uint8_t>(fault.size)} << 16 | bits(fault.first) << 32 | bits(fault.second) << 48;
}

constexpr Fault unpack_fault(Count word) {
    auto const number = [&](int at) { return int{static_cast<std::int16_t>(word >> at & 0xffff)}; };
    return {static_cast<FaultKind>(word & 0xff), static_cast<Method>(word >> 8 & 0xff), number(32), number(48),
            static_cast<int>(word >> 16 & 0xff)};
}

// Ends a visit() of the host, after a fault was reported.
struct VisitEnded {};

namespace phase {

// The most bytes of the stack that a visit() may take. Threads have 8 MiB, if nobody chose another number.
inline constexpr std::uintptr_t most_stack = std::uintptr_t{1} << 21;

// Returns: true if a thread of the host has called this so often for one traversal with so many open extensions that its
// visit() is an endless loop.
bool asks_without_end(int size, VertexId last, std::uint32_t open);

// Tells the host. If there are several faults, one stays. Lanes: any.
template <class T> CERRADO_FN void report(T const& te, Fault fault) {
    using W = typename T::WarpType;
    fault.size = te.size();
    W::grid_store(te.context().fault, pack_fault(fault));
    W::grid_store(te.context().queue.stop, std::uint32_t{queue_is_stopped});
}

// Ends the run for all workers of the device. A fault that was reported stays. Lanes: any.
template <class T> CERRADO_FN void end_run(T const& te) {
    grid_cas(te.context().fault, 0, pack_fault({.kind = FaultKind::ended, .size = te.size()}));
    T::WarpType::grid_store(te.context().queue.stop, std::uint32_t{queue_is_stopped});
}

// Tells the host, and removes the extensions of the traversal. Lanes: all. Returns: false.
template <class T> CERRADO_FN bool refuse(T& te, Fault const& fault) {
    report(te, fault);
    te.top().generated = true;
    te.top().size = 0;
    return false;
}

// Tells the host, and ends visit() by an exception that the run takes.
template <class T> [[noreturn]] void leave_visit(T const& te, FaultKind kind) {
    if (HostAtomics::grid_load(te.context().fault) == 0) {
        HostAtomics::grid_store(te.context().fault, pack_fault({.kind = kind, .size = te.size()}));
        HostAtomics::grid_store(te.context().queue.stop, std::uint32_t{queue_is_stopped});
    }
    throw VisitEnded();
}

// Ends a visit() that is nested, or that asks again and again although the run was stopped.
template <class T> [[gnu::cold, gnu::noinline]] void question_visit(T const& te, bool is_nested) {
    if (is_nested) leave_visit(te, FaultKind::nested);
    if (asks_without_end(te.size(), te.last(), te.top().size)) leave_visit(te, FaultKind::endless);
}

// Called on the host if the extensions were produced already, as in each visit() after the first at a traversal. A
// visit() that calls itself would exhaust the stack. A visit() that asks again and again would never end, not even with
// the run. Lanes: all.
template <class T> void check_visit(T const& te) {
    bool is_nested = false;
#if !CERRADO_ADDRESS_SANITIZER // it keeps variables elsewhere, and finds an exhausted stack itself
    auto const here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    auto const begun = reinterpret_cast<std::uintptr_t>(&te);
    is_nested = begun > here && begun - here > most_stack; // the stack grows downwards
#endif
    bool const is_stopped = HostAtomics::grid_load(te.context().queue.stop) >= queue_is_stopped;
    if (is_nested || is_stopped) [[unlikely]]
        question_visit(te, is_nested);
}

// Returns true if the extensions of the traversal were produced by an earlier call. Lanes: all.
CERRADO_CALLS_HOST template <class T> CERRADO_FN bool is_extended(T const& te) {
    if (is_in_predicate(te)) {
        report(te, {FaultKind::in_predicate, Method::extend});
        return true;
    }
    if (!te.top().generated) return false;
#if !defined(__CUDA_ARCH__)
    check_visit(te);
#endif
    return true;
}

// Each of these checks is O(1), and all lanes call it. It returns false if the method must do nothing.

// Returns true if room for extensions is planned at this length. Counted last levels have none.
template <class T> CERRADO_FN bool has_room(T& te, Method method) {
    constexpr int counted_levels = counted_levels_of<typename T::Application>();
    if constexpr (counted_levels > 1) {
        if (te.size() > te.context().levels + 1 - counted_levels) return refuse(te, {FaultKind::no_room, method});
    }
    return true;
}

template <class T> CERRADO_FN bool may_extend(T& te, int begin, int end) {
    constexpr int lists = extension_lists_of<typename T::Application>();
    if (begin < 0 || begin >= end || end > te.size()) {
        return refuse(te, {FaultKind::range, Method::extend, begin, end});
    }
    if (end - begin > lists) return refuse(te, {FaultKind::lists, Method::extend, begin, end});
    return has_room(te, Method::extend);
}

template <class T, int count> CERRADO_FN bool are_positions(T& te, int const (&positions)[count], Method method) {
    for (int const position : positions) {
        if (position < 0 || position >= te.size()) return refuse(te, {FaultKind::position, method, position});
    }
    return true;
}

// The check for a finish() of all counted levels. If it `takes_one_less`, one level less is allowed, too.
template <class T> CERRADO_FN bool refuse_finish(T& te, bool takes_one_less = false) {
    constexpr int counted_levels = counted_levels_of<typename T::Application>();
    return refuse(te, {FaultKind::finish, Method::finish, counted_levels, takes_one_less ? 1 : 0});
}

// Called at the end of a finish(). Checks that no levels but the counted ones were left at this length. After a fault
// nobody receives the counts. Checking earlier would make nvcc order the counting in a slower way
// (docs/experiments.md).
template <class T> CERRADO_FN void check_finish(T& te) {
    constexpr int counted_levels = counted_levels_of<typename T::Application>();
    if (te.k() - te.size() != counted_levels) refuse_finish(te);
}

// Returns true if the extensions are the last vertices of subgraphs. An engine with its own sizes checks this itself.
template <class T> CERRADO_FN bool is_at_last(T& te, Method method) {
    note_output(te);
    if (te.size() == te.k() - 1 || te.k() == 0) return true;
    return refuse(te, {FaultKind::not_last, method});
}

// Returns true if the extensions have not been aggregated yet: they are last vertices, or none of them was consumed.
template <class T> CERRADO_FN bool may_aggregate(T& te, Method method) {
    note_output(te);
    auto const& level = te.top();
    if (te.size() >= te.k() - 1 || level.size == level.total || level.size == 0) return true;
    return refuse(te, {FaultKind::again, method});
}

// True if arguments are checked that each lane chooses for itself: in debug builds, and on the host if
// RunOptions::checked is set. GPU kernels of release builds do not even contain this condition.
template <class T> CERRADO_FN bool is_checked([[maybe_unused]] T const& te) {
#if !defined(NDEBUG)
    return true;
#elif defined(__CUDA_ARCH__)
    return false;
#else
    return te.context().checked;
#endif
}

// Lanes: any. Returns: the position, or the root's position if checks are on and there is no such vertex.
template <class T> CERRADO_FN int checked_position(T const& te, int position, Method method) {
    bool const is_there = position >= 0 && position < te.size(); // in a loop over the vertices this costs nothing
    if (is_there || !is_checked(te)) return position;
    report(te, {FaultKind::position, method, position});
    return 0;
}

} // namespace phase

} // namespace cerrado
