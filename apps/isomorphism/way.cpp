#include "isomorphism/way.hpp"

#include "isomorphism/plan/plan_parts.hpp"

#include <cerrado/core/error.hpp>

namespace cerrado {

MatchWay way_of(MatchQuery const& query) {
    MatchWay way{formula_of(query), {}, checked_order(query.pattern, query.induced, query.order)};
    if (query.algorithm != Algorithm::formula || way.formula) return way;
    way.sum = signed_sum_of(query);
    if (way.sum) return way;
    throw InputError("there is no formula for such matches of this pattern: take the algorithm walk");
}

MatchWay way_of(MatchQuery const& query, Graph const& graph) {
    MatchWay way = way_of(query);
    if (!way.is_walk() || !query.order.empty()) return way;
    way.order = matching_order(query.pattern, query.induced, graph);
    way.sum = signed_sum_of(query);
    if (way.sum && !is_cheaper(*way.sum, query, way.order, graph)) way.sum.reset();
    return way;
}

std::string describe(MatchWay const& way, Pattern const& pattern) {
    if (way.formula) return std::string(describe(*way.formula));
    return way.sum ? describe(*way.sum, pattern) : "";
}

} // namespace cerrado
