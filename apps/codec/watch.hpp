// Reports the progress of a compression.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

namespace cerrado::compression {

// The work has steps, one after the other. Each has a weight, a part of the weight of all. The threads that work on a
// step call done().
class Watch {
public:
    // Calls tell(share) a few times a second, by one thread at a time. It may be empty.
    Watch(std::function<void(double)> const& tell, double weight_of_all) : tell_(tell), weight_of_all_(weight_of_all) {}

    void begin(double weight, std::uint64_t work); // begins a step and ends the one before
    void done(std::uint64_t work);

private:
    std::function<void(double)> const& tell_;
    double weight_of_all_;
    double weight_before_ = 0, weight_ = 0;
    std::uint64_t work_ = 1;
    std::atomic<std::uint64_t> done_ = 0;
    std::int64_t next_telling_ = 0; // by the steady clock; guarded by the lock
    std::mutex telling_;
};

} // namespace cerrado::compression
