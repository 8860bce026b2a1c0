#include "compression/score_forms.hpp"
#include "compression/score_paper.hpp"
#include "library/bind.hpp"

namespace cerrado {

BoundApplication score_paper_form(int k) { return bind_application(OfBoundWidths<CompressionPaper>{{k}}); }

} // namespace cerrado
