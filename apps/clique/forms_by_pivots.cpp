// The forms that pivot.
#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_pivot_form(int min_k, int max_k) {
    return bind_application(OfBoundWidths<CliquePivot>{{min_k, max_k}});
}

BoundApplication clique_local_form(int k, bool per_edge) { return bind_application(CliqueLocal{k, per_edge}); }

} // namespace cerrado
