#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_bitmap_form(int k) { return bind_application(OfBoundWidths<CliqueBitmap>{{k}}); }

} // namespace cerrado
