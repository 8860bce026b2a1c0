#include "isomorphism/formula.hpp"

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/names.hpp>

namespace cerrado {

std::optional<Formula> formula_of(MatchQuery const& query) {
    if (query.induced || !query.order.empty() || query.algorithm == Algorithm::walk) return std::nullopt;
    std::optional<CanonicalForm> const form = canonical_form(query.pattern);
    if (!form) return std::nullopt;
    std::string const name = common_name(query.pattern.size(), form->adjacency);
    if (name == "4-cycle") return Formula::four_cycles;
    if (name == "5-cycle") return Formula::five_cycles;
    if (name == "diamond") return Formula::diamonds;
    if (name == "house") return Formula::houses;
    return std::nullopt;
}

std::string_view describe(Formula formula) {
    switch (formula) {
    case Formula::four_cycles: return "pairs of paths of two edges that join the same vertices";
    case Formula::five_cycles: return "edges, times the paths of two edges from one vertex to both ends";
    case Formula::diamonds: return "pairs of triangles at each edge";
    case Formula::houses: break;
    }
    return "triangles times 4-cycles at each edge, less those with a vertex in common";
}

} // namespace cerrado
