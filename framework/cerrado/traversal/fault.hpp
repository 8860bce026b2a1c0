// Faults: what an application may not do. The worker that meets one reports it in one word, and the run hands out no
// more jobs. The method gives a harmless answer. run() then throws; run/session/fault.hpp has the words.
#pragma once

#include <cerrado/application/declared.hpp>
#include <cerrado/core/types.hpp>
#include <cerrado/traversal/job.hpp>

namespace cerrado {

enum class FaultKind : std::uint8_t {
    none,
    range,    // no range of the traversal's vertices: its begin and its end
    lists,    // more adjacency lists than the application declares: a range's begin and end
    position, // no vertex of the traversal
    no_room,  // extensions of a length for which none are planned
    finish, // finish() at another length than those it is for: the levels it takes, and 1 where it takes one less, too
    not_last, // at another length than k - 1
    again,    // at a return to a traversal that is shorter than that
    key,      // no key of the output: its low 15 bits and the next
    tally,    // more vertices than there was room made for
    no_array, // an ArrayRef without an array: the bytes of an entry
};

enum class Method : std::uint8_t {
    extend,
    extend_common,
    extend_exclusive,
    count_common,
    finish,
    aggregate,
    aggregate_counter,
    aggregate_key,
    aggregate_orbits,
    aggregate_pattern,
    aggregate_store,
    vertex,
    adjacent,
    edge,
    edge_position,
    tally_lower,
    tally_wedges,
};

struct Fault {
    FaultKind kind = FaultKind::none;
    Method method = Method::extend;
    int first = 0; // what the kind has to say
    int second = 0;
    int size = 0; // of the traversal
};

// A word that is not 0. The numbers keep 16 bits, the size 8.
CERRADO_FN inline Count pack_fault(Fault const& fault) {
    constexpr int most = 0x7fff;
    auto const bits = [](int number) {
        return Count{static_cast<std::uint16_t>(number > most ? most : number < -most ? -most : number)};
    };
    return Count{static_cast<std::uint8_t>(fault.kind)} | Count{static_cast<std::uint8_t>(fault.method)} << 8 |
           Count{static_cast<std::uint8_t>(fault.size)} << 16 | bits(fault.first) << 32 | bits(fault.second) << 48;
}

constexpr Fault unpack_fault(Count word) {
    auto const number = [&](int at) { return int{static_cast<std::int16_t>(word >> at & 0xffff)}; };
    return {static_cast<FaultKind>(word & 0xff), static_cast<Method>(word >> 8 & 0xff), number(32), number(48),
            static_cast<int>(word >> 16 & 0xff)};
}

namespace phase {

// Tells the host; of several faults one stays. Lanes: any.
template <class T> CERRADO_FN void report(T const& te, Fault fault) {
    using W = typename T::WarpType;
    fault.size = te.size();
    W::grid_store(te.context().fault, pack_fault(fault));
    W::grid_store(te.context().queue.stop, std::uint32_t{queue_is_stopped});
}

// Tells the host, and leaves the traversal without extensions. Lanes: all. Returns: false.
template <class T> CERRADO_FN bool refuse(T& te, Fault const& fault) {
    report(te, fault);
    te.top().generated = true;
    te.top().size = 0;
    return false;
}

// Each of these is O(1), for all lanes, and gives false where the method has to do nothing.

// Whether extensions are planned for a traversal of this length. Where the last levels are counted there are none.
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

// For a finish() of all counted levels, and where it `takes_one_less` of one less, too.
template <class T> CERRADO_FN bool refuse_finish(T& te, bool takes_one_less = false) {
    constexpr int counted_levels = counted_levels_of<typename T::Application>();
    return refuse(te, {FaultKind::finish, Method::finish, counted_levels, takes_one_less ? 1 : 0});
}

// At the end of a finish(): whether the counted levels were what is left from this length on. What was counted otherwise
// is not given to anybody; and asked before, it would have nvcc order the counting in a slower way (docs/experiments.md).
template <class T> CERRADO_FN void check_finish(T& te) {
    constexpr int counted_levels = counted_levels_of<typename T::Application>();
    if (te.k() - te.size() != counted_levels) refuse_finish(te);
}

// Whether the extensions are last vertices of subgraphs. An engine that has sizes of its own knows better.
template <class T> CERRADO_FN bool is_at_last(T& te, Method method) {
    if (te.size() == te.k() - 1 || te.k() == 0) return true;
    return refuse(te, {FaultKind::not_last, method});
}

// Whether the extensions have not been aggregated yet: they are the last vertices, or none of them was consumed.
template <class T> CERRADO_FN bool may_aggregate(T& te, Method method) {
    auto const& level = te.top();
    if (te.size() >= te.k() - 1 || level.size == level.total || level.size == 0) return true;
    return refuse(te, {FaultKind::again, method});
}

// Whether what every lane asks for itself is checked, too: in debug builds, and on the host where RunOptions::checked
// says so. A GPU's kernels are spared even the question.
template <class T> CERRADO_FN bool is_checked([[maybe_unused]] T const& te) {
#if !defined(NDEBUG)
    return true;
#elif defined(__CUDA_ARCH__)
    return false;
#else
    return te.context().checked;
#endif
}

// Lanes: any. Returns: the position, or where it is checked and there is no such vertex the root's.
template <class T> CERRADO_FN int checked_position(T const& te, int position, Method method) {
    bool const is_there = position >= 0 && position < te.size(); // in a loop over the vertices this costs nothing
    if (is_there || !is_checked(te)) return position;
    report(te, {FaultKind::position, method, position});
    return 0;
}

} // namespace phase

} // namespace cerrado
