// Evaluates points of an instance on one device.
#pragma once

#include <cerrado/apps/six.hpp>

#include <memory>
#include <span>

namespace cerrado::six {

class Points {
public:
    virtual ~Points() = default;

    virtual std::uint64_t bytes() const = 0;   // on the device
    virtual std::uint64_t at_once() const = 0; // points that a run takes at most
    // Writes P(w^first), P(w^(first+1)), ... if the run completes. Requires: there are at most at_once() values.
    virtual RunResult run(std::uint64_t first, std::span<std::uint32_t> values, RunOptions const& options) = 0;
};

// Requires: the instance outlives it. On the host each thread has a point at a time.
std::unique_ptr<Points> points_on_host(SixInstance const& instance, int prime, RunOptions const& options);
// The same for a device of warps with 32 lanes, on which `memory` bytes are free. Throws Error if they do not suffice.
std::unique_ptr<Points> points_on_device(SixInstance const& instance, int prime, std::uint64_t memory,
                                         RunOptions const& options);

} // namespace cerrado::six
