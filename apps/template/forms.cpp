#include "forms.hpp"

#include "wedge.hpp"

#include "library/bind.hpp"

cerrado::BoundApplication wedge_form() { return bind_application(cerrado::OfBoundWidths<Wedge>{}); }
cerrado::BoundApplication wedge_list_form() { return bind_application(cerrado::OfBoundWidths<WedgeList>{}); }
