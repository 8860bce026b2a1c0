#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_oriented_form(int k) { return bind_application(OfBoundWidths<Clique>{{k}}); }

} // namespace cerrado
