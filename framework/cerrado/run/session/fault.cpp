#include <cerrado/run/session/fault.hpp>

#include <cerrado/traversal/fault.hpp>

#include <fmt/format.h>

namespace cerrado {

namespace {

char const* name_of(Method method) {
    switch (method) {
    case Method::extend: return "extend";
    case Method::extend_common: return "extend_common";
    case Method::extend_exclusive: return "extend_exclusive";
    case Method::count_common: return "count_common";
    case Method::finish: return "finish";
    case Method::aggregate: return "aggregate";
    case Method::aggregate_counter: return "aggregate_counter";
    case Method::aggregate_key: return "aggregate_key";
    case Method::aggregate_orbits: return "aggregate_orbits";
    case Method::aggregate_pattern: return "aggregate_pattern";
    case Method::aggregate_store: return "aggregate_store";
    case Method::vertex: return "vertex";
    case Method::adjacent: return "adjacent";
    case Method::edge: return "edge";
    case Method::edge_position: return "edge_position";
    case Method::tally_lower: return "tally_lower";
    case Method::tally_wedges: return "tally_wedges";
    }
    return "a method";
}

// "3 (k - 2)"
std::string length_before(int k, int left) { return fmt::format("{} (k - {})", k - left, left); }

std::string right_lengths(Fault const& fault, int k) {
    std::string least = length_before(k, fault.first);
    if (fault.second == 0) return least;
    std::string const one_more = length_before(k, fault.first - 1);
    return k == fault.first ? one_more : least + " or " + one_more; // a traversal has a vertex
}

// A call where the size of the traversal, or a return to it, does not allow it: where the method belongs.
std::string describe_misplaced(Fault const& fault, TraversalNeeds const& needs) {
    std::string const method = name_of(fault.method);
    int const size = fault.size;
    int const k = needs.k;
    switch (fault.kind) {
    case FaultKind::no_room:
        return fmt::format(
            "{}() was called at size() == {}; with k = {} and counted_levels = {} the walk ends at "
            "size() == {}: call finish() there, or drop counted_levels",
            method, size, k, needs.counted_levels, length_before(k, needs.counted_levels));
    case FaultKind::finish:
        return fmt::format(
            "{}() was called at size() == {}; with k = {} and counted_levels = {} it belongs at size() "
            "== {}",
            method, size, k, fault.first, right_lengths(fault, k));
    case FaultKind::not_last:
        return fmt::format("{}() was called at size() == {}; with k = {} it belongs at size() == {}", method, size, k,
                           length_before(k, 1));
    case FaultKind::again:
        return fmt::format(
            "{}() was called at size() == {} on a return to a traversal; with k = {} it belongs at "
            "size() == {}, or behind `if (te.extend(...))`",
            method, size, k, length_before(k, 1));
    default: return {};
    }
}

} // namespace

std::string describe_fault(Count word, TraversalNeeds const& needs) {
    Fault const fault = unpack_fault(word);
    std::string const method = name_of(fault.method);
    int const size = fault.size;
    switch (fault.kind) {
    case FaultKind::none: break;
    case FaultKind::range:
        return fmt::format(
            "{}({}, {}) was called at size() == {}; it takes the vertices begin to end - 1: 0 <= begin < end <= size()",
            method, fault.first, fault.second, size);
    case FaultKind::lists:
        return fmt::format(
            "{}({}, {}) was called at size() == {}; it reads {} adjacency lists, but the application "
            "declares extension_lists = {}: raise it",
            method, fault.first, fault.second, size, fault.second - fault.first, needs.extension_lists);
    case FaultKind::position:
        return fmt::format("{}() was asked for vertex {} at size() == {}; they are numbered from 0 to size() - 1",
                           method, fault.first, size);
    case FaultKind::no_room:
    case FaultKind::finish:
    case FaultKind::not_last:
    case FaultKind::again: return describe_misplaced(fault, needs);
    case FaultKind::key:
        return fmt::format("{}() or add() was given the key {}; keys are below the application's keys(): raise it",
                           method, fault.first + fault.second * 0x8000);
    case FaultKind::tally:
        return fmt::format("{}() met more vertices than clear_tally() was asked to make room for: give it more",
                           method);
    case FaultKind::no_array:
        return fmt::format(
            "an ArrayRef of the application, with entries of {} bytes, was never given an array: set that member to "
            "resident.array<T>(...).ref()",
            fault.first);
    }
    return "the application called a method where it may not (please report this)";
}

} // namespace cerrado
