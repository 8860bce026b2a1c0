// The motif functions of Cerrado::apps.
#include <cerrado/apps/motif.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_pattern_input.hpp>

#include "library/form.hpp"
#include "motif/forms.hpp"

#include <cerrado/canonical/edge_induced.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace cerrado {

namespace {

TransitionTable load_tables(MotifQuery const& query) {
    return TransitionTable::load(query.k, query.directed ? PatternKind::directed : PatternKind::undirected);
}

BoundApplication directed_form_of(MotifQuery const& query) {
    if (query.algorithm != Algorithm::fast) {
        throw InputError(
            fmt::format("the algorithm {} is not for directed motifs; take fast", name_of(query.algorithm)));
    }
    if (query.edge_induced) {
        throw InputError("directed motifs are induced: unset edge_induced, or count the matches of one pattern");
    }
    return directed_motif_form(query.k);
}

BoundApplication form_of(MotifQuery const& query) {
    if (query.directed) return directed_form_of(query);
    switch (query.algorithm) {
    case Algorithm::fast: return motif_fast_form(query.k);
    case Algorithm::paper: return motif_paper_form(query.k);
    default:
        throw InputError(
            fmt::format("the algorithm {} is not for motifs; take fast or paper", name_of(query.algorithm)));
    }
}

// Of what was counted of induced subgraphs those of all.
RunResult of_all(RunResult result, MotifQuery const& query) {
    std::optional<TransitionTable> loaded;
    if (query.tables == nullptr) loaded = TransitionTable::load(query.k);
    result.of<ByPattern>() = edge_induced_counts(loaded ? *loaded : *query.tables, result.of<ByPattern>());
    result.count = 0;
    for (WideCount const count : result.of<ByPattern>()) add_to(result.count, count);
    return result;
}

class OfAll : public Decorator {
public:
    OfAll(BoundApplication induced, MotifQuery const& query) : Decorator(std::move(induced)), query_(query) {}

protected:
    RunResult made_of(RunResult result) const override { return of_all(std::move(result), query_); }

private:
    MotifQuery query_;
};

} // namespace

BoundApplication bind_motifs(MotifQuery const& query) {
    BoundApplication induced = form_of(query);
    return query.edge_induced ? make_form<OfAll>(std::move(induced), query) : induced;
}

MotifResult count_motifs(GraphOrResident const& graph, MotifQuery query, RunOptions options) {
    std::optional<TransitionTable> loaded;
    if (query.tables == nullptr) query.tables = &loaded.emplace(load_tables(query));
    TransitionTable const& tables = *query.tables;
    options.of<ByPatternInput>().tables = tables.ref();
    MotifResult result{bind_motifs(query).run(graph, options), {}};
    std::vector<PatternInfo> patterns = describe_all(tables);
    result.motifs.reserve(patterns.size());
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        result.motifs.push_back({std::move(patterns[i]), result.of<ByPattern>().at(i)});
    }
    return result;
}

} // namespace cerrado
