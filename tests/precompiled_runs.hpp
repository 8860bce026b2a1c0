// And what tests read that run something.
#pragma once

#include "precompiled.hpp"

#include <cerrado/run/run.hpp>
