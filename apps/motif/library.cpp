// The motif functions of Cerrado::apps.
#include <cerrado/apps/motif.hpp>

#include "motif/forms.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace cerrado {

BoundApplication bind_motifs(MotifQuery const& query) {
    switch (query.algorithm) {
    case Algorithm::fast: return motif_fast_form(query.k);
    case Algorithm::paper: return motif_paper_form(query.k);
    default:
        throw InputError(
            fmt::format("the algorithm {} is not for motifs; take fast or paper", name_of(query.algorithm)));
    }
}

namespace {

// `run`: run or run_resident of the bound application.
template <class Where, class Run>
MotifResult count(Where const& graph, MotifQuery const& query, RunOptions options, Run const& run) {
    std::optional<TransitionTable> loaded;
    if (query.tables == nullptr) loaded = TransitionTable::load(query.k);
    TransitionTable const& tables = loaded ? *loaded : *query.tables;
    options.patterns = tables.ref();
    MotifResult result{run(graph, options), {}};
    std::vector<PatternInfo> patterns = describe_all(tables);
    result.motifs.reserve(patterns.size());
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        result.motifs.push_back({std::move(patterns[i]), result.pattern_counts.at(i)});
    }
    return result;
}

} // namespace

MotifResult count_motifs(Graph const& graph, MotifQuery const& query, RunOptions options) {
    return count(graph, query, std::move(options), bind_motifs(query).run);
}

MotifResult count_motifs(Resident const& graph, MotifQuery const& query, RunOptions options) {
    return count(graph, query, std::move(options), bind_motifs(query).run_resident);
}

} // namespace cerrado
