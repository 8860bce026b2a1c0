// The forms whose extensions are lists.
#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_paper_form(int k) { return bind_application(OfBoundWidths<CliquePaper>{{k}}); }
BoundApplication clique_oriented_form(int k) { return bind_application(OfBoundWidths<Clique>{{k}}); }

} // namespace cerrado
