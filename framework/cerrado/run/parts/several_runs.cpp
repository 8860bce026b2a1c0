#include <cerrado/run/parts/several_runs.hpp>

#include <cerrado/run/parts/result_sum.hpp>

#include <fmt/format.h>

#include <utility>

namespace cerrado {

// What the file says of another run, the run that begins refuses.
SeveralRuns::SeveralRuns(CheckpointOptions asked, int runs) : asked_(std::move(asked)), runs_(runs) {
    if (!asked_.on()) return;
    Checkpoint const found = find_checkpoint(asked_);
    std::size_t const level = asked_.earlier.size();
    if (found.earlier.size() <= level) return;
    FinishedRuns const& earlier = found.earlier[level];
    if (earlier.of != asked_.key || earlier.all != runs_ || earlier.done >= runs_) return;
    first_ = earlier.done;
    ByteReader from(earlier.results);
    read_result(from, finished_);
    Seconds before;
    before.run_before = finished_.seconds.run_before + finished_.seconds.run;
    finished_.seconds = before;
}

CheckpointOptions SeveralRuns::options_of(int run, RunResult const& finished) const {
    if (!asked_.on()) return asked_;
    CheckpointOptions options = asked_;
    ByteWriter results;
    write_result(results, finished);
    options.earlier.push_back({asked_.key, run, runs_, results.bytes()});
    options.key = fmt::format("{}; part {} of {}", asked_.key, run + 1, runs_);
    if (run > first_) {
        options.begins = true;
        options.resume = false;
        options.from.clear();
    }
    return options;
}

} // namespace cerrado
