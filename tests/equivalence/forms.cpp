#include "forms.hpp"

#include <clique/verifier.hpp>
#include <motif/verifier.hpp>

#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace cerrado::test {

namespace {

// The serial answer, kept for the next run on the same graph: a trial makes dozens. The copy shares the graph's
// arrays and keeps them, so that no other graph can lie in their place.
LocalCounts const& verified_local(int k, Graph const& graph) {
    static Graph last;
    static int last_k = 0;
    static LocalCounts counts;
    if (k != last_k || graph.offsets().data() != last.offsets().data()) {
        counts = clique::count_local(graph, k);
        last = graph;
        last_k = k;
    }
    return counts;
}

} // namespace

RunResult with_local_counts_verified(RunResult result, int k, Graph const& graph, RunOptions const& options) {
    if (result.status == Status::complete) {
        bool const same = options.roots ? result.of<PerVertexAndEdge>() == clique::count_local(graph, k, *options.roots)
                                        : result.of<PerVertexAndEdge>() == verified_local(k, graph);
        EXPECT_TRUE(same) << "local counts differ from the serial verifier's";
    }
    return result;
}

Form const checked_clique_local_form{
    clique_local_form.name,
    false,
    [](int k, Graph const& graph, RunOptions const& options) {
        return with_local_counts_verified(clique_local_form.run(k, graph, options), k, graph, options);
    },
    [](int k, Graph const& graph) { return clique_local_form.prepare(k, graph); },
    false,
};

WideCount serial_maximal(int k, Graph const& prepared, std::span<VertexId const> roots) {
    WideCount sum = 0;
    constexpr int all = std::numeric_limits<int>::max();
    for (auto const& [size, count] : clique::count_maximal(prepared, k, all, roots)) sum += count;
    return sum;
}

RunResult with_maximal_verified(RunResult result, int k, Graph const& graph, RunOptions const& options) {
    if (result.status != Status::complete) return result;
    std::vector<VertexId> roots(graph.vertex_count());
    std::iota(roots.begin(), roots.end(), VertexId{0});
    constexpr int all = std::numeric_limits<int>::max();
    EXPECT_TRUE(result.of<PerVertexAndEdge>().vertices ==
                clique::locate_maximal(graph, k, all, options.roots ? *options.roots : roots).vertices)
        << "local counts differ from the serial verifier's";
    return result;
}

Form const checked_maximal_form{
    maximal_form.name,
    false,
    [](int k, Graph const& graph, RunOptions const& options) {
        return with_maximal_verified(maximal_form.run(k, graph, options), k, graph, options);
    },
    [](int k, Graph const& graph) { return maximal_form.prepare(k, graph); },
    false,
    serial_maximal,
};

TransitionTable const& table_of(int k) {
    static std::map<int, TransitionTable> tables;
    auto const place = tables.find(k);
    return place != tables.end() ? place->second : tables.emplace(k, TransitionTable::build(k)).first->second;
}

std::vector<Form const*> const& all_forms() {
    static std::vector<Form const*> const forms{
        &clique_form,       &clique_paper_form, &motif_form, &motif_paper_form,          &clique_bitmap_form,
        &clique_pivot_form, &clique_sizes_form, &match_form, &checked_clique_local_form, &checked_maximal_form};
    return forms;
}

Counts counted(Form const& form, int k, Graph const& graph, RunOptions options) {
    if (form.patterns) options.of<ByPattern>().tables = table_of(k).ref();
    RunResult const result = form.run(k, graph, options);
    EXPECT_EQ(to_string(result.status), "complete");
    EXPECT_EQ(result.roots.done, result.roots.given);
    Counts counts;
    if (!form.patterns) {
        if (result.count != 0) counts[""] = result.count;
        return counts;
    }
    WideCount total = 0;
    for (std::size_t i = 0; i < result.of<ByPattern>().size(); ++i) {
        total += result.of<ByPattern>()[i];
        if (result.of<ByPattern>()[i] == 0) continue;
        counts[describe_pattern(k, table_of(k).representatives(k)[i]).graph6] = result.of<ByPattern>()[i];
    }
    EXPECT_EQ(to_string(result.count), to_string(total));
    return counts;
}

Counts verified(Form const& form, int k, Graph const& prepared, std::span<VertexId const> roots) {
    if (form.patterns) return motif::count_motifs(prepared, k, roots);
    WideCount const count =
        form.serial != nullptr ? form.serial(k, prepared, roots) : clique::count_cliques(prepared, k, roots);
    return count != 0 ? Counts{{"", count}} : Counts{};
}

Counts verified(Form const& form, int k, Graph const& graph) {
    std::vector<VertexId> roots(graph.vertex_count());
    std::iota(roots.begin(), roots.end(), VertexId{0});
    return verified(form, k, graph, roots);
}

void add(Counts& total, Counts const& part) {
    for (auto const& [pattern, count] : part) total[pattern] += count;
}

RunOptions on(DeviceKind device, int threads_or_workers) {
    RunOptions options;
    options.device = device;
    (device == DeviceKind::host ? options.threads : options.workers) = threads_or_workers;
    return options;
}

} // namespace cerrado::test
