// What a run is of, as its trace, its job times and its checkpoint say it.
#pragma once

#include "command/options/run_options.hpp"
#include "command/record/record.hpp"

#include <cerrado/loadbalance/job_costs.hpp>
#include <cerrado/loadbalance/trace_writer.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cerrado::command {

TraceHeader trace_header(Record const& record, BalanceChoice const& choice, DeviceKind device);

// Returns: the file of each device: FILE, FILE.1 and so on.
std::vector<std::string> trace_files(std::string const& path, std::vector<DeviceName> const& devices);

// The trace of a run, or of each of its devices.
class Traces {
public:
    // From now on `options` observe into them. `path` may be empty: there is none.
    Traces(std::string const& path, TraceHeader header, RunOptions& options);
    Traces(Traces const&) = delete;

    void finish(RunResult const& result);

private:
    std::deque<TraceWriter> writers_; // by device
};

// Notes how long each job takes, and writes it to a file.
class JobTimesFile {
public:
    // From now on `options` notes the jobs.
    JobTimesFile(std::string path, Record const& record, RunOptions& options);
    JobTimesFile(JobTimesFile const&) = delete;

    // Writes the file. After a partial run there is none, and a line says so.
    void finish(RunResult const& result);

private:
    std::string path_;
    JobCosts costs_;
};

// Returns: null if `path` is empty.
std::unique_ptr<JobTimesFile> open_job_times(std::string const& path, Record const& record, RunOptions& options);

// What a checkpoint is of; the runtime knows the rest.
std::string subject_of(Record const& record, std::optional<MatchedPattern> const& pattern, ListRequest const& list);

} // namespace cerrado::command
