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

MotifResult count_motifs(Graph const& graph, MotifQuery const& query, RunOptions options) {
    BoundApplication const motifs = bind_motifs(query);
    std::optional<TransitionTable> loaded;
    if (query.tables == nullptr) loaded = TransitionTable::load(query.k);
    TransitionTable const& tables = loaded ? *loaded : *query.tables;
    options.patterns = tables.ref();
    MotifResult result{motifs.run(graph, options), {}};
    std::vector<PatternInfo> patterns = describe_all(tables);
    result.motifs.reserve(patterns.size());
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        result.motifs.push_back({std::move(patterns[i]), result.pattern_counts.at(i)});
    }
    return result;
}

} // namespace cerrado
