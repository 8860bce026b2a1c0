#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_pivot_form(int min_k, int max_k) {
    return bind_application(OfBoundWidths<CliquePivot>{{min_k, max_k}});
}

} // namespace cerrado
