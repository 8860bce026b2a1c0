// The forms under load balancing: applications that dawdle at some traversals, so that workers fall idle at odd
// moments.
#pragma once

#include "forms.hpp"

#include <cerrado/core/types.hpp>

namespace cerrado::test {

// Rests at about every fiftieth traversal, for some tens to some hundred microseconds; at the same ones in every run.
template <class Traversal> CERRADO_FN void dawdle(Traversal const& te) {
    std::uint32_t const mixed = (te.last() + 1) * 2654435761u ^ static_cast<std::uint32_t>(te.size()) * 2246822519u ^
                                (te.vertex(0) + 1) * 3266489917u;
    std::uint32_t const hash = mixed >> 16;
    if (hash % 50 != 0) return;
#if defined(__CUDA_ARCH__)
    std::uint32_t const longest = 256; // a rest is half a microsecond
#else
    std::uint32_t const longest = 3; // a rest is a twentieth of a millisecond and more
#endif
    for (std::uint32_t i = hash / 50 % longest + 1; i > 0; --i) Traversal::WarpType::rest();
}

template <class App> struct Delayed : App {
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        dawdle(te);
        App::visit(te);
    }
};

extern Form const delayed_clique_form, delayed_clique_paper_form, delayed_motif_form, delayed_motif_paper_form,
    delayed_clique_bitmap_form, delayed_clique_pivot_form, delayed_clique_sizes_form, delayed_clique_local_form,
    delayed_match_form, delayed_maximal_form;

std::uint64_t later_stages_taken(); // by workers of the host in delayed_clique_pivot_form and delayed_clique_sizes_form

// As they are used: what few candidates are left is counted at once, which leaves less to move.
extern Form const bitmap_at_once_form, pivot_at_once_form;

} // namespace cerrado::test
