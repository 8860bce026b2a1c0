#include "motif/forms.hpp"

#include "library/bind.hpp"
#include "motif/motif.hpp"

namespace cerrado {

BoundApplication motif_fast_form(int k) {
    if (k <= SmallMotif::most) return bind_application(OfBoundWidths<SmallMotif>{{{k}}});
    return bind_application(OfBoundWidths<Motif>{{k}});
}
BoundApplication motif_paper_form(int k) { return bind_application(OfBoundWidths<MotifPaper>{{k}}); }

} // namespace cerrado
