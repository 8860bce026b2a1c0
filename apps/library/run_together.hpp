// Several runs at the same time, each on a thread of its own.
#pragma once

#include <cerrado/run/options.hpp>

#include <cstddef>
#include <functional>

namespace cerrado {

// Calls run(i, options) for each i below `count`, each on a thread of its own, and waits for all. Through the options,
// `options.progress` gets the progress of all together, from this thread. All are interrupted if `options.interrupt`
// says so or one of them throws. Rethrows that.
void run_together(std::size_t count, RunOptions const& options,
                  std::function<void(std::size_t, RunOptions const&)> const& run);

} // namespace cerrado
