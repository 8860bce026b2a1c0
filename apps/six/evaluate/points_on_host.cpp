#include "six/evaluate/point_on_host.hpp"
#include "six/evaluate/points.hpp"
#include "six/field/lagrange.hpp"

#include "library/time_left.hpp"

#include <cerrado/core/team.hpp>
#include <cerrado/run/run.hpp>

#include <atomic>
#include <map>
#include <mutex>

namespace cerrado::six {

namespace {

// What a worker needs for a point, made when its first job begins.
class Workers {
public:
    Workers(SixInstance const& instance, PrimeField const& field) : matrices_(instance), field_(field) {}

    PointOnHost& operator[](int worker) {
        std::lock_guard const lock(mutex_);
        return all_.try_emplace(worker, matrices_, field_).first->second;
    }

private:
    HostMatrices matrices_;
    PrimeField field_;
    std::mutex mutex_; // of what follows
    std::map<int, PointOnHost> all_;
};

// A point of many vertices takes longer than a run may go on.
class Stop {
public:
    explicit Stop(RunOptions const& options) : interrupt_(options.interrupt), time_(options) {}

    bool is_asked() {
        if (interrupt_ != nullptr && *interrupt_) status_ = Status::interrupted;
        if (time_.is_over()) status_ = Status::deadline;
        return status_ != Status::complete;
    }
    // Returns: the status of a run whose points asked.
    Status status_after(Status run) const { return run == Status::complete ? status_.load() : run; }

private:
    std::atomic<bool> const* interrupt_;
    TimeLeft time_;
    std::atomic<Status> status_ = Status::complete;
};

struct PointByPoint {
    Workers* workers;
    Stop* stop;
    LagrangeNodes const* nodes;
    PrimeField field;
    std::uint64_t first;
    std::uint32_t* values;

    template <class Traversal> void visit(Traversal& te) const {
        if (te.warp().lane() != 0) return;
        std::vector<std::uint32_t> const lagrange = nodes->values_at(field.power(field.root, first + te.number()));
        std::optional<std::uint32_t> const value =
            (*workers)[static_cast<int>(te.worker())].value(lagrange, [this] { return stop->is_asked(); });
        if (value) values[te.number()] = *value;
    }
};

class PointsOnHost : public Points {
public:
    PointsOnHost(SixInstance const& instance, int prime, RunOptions const& options)
        : field_(fields[prime]),
          nodes_(field_, instance.nodes()),
          workers_(instance, field_),
          threads_(options.threads > 0 ? options.threads : hardware_threads()) {
        std::uint64_t const entries = std::uint64_t{instance.padded()} * instance.padded();
        std::uint64_t const blocks = std::uint64_t{instance.blocks()} * instance.blocks();
        bytes_of_worker_ = entries * (sides * blocks * sizeof(std::int32_t) + 5 * sizeof(double));
        products_ = static_cast<double>(side_terms(0, instance.split()).size()) * static_cast<double>(entries) *
                    instance.padded();
    }

    std::uint64_t bytes() const override { return static_cast<std::uint64_t>(threads_) * bytes_of_worker_; }
    // About a second of work.
    std::uint64_t at_once() const override {
        constexpr double products_of_second = 2e9;
        return static_cast<std::uint64_t>(threads_) * (1 + static_cast<std::uint64_t>(products_of_second / products_));
    }
    RunResult run(std::uint64_t first, std::span<std::uint32_t> values, RunOptions const& options) override {
        Stop stop(options);
        PointByPoint const work{&workers_, &stop, &nodes_, field_, first, values.data()};
        RunResult result = run_jobs(values.size(), work, options);
        result.status = stop.status_after(result.status);
        return result;
    }

private:
    PrimeField field_;
    LagrangeNodes nodes_;
    Workers workers_;
    int threads_;
    std::uint64_t bytes_of_worker_;
    double products_; // of a point
};

} // namespace

std::unique_ptr<Points> points_on_host(SixInstance const& instance, int prime, RunOptions const& options) {
    return std::make_unique<PointsOnHost>(instance, prime, options);
}

} // namespace cerrado::six
