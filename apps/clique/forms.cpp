// Compiles the forms: on lists, on bit rows, by pivots, and of maximal cliques.
#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_paper_form(int k) { return bind_application(OfBoundWidths<CliquePaper>{{k}}); }
BoundApplication clique_oriented_form(int k) { return bind_application(OfBoundWidths<Clique>{{k}}); }

BoundApplication clique_bitmap_form(int k) { return bind_application(OfBoundWidths<CliqueBitmap>{{k}}); }
BoundApplication clique_list_form(int k) { return bind_application(OfBoundWidths<CliqueListBitmap>{{k}}); }

BoundApplication clique_pivot_form(int min_k, int max_k) {
    return bind_application(OfBoundWidths<CliquePivot>{{min_k, max_k}});
}

BoundApplication maximal_cliques_form(int min_k, int max_k, bool per_vertex) {
    if (per_vertex) return bind_application(LocalMaximalCliques{{min_k, max_k}});
    return bind_application(MaximalCliques{min_k, max_k});
}

BoundApplication maximal_list_form(int min_k, int k) { return bind_application(MaximalCliqueList{min_k, k}); }

BoundApplication clique_local_form(int k, bool per_edge) { return bind_application(CliqueLocal{k, per_edge}); }

} // namespace cerrado
