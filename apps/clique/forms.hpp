// The forms of the clique application. forms.cpp compiles each once.
#pragma once

#include <cerrado/apps/bound_application.hpp>

namespace cerrado {

BoundApplication clique_paper_form(int k);
BoundApplication clique_oriented_form(int k);
BoundApplication clique_bitmap_form(int k);
BoundApplication clique_pivot_form(int min_k, int max_k);
BoundApplication clique_local_form(int k, bool per_edge);
BoundApplication clique_list_form(int k); // requires k >= 3
// The result is by key, the size; and has PerOrbit, with edges if they are asked for.
BoundApplication maximal_cliques_form(int min_k, int max_k, bool per_vertex, bool per_edge);
BoundApplication maximal_list_form(int min_k, int k);

} // namespace cerrado
