#include "clique/forms.hpp"

#include "clique/clique_local.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication clique_local_form(int k, bool per_edge) { return bind_application(CliqueLocal{k, per_edge}); }

} // namespace cerrado
