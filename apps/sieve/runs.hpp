// Runs of the sieve, each by one device or by several that share its layers.
#pragma once

#include "sieve/forms.hpp"

#include <functional>
#include <optional>

namespace cerrado {

// Where a share is: a CUDA device by its number, or where the runs of this thread are.
using DeviceNumber = std::optional<int>;

class SieveRuns {
public:
    // `devices`: one or more; on the host all of them are the host. `reduced` has a vertex at least and outlives it.
    // Throws Error where there is not enough memory.
    SieveRuns(ReducedGraph const& reduced, SieveShape const& shape, std::uint64_t seed, RunOptions const& options,
              std::vector<DeviceNumber> const& devices);
    ~SieveRuns();
    // `options`: as SieveShare::run(). Progress is that of all devices together.
    SieveSums run(std::uint32_t number, RunOptions const& options);

private:
    struct Share {
        DeviceNumber device;
        std::unique_ptr<SieveShare> layers;
    };

    std::uint64_t seed_;
    std::vector<Share> shares_;
};

// The layers of one of so many devices, as many as of any other, or one less.
LayerRange layers_of_share(std::uint64_t layers, std::size_t share, std::size_t shares);

// Calls run(i, options) for each i below `count`, each on a thread of its own, and waits for all. The options hand the
// progress of all together to `options.progress`, from this thread, and interrupt all where `options.interrupt` says so
// or one of them throws; that is thrown then.
void run_together(std::size_t count, RunOptions const& options,
                  std::function<void(std::size_t, RunOptions const&)> const& run);

} // namespace cerrado
