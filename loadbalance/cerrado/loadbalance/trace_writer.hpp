// TraceWriter: writes the history of a run while it runs.
//
//   TraceWriter trace("run.trace", header);
//   options.balance.observe = std::ref(trace);
//   auto const result = run(app, graph, options);
//   trace.finish(result.seconds.run, result.status);
#pragma once

#include <cerrado/loadbalance/trace.hpp>
#include <cerrado/runtime/result.hpp>

#include <memory>

namespace cerrado {

// Lines reach the file within a twentieth of a second, so that the trace of a run that was killed can be read up to there. Looks with a
// decision to rebalance are all written. Of the others those are left out in which nothing changed and, beyond the first
// `dense_looks` lines, those that follow too closely: the least distance doubles (from 0.1 ms) with every further `dense_looks` lines,
// which keeps long runs readable. What is left out is counted.
class TraceWriter {
public:
    // Creates the file; throws Error when it cannot be. dense_looks = 0: nothing is thinned out.
    TraceWriter(std::string path, TraceHeader header, std::uint32_t dense_looks = 2000);
    ~TraceWriter();
    TraceWriter(TraceWriter const&) = delete;
    TraceWriter& operator=(TraceWriter const&) = delete;

    // Never throws: a disk that is full is reported by finish(). From one thread at a time.
    void operator()(BalanceObservation const& observation) noexcept;

    // Writes the last line. Throws Error when not all of the trace could be written.
    void finish(double seconds, Status status);

private:
    class File;

    bool worth_writing(BalanceObservation const& observation) const;
    void write_header(std::size_t workers);
    void write_look(BalanceObservation const& observation);

    std::unique_ptr<File> file_;
    TraceHeader header_;
    std::uint32_t dense_looks_;
    bool begun_ = false;
    std::vector<WorkerState> last_;
    std::uint64_t last_queued_ = 0;
    std::uint64_t last_shared_ = 0;
    double last_seconds_ = 0;
    double distance_ = 0; // least time between two lines without a decision
    std::uint64_t lines_ = 0;
    std::uint64_t skipped_ = 0;
};

} // namespace cerrado
