// The forms whose extensions are bit rows.
#include "clique/forms.hpp"

#include "clique/clique.hpp"
#include "clique/clique_list.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_bitmap_form(int k) { return bind_application(OfBoundWidths<CliqueBitmap>{{k}}); }
BoundApplication clique_list_form(int k) { return bind_application(OfBoundWidths<CliqueListBitmap>{{k}}); }

} // namespace cerrado
