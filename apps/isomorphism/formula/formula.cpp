#include "isomorphism/formula/formula.hpp"

#include "library/form.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/names.hpp>
#include <cerrado/output/by_length.hpp>

#include <map>
#include <string>

namespace cerrado {

namespace {

class OfFormula : public Decorator {
public:
    using Decorator::Decorator;

    Choice choose(Graph const& graph, RunOptions const&) const override {
        Choice choice;
        choice.jobs = graph.vertex_count();
        choice.order = GraphOrder::degree;
        choice.chosen.algorithm = Algorithm::formula;
        return choice;
    }

protected:
    // Of its parts some may walk, each by a plan of its own.
    RunResult made_of(RunResult result) const override {
        if (result.status != Status::complete) result.count = 0;
        result.of<ByLength>().clear();
        result.chosen.form = name_of(Algorithm::formula);
        return result;
    }
};

} // namespace

std::optional<Formula> formula_of(MatchQuery const& query) {
    if (query.induced || !query.order.empty() || query.algorithm == Algorithm::walk) return std::nullopt;
    std::optional<CanonicalForm> const form = canonical_form(query.pattern);
    if (!form) return std::nullopt;
    static std::map<std::string, Formula> const formulas = {{"4-cycle", Formula::four_cycles},
                                                            {"5-cycle", Formula::five_cycles},
                                                            {"diamond", Formula::diamonds},
                                                            {"house", Formula::houses},
                                                            {"butterfly", Formula::butterflies},
                                                            {"(3,2)-tadpole", Formula::tailed_triangles},
                                                            {"5-path", Formula::five_paths},
                                                            {"banner", Formula::tailed_cycles},
                                                            {"gem", Formula::gems}};
    auto const found = formulas.find(common_name(query.pattern.size(), form->adjacency));
    return found == formulas.end() ? std::nullopt : std::optional(found->second);
}

std::string_view describe(Formula formula) {
    switch (formula) {
    case Formula::four_cycles: return "pairs of paths of two edges that join the same vertices";
    case Formula::five_cycles: return "edges, times the paths of two edges from one vertex to both ends";
    case Formula::diamonds: return "pairs of triangles at each edge";
    case Formula::butterflies: return "pairs of triangles at each vertex, less those with an edge in common";
    case Formula::tailed_triangles: return "triangles times paths of two edges at each vertex, less those that meet";
    case Formula::five_paths: return "pairs of paths of two edges at each vertex, less those that meet";
    case Formula::tailed_cycles: return "4-cycles times other neighbours at each vertex, less those across a chord";
    case Formula::gems: return "pairs of triangles at two edges of a triangle, less 12 4-cliques";
    case Formula::houses: break;
    }
    return "triangles times 4-cycles at each edge, less those with a vertex in common";
}

BoundApplication as_formula(BoundApplication const& sums) { return make_form<OfFormula>(sums); }

} // namespace cerrado
