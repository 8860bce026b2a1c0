#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_paper_form(int k) { return bind_application(OfBoundWidths<CliquePaper>{{k}}); }

} // namespace cerrado
