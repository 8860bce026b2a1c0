// Runs of the sieve. One device does a run, or several share its layers.
#pragma once

#include "library/on_devices.hpp"
#include "sieve/forms.hpp"

namespace cerrado {

// The device of a share: a CUDA device by its number, or the device of this thread's runs.
using DeviceNumber = std::optional<int>;

class SieveRuns {
public:
    // Requires: there is at least one device (on the host all of them are the host); `reduced` has a vertex and
    // outlives this. Throws Error if there is not enough memory.
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

// The layers of one of `shares` devices. Their numbers differ by at most one.
LayerRange layers_of_share(std::uint64_t layers, std::size_t share, std::size_t shares);

} // namespace cerrado
