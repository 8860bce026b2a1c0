// Wedges behind plain functions: forms.cpp compiles the application once, for every device.
#pragma once

#include <cerrado/apps/bound_application.hpp>

cerrado::BoundApplication wedge_form();
cerrado::BoundApplication wedge_list_form(); // each run needs a sink
