#include "clique/forms.hpp"

#include "clique/clique_list.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_list_form(int k) { return bind_application(OfBoundWidths<CliqueListBitmap>{{k}}); }

} // namespace cerrado
