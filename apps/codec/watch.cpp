#include "codec/watch.hpp"

#include <algorithm>
#include <chrono>

namespace cerrado::compression {

void Watch::begin(double weight, std::uint64_t work) {
    weight_before_ += weight_;
    weight_ = weight;
    work_ = std::max<std::uint64_t>(work, 1);
    done_ = 0;
    done(0);
}

void Watch::done(std::uint64_t work) {
    constexpr std::chrono::steady_clock::duration interval = std::chrono::milliseconds(200);
    if (!tell_) return;
    std::uint64_t const now_done = done_ += work;
    std::int64_t const now = std::chrono::steady_clock::now().time_since_epoch().count();
    std::unique_lock const lock(telling_, std::try_to_lock);
    if (!lock || now < next_telling_) return;
    next_telling_ = now + interval.count();
    double const share = std::min(1.0, static_cast<double>(now_done) / static_cast<double>(work_));
    tell_((weight_before_ + weight_ * share) / weight_of_all_);
}

} // namespace cerrado::compression
