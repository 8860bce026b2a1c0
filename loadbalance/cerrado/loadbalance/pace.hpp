// How far the workers of a simulated device have come.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cerrado {

// When a device's workers have come how far. Progress is the time that it would take if all workers were busy to the
// end. A worker beside idle ones is quicker.
class Pace {
public:
    Pace() = default;
    // `ends`: of each worker, in progress.
    Pace(double start, std::vector<double> ends, double speed_alone) {
        std::ranges::sort(ends);
        points_.push_back({0, start});
        for (std::size_t idle = 0; idle < ends.size(); ++idle) {
            double const share = static_cast<double>(idle) / static_cast<double>(ends.size());
            double const speed = 1 + (speed_alone - 1) * share;
            if (ends[idle] <= points_.back().progress) continue;
            points_.push_back({ends[idle], points_.back().time + (ends[idle] - points_.back().progress) / speed});
        }
    }

    double end() const { return points_.back().time; }
    double time_of(double progress) const { return between(progress, &Point::progress, &Point::time); }
    double progress_at(double time) const { return between(time, &Point::time, &Point::progress); }

private:
    struct Point {
        double progress;
        double time;
    };

    double between(double value, double Point::*from, double Point::*to) const {
        auto const later = std::ranges::upper_bound(points_, value, {}, from);
        if (later == points_.begin()) return points_.front().*to;
        if (later == points_.end()) return points_.back().*to;
        Point const& before = *(later - 1);
        double const part = (value - before.*from) / ((*later).*from - before.*from);
        return before.*to + part * ((*later).*to - before.*to);
    }

    std::vector<Point> points_; // ascending
};

} // namespace cerrado
