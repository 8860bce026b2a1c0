// How many random graphs are counted in one run.
#pragma once

#include <cerrado/run/options.hpp>

#include <algorithm>
#include <cstddef>

namespace cerrado::discovery {

class BatchSizes {
public:
    // `threads` of the host count on `devices` together. The given graph took `seconds`.
    BatchSizes(DeviceKind kind, std::size_t devices, std::size_t threads, double seconds)
        : kind_(kind),
          at_once_(std::min(threads, devices * static_cast<std::size_t>(runs_on_a_device()))),
          alone_(kind == DeviceKind::cuda ? seconds : 0) {}

    // A run on a GPU takes a tenth of its memory.
    int runs_on_a_device() const {
        constexpr int on_cuda = 4, elsewhere = 1 << 16;
        return kind_ == DeviceKind::cuda ? on_cuda : elsewhere;
    }

    struct Room {
        std::size_t left; // graphs that are still to be taken
        std::size_t most; // that a run can count
    };

    // One graph alone leaves a GPU idle while its heaviest job ends, in which many more can be counted. A processor learns as
    // quickly from one.
    std::size_t first(Room const& room) const {
        constexpr double as_one = 16;
        return kind_ == DeviceKind::cuda ? within(as_one, room) : 1;
    }
    // A run of `size` took so long. The next one is of so many that a device counts them in a quarter of a second, since
    // what a deadline cuts off is lost. And of no more than half of its share of what is left, so that all end together;
    // but then of enough for five milliseconds. If one graph alone takes longer than these, more of them take little more.
    std::size_t next(std::size_t size, double seconds, Room const& room) const {
        constexpr double longest = .25, shortest = .005, least_growth = .02;
        double const sharing = kind_ == DeviceKind::cuda ? runs_on_a_device() : 1; // runs that share the device
        double const growth = std::max({seconds - alone_, least_growth * seconds, 1e-6});
        double const in_a_second = static_cast<double>(size) * sharing / growth;
        double const share = static_cast<double>(room.left) / (2 * static_cast<double>(at_once_));
        double const most = std::max(longest, alone_) * in_a_second, least = std::max(shortest, alone_) * in_a_second;
        return within(std::min(most, std::max(share, least)), room);
    }

private:
    static std::size_t within(double wanted, Room const& room) {
        return static_cast<std::size_t>(
            std::clamp(wanted, 1.0, static_cast<double>(std::max<std::size_t>(1, room.most))));
    }

    DeviceKind kind_;
    std::size_t at_once_;
    double alone_; // seconds of one graph on a GPU
};

} // namespace cerrado::discovery
