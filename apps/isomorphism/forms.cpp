#include "isomorphism/forms.hpp"

#include "isomorphism/match.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication match_form(MatchingPlan const& plan) {
    return bind_application(OfBoundWidths<Match>{{plan.walked + 1, plan}});
}

} // namespace cerrado
