// What a lane does with the entries of lists and a tally.
#pragma once

#include <cerrado/engine/lists/list_entries.hpp>

namespace cerrado::phase {

// Adds 1 to the tally of each entry's vertex, and calls f(before) with what it was.
template <class Tally, int n, class Function>
CERRADO_FN void tally_entries(Tally& tally, Entries<n> const& entries, Function const& f) {
    std::uint32_t before[n];
    tally.add(entries.vertex, 1, before);
    for (int j = 0; j < n; ++j) {
        if (entries.vertex[j] != no_vertex) f(before[j]);
    }
}

// Calls f(tally, j) for each entry j whose vertex was tallied.
template <class Tally, int n, class Function>
CERRADO_FN void look_up_entries(Tally const& tally, Entries<n> const& entries, Function const& f) {
    std::uint32_t values[n];
    tally.look_up(entries.vertex, values);
    for (int j = 0; j < n; ++j) {
        if (values[j] != 0) f(values[j], j);
    }
}

// A tally that the application keeps: tally_of(x) is that of x.
template <class TallyOf> struct KeptTally {
    TallyOf const& tally_of;

    template <int n> CERRADO_FN void look_up(VertexId const (&u)[n], std::uint32_t (&values)[n]) const {
        for (int i = 0; i < n; ++i) values[i] = u[i] == no_vertex ? 0 : tally_of(u[i]);
    }
};

} // namespace cerrado::phase
