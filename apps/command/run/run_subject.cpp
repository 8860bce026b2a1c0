#include "command/run/run_subject.hpp"

#include "command/record/output.hpp"
#include "command/run/application_run.hpp"

#include <cerrado/graph/io/arrays/binary_marks.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/run/devices.hpp>
#include <cerrado/run/parts/checkpoint.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cerrado::command {
namespace {

std::string listed_as(Graph const& graph, ListRequest const& list) {
    if (list.format_of_target() == ListFormat::binary) return "numbers";
    if (!has_names(graph)) return "text";
    return fmt::format("names ({:016x})", checksum_of(detail::packed_names(*graph.marks->names)));
}

// A run with a trace or a checkpoint is not by formula unless somebody says so.
std::string_view name_of_form(Parameters const& parameters) {
    return name_of(parameters.algorithm == Algorithm::automatic ? Algorithm::fast : parameters.algorithm);
}

} // namespace

TraceHeader trace_header(Record const& record, BalanceChoice const& choice, DeviceKind device) {
    TraceHeader header;
    header.application = record.application;
    header.graph = record.graph.source;
    header.k = record.parameters.k;
    header.algorithm = name_of_form(record.parameters);
    header.mechanism = choice.mechanism;
    header.policy = choice.policy;
    header.settings = choice.settings;
    header.poll_seconds = choice.poll_seconds();
    header.device = device_name(resolve_device(device));
    return header;
}

std::vector<std::string> trace_files(std::string const& path, std::vector<DeviceName> const& devices) {
    std::vector<std::string> files = {path};
    for (std::size_t i = 1; i < devices.size(); ++i) files.push_back(fmt::format("{}.{}", path, i));
    return files;
}

Traces::Traces(std::string const& path, TraceHeader header, RunOptions& options) {
    if (path.empty()) return;
    for (std::string const& file : trace_files(path, options.devices)) {
        if (!options.devices.empty()) header.device = to_string(options.devices[writers_.size()]);
        writers_.emplace_back(file, header);
    }
    options.balance.observe = [this](BalanceObservation const& look) { writers_[look.device](look); };
}

void Traces::finish(RunResult const& result) {
    for (TraceWriter& writer : writers_) writer.finish(result.seconds.run, result.status);
}

JobTimesFile::JobTimesFile(std::string path, Record const& record, RunOptions& options) : path_(std::move(path)) {
    costs_.application = record.application;
    costs_.graph = record.graph.source;
    costs_.k = record.parameters.k;
    costs_.algorithm = name_of_form(record.parameters);
    costs_.device = device_name(resolve_device(options.device));
    options.balance.observe_jobs = [this](std::span<std::uint64_t const> nanoseconds) {
        costs_.runs.emplace_back(nanoseconds.begin(), nanoseconds.end());
    };
}

void JobTimesFile::finish(RunResult const& result) {
    if (result.status != Status::complete) {
        print_message("{}: not written, since the run did not come to all jobs\n", path_);
        return;
    }
    if (costs_.jobs() == 0) {
        throw InputError(
            "--job-times: this run has no jobs whose time is known; choose a walk, with --algorithm paper");
    }
    costs_.workers = static_cast<std::uint32_t>(result.device.workers);
    costs_.seconds = result.seconds.run;
    write_job_costs(path_, costs_);
}

std::unique_ptr<JobTimesFile> open_job_times(std::string const& path, Record const& record, RunOptions& options) {
    return path.empty() ? nullptr : std::make_unique<JobTimesFile>(path, record, options);
}

std::string subject_of(Record const& record, std::optional<MatchedPattern> const& pattern, ListRequest const& list) {
    Sizes const sizes = record.parameters.sizes;
    std::string const listed = list.on() ? ", listed as " + listed_as(record.graph, list) : "";
    if (pattern) {
        return fmt::format("{} of {}, found as {} ({}){}", record.application, pattern->text,
                           fmt::join(pattern->order, ","), record.semantics, listed);
    }
    return fmt::format("{} of {} to {} vertices by {}{}", record.application, sizes.first,
                       sizes.last == largest_there_is ? "all" : fmt::to_string(sizes.last),
                       name_of_form(record.parameters), listed);
}

} // namespace cerrado::command
