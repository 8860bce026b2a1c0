// TraceWriter writes the history of a run while it runs.
//
//   TraceWriter trace("run.trace", header);
//   options.balance.observe = std::ref(trace);
//   auto const result = run(app, graph, options);
//   trace.finish(result.seconds.run, result.status);
#pragma once

#include <cerrado/loadbalance/trace.hpp>
#include <cerrado/run/result.hpp>

#include <memory>

namespace cerrado {

// Lines reach the file within a twentieth of a second, so the trace of a killed run can be read up to there. A look
// that decides to rebalance is written with the states of all workers, whatever their number. Other looks are left out
// if nothing changed. Once `dense_bytes` are written, looks with states follow each other by 1 ms at least, and by
// twice that with every further `dense_bytes`. The looks between are brief: they say how many workers are active and
// how long the queues are, without states. They are thinned out in the same way, from 0.1 ms on. So a trace grows with
// the logarithm of the time, apart from looks that rebalance. The writer counts what it leaves out.
class TraceWriter {
public:
    // Creates the file. Throws Error if it cannot. dense_bytes = 0: nothing is thinned out.
    TraceWriter(std::string path, TraceHeader header, std::size_t dense_bytes = std::size_t{1} << 20);
    ~TraceWriter();
    TraceWriter(TraceWriter const&) = delete;
    TraceWriter& operator=(TraceWriter const&) = delete;

    // Never throws: finish() reports a full disk. Requires: one thread at a time.
    void operator()(BalanceObservation const& observation) noexcept;

    // Writes the last line. Throws Error if some of the trace could not be written.
    void finish(double seconds, Status status);

private:
    class File;

    // How far apart lines of one kind must be if nobody asked for them.
    struct Pace {
        double first;        // least distance in seconds once the first bytes are written
        double distance = 0; // the present least distance
        std::size_t bytes = 0;
        double last = 0; // the time of the last line

        bool due(double seconds) const { return seconds - last >= distance; }
        void count(double seconds, std::size_t line_bytes, std::size_t dense_bytes);
    };

    void take(BalanceObservation const& observation);
    bool changed(WorkerStates const& states) const;
    bool summary_changed(WorkerStates const& states) const;
    void write_header(std::size_t workers);
    void write_states(BalanceObservation const& observation);
    void write_brief(BalanceObservation const& observation);
    void begin_line(BalanceObservation const& observation);

    std::unique_ptr<File> file_;
    TraceHeader header_;
    std::size_t dense_bytes_;
    bool begun_ = false;
    bool first_look_ = true;
    std::vector<WorkerState> last_; // the states as last written
    std::size_t last_active_ = 0;   // as last written in any line
    std::uint64_t last_queued_ = 0;
    std::uint64_t last_shared_ = 0;
    Pace states_pace_{1e-3};
    Pace brief_pace_{1e-4};
    std::uint64_t skipped_ = 0; // since the last line
    std::uint64_t thinned_ = 0;
};

} // namespace cerrado
