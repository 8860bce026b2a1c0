// The result of a run. Its type is defined in contract/, because engines and outputs write parts of it.
#pragma once

#include <cerrado/contract/result.hpp>
