#include "isomorphism/marked_forms.hpp"

#include "isomorphism/match.hpp"

namespace cerrado {

BoundApplication marked_match_form(MarkedPlanOf const& plan_of, int walked) {
    MarkedMatch of_no_graph{walked + 1, {}};
    of_no_graph.plan.walked = walked;
    return bind_marked(of_no_graph, plan_of);
}

} // namespace cerrado
