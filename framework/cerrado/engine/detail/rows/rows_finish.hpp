// finish() on bit rows: counts or hands over the last one, two or three levels of the complete subgraphs.
#pragma once

#include <cerrado/engine/detail/rows/rows_records.hpp>

namespace cerrado {

namespace phase {

template <int levels, class T, class Output> CERRADO_FN void finish_levels(T& te, Output& output) {
    if (te.top().size < levels) return;
    if constexpr (!Output::takes_records) {
        if (!te.aggregates_here()) return;
        if constexpr (levels == 2) {
            output.add_shared(count_pairs_of_row(te, te.extension_row(te.size())));
        } else {
            output.add_shared(count_triangles_of_row(te));
        }
    } else if constexpr (T::WarpType::width == 32) {
        output.abandon_unless(store_by_number<levels>(te, output));
    } else {
        store_by_extension<levels>(te, output, te.job().part, te.job().parts);
    }
}

template <class T, class Output> CERRADO_FN void finish_few(T& te, Output& output, int levels) {
    if constexpr (!Output::takes_records && makes_small_matrices<typename T::WarpType>) {
        if (te.top().size >= static_cast<std::uint32_t>(levels) && te.aggregates_here())
            output.add_shared(count_among_few(te, levels));
    }
}

} // namespace phase

// Gives the output the complete subgraphs of k vertices that extend this traversal, and consumes the extensions.
// Requires one of these: size() is k - counted_levels; size() is k - 2 and counted_levels is 3; has_few_extensions() is
// true. Lanes: all. Cost: the pairs of the extensions, by row, divided by the width; k words for each subgraph that is
// handed over.
template <class T, class Output>
    requires(std::is_same_v<typename T::Engine, Rows>)
CERRADO_FN void finish(T& te, Output& output) {
    constexpr int most = counted_levels_of<typename T::Application>();
    bool const few = most > 1 && te.k() - te.size() >= 3 && te.has_few_extensions();
    te.extend_common();
    if constexpr (most == 1) {
        output.take_extensions();
        phase::check_finish(te);
    } else {
        int const left = te.k() - te.size();
        if (few) {
            phase::finish_few(te, output, left);
        } else if (most == 3 && left == 3) {
            phase::finish_levels<most>(te, output);
        } else if (left == 2) {
            phase::finish_levels<2>(te, output);
        } else {
            phase::refuse_finish(te, most == 3);
        }
        te.top().size = 0;
    }
}

} // namespace cerrado
