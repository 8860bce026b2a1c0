// What a run returns. The type lies below engines and outputs, which write their parts of it.
#pragma once

#include <cerrado/contract/result.hpp>
