#include "isomorphism/forms.hpp"

#include "isomorphism/match.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication match_form(MatchingPlan const& plan) {
    if (plan.kinds > 1 && plan.terms == 0) {
        return bind_application(OfBoundWidths<ManyTailsMatch>{{{plan.walked + 1, {plan}}}});
    }
    return bind_application(OfBoundWidths<Match>{{plan.walked + 1, plan}});
}

} // namespace cerrado
