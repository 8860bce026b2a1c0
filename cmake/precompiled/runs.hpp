// What every unit that compiles an application's forms reads: the runtime, with the bundled engines and outputs.
#pragma once

#include "standard.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/matching.hpp>
#include <cerrado/engine/neighbours.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/engine/wedges.hpp>
#include <cerrado/output/by_key.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/by_size.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>
