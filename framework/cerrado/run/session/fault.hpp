// The words for a fault that a worker reported; see traversal/fault.hpp.
#pragma once

#include <cerrado/contract/plan.hpp>

#include <string>

namespace cerrado {

// Returns: one line for an InputError. It names the method, the length at which it was called, and the remedy.
std::string describe_fault(Count fault, TraversalNeeds const& needs);

} // namespace cerrado
