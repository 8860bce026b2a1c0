#include "isomorphism/marked_forms.hpp"

#include "isomorphism/match_list.hpp"

namespace cerrado {

namespace {

// Where the pattern has no marks, neither has the plan, and it is that of any graph.
template <class App> BoundApplication bind_walk(App app, MarkedPlanOf const& plan_of, bool has_marks) {
    if (has_marks) return bind_marked(app, plan_of);
    app.plan = plan_of({});
    return bind_application(app);
}

} // namespace

BoundApplication match_list_form(MarkedPlanOf const& plan_of, int size, bool has_marks) {
    return bind_walk(MatchList{{size, {}}}, plan_of, has_marks);
}

BoundApplication match_orbits_form(MarkedPlanOf const& plan_of, int size, PositionOrbits const& orbits,
                                   bool has_marks) {
    return bind_walk(MatchOrbits{{size, {}}, orbits}, plan_of, has_marks);
}

} // namespace cerrado
