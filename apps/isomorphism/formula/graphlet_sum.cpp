#include "isomorphism/formula/graphlet_sum.hpp"

#include "library/form.hpp"

#include <cerrado/apps/graphlets.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/graphlets.hpp>
#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <utility>

namespace cerrado {

namespace {

// How often a copy of the pattern is there, whether other edges join its vertices or not.
WideCount copies_of(Pattern const& pattern, GraphletCounts const& counts) {
    std::uint64_t const wanted = canonical_form(pattern)->adjacency;
    int const k = pattern.size();
    int const index = locate(k, wanted).index;
    std::uint64_t const adjacency = small_graphs(k)[static_cast<std::size_t>(index)];
    auto const is_it = [&](GraphletCount const& count) { return count.size == k && count.adjacency == adjacency; };
    return std::ranges::find_if(counts.patterns, is_it)->non_induced;
}

class SumOfGraphlets : public Decorator {
public:
    SumOfGraphlets(SignedSum sum, Pattern const& pattern, BoundApplication usual, TermsOf parts)
        : Decorator(std::move(usual)),
          sum_(std::move(sum)),
          pattern_(pattern),
          parts_(std::move(parts)) {}

    std::string estimate(Graph const& graph, RunOptions const& options) const override {
        if (!serves(graph, options)) return parts_(graph).estimate(graph, options);
        return estimate_graphlets(graph, query(), options);
    }
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!serves(graph.graph(), options)) return parts_(graph.graph()).run(graph, options);
        GraphletCounts const counts = count_graphlets(graph, query(), options);
        RunResult result = counts;
        result.count = counts.status == Status::complete ? sum_of(counts) : 0;
        return result;
    }

private:
    GraphletQuery query() const { return {.k = pattern_.size()}; }
    bool serves(Graph const& graph, RunOptions const& options) const {
        return has_graphlets(pattern_.size(), graph) && !options.checkpoint.on();
    }
    // Mappings, modulo 2^128, where what is taken away comes to the right sum.
    WideCount sum_of(GraphletCounts const& counts) const {
        WideCount mappings = 0;
        for (SumTerm const& term : sum_) {
            auto const symmetries = static_cast<std::int64_t>(automorphisms(term.pattern).count);
            add_mappings(mappings, copies_of(term.pattern, counts), term.coefficient * symmetries);
        }
        return mappings / automorphisms(pattern_).count;
    }

    SignedSum const sum_;
    Pattern const pattern_;
    TermsOf const parts_;
};

} // namespace

bool has_graphlets(int vertices) { return vertices >= 3 && vertices <= max_graphlet_vertices; }

bool has_graphlets(int vertices, Graph const& graph) { return has_graphlets(vertices) && !is_directed(graph); }

double work_of_graphlets(int vertices, Graph const& graph) {
    double wedges = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        auto const degree = static_cast<double>(graph.degree(v));
        wedges += degree * (degree - 1) / 2;
    }
    constexpr double of_a_wedge[] = {2, 5, 30}; // for 3, 4 and 5 vertices, as timed on a host
    return wedges * of_a_wedge[vertices - 3];
}

BoundApplication bind_graphlets(SignedSum const& sum, Pattern const& pattern, BoundApplication const& usual,
                                TermsOf const& parts) {
    return make_form<SumOfGraphlets>(sum, pattern, usual, parts);
}

} // namespace cerrado
