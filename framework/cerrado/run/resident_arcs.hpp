// ResidentArcs: arcs with times on a device, for many runs, and the lists of them that walks read. The lists are made on the
// device that reads them.
//
//   ResidentArcs own(arcs, options);
//   own.make_lists();
//   run_jobs(own.arrays().arcs, MyWork{own.arrays()}, own.resident());
#pragma once

#include <cerrado/graph/arc_lists.hpp>
#include <cerrado/graph/arcs.hpp>
#include <cerrado/run/resident.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cerrado {

class ResidentArcs {
public:
    // Copies the arcs to the device that the options choose. `arcs` need not outlive it. Throws as Resident's constructors do.
    explicit ResidentArcs(Arcs const& arcs, RunOptions const& options = {});
    // Takes arcs that lie beside a Resident, on its device: a source, a target and a time for each rank. Copies share the arrays.
    // Requires: ends are below `vertices`, and times ascend. Throws InputError if the arrays differ in size, or have 2^32 entries
    // or more.
    ResidentArcs(Resident const& resident, VertexId vertices, ResidentArray<VertexId> const& source,
                 ResidentArray<VertexId> const& target, ResidentArray<std::int64_t> const& time);

    // Makes the lists of arrays() of what the sources and targets are now. It may be called again when they have changed: the
    // lists stay where they are, so copies of arrays() stay valid. Times are not read. Requires: no run reads the lists meanwhile.
    // Throws Error if the device fails or lacks memory, and InputError on CUDA for more than 2^31 vertices.
    // Cost: O(m + n). On CUDA two radix sorts, of 2 m and m keys, with 24 m bytes and CUB's own memory meanwhile, or for up to
    // 2^18 arcs and 2^15 vertices one of 3 m keys; and one wait for the device. On the host three sorts by counting, shared by the
    // threads of the Resident, with 8 m bytes and 4 n for each of them.
    void make_lists();
    bool has_lists() const { return arrays_.out != nullptr; }

    // Copies keep the resident arrays alive no longer than this object.
    ArcArrays const& arrays() const { return arrays_; }
    Resident const& resident() const { return resident_; } // without a graph, if it was made here
    // Makes an array with an entry for each arc, by rank: all bytes are 0, or the entries get the given values. Throws InputError
    // unless there is a value for each arc.
    template <class T> ResidentArray<T> array() const { return resident_.array<T>(arrays_.arcs); }
    template <class T> ResidentArray<T> array(std::span<T const> by_rank) const {
        if (by_rank.size() != arrays_.arcs) refuse_values(by_rank.size(), arrays_.arcs);
        return resident_.array(by_rank);
    }
    template <class T> ResidentArray<T> array(std::vector<T> const& by_rank) const {
        return array(std::span<T const>(by_rank));
    }
    // Makes such an array of a column of `arcs`, those that lie here: the value of each arc's row. Integers and booleans are
    // numbers, times are microseconds since 1970, and a missing value is NaN. Throws InputError, which names the columns, if there
    // is no column of this name, and if it has texts.
    ResidentArray<double> column(Arcs const& arcs, std::string_view name) const;

    // Returns: the most arcs that a vertex has, out of it and into it. Requires: make_lists(). Cost: O(n), once for each
    // make_lists().
    std::uint64_t longest_list() const;
    // Where the lists begin: of the arcs out of vertex v at v, of those into it at vertices + 1 + v. Requires: make_lists().
    std::vector<std::uint64_t> read_begins() const { return begins_->read(); }

private:
    void point_at_arcs();

    Resident resident_;
    ResidentArray<VertexId> source_, target_;
    ResidentArray<std::int64_t> time_;
    std::optional<ResidentArray<std::uint64_t>> begins_;
    std::optional<ResidentArray<std::uint32_t>> lists_; // out, in, by_target, target_at
    ArcArrays arrays_;
    mutable std::optional<std::uint64_t> longest_; // of these lists
};

} // namespace cerrado
