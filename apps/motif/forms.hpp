// The forms of the motif application. forms.cpp compiles each once.
#pragma once

#include <cerrado/apps/bound_application.hpp>

namespace cerrado {

BoundApplication motif_fast_form(int k);
BoundApplication motif_paper_form(int k);
BoundApplication directed_motif_form(int k);
BoundApplication motif_list_form(int k);

} // namespace cerrado
