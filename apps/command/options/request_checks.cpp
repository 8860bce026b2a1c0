// What was asked for and cannot be had.
#include "command/run/application_run.hpp"
#include "command/run/run_subject.hpp"
#include "command/run/work.hpp"
#include "command/several/ranks_of_program.hpp"

#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/run/many/devices_of_run.hpp>

#include <fmt/format.h>

namespace cerrado::command {
namespace {

void check_one_size(RunRequest const& request) {
    int const k = request.parameters.k;
    if (k == 0 && request.list.on()) throw InputError("--list: one size at a time; give it with -k");
    if (k == 0 && request.local.on()) {
        throw InputError("--per-vertex and --per-edge: one size at a time; give it with -k");
    }
    if (request.list.on() && k > max_traversal_length) {
        throw InputError(fmt::format("--list: -k {} is out of range; expected 1..{}", k, max_traversal_length));
    }
}

// Of several patterns.
void check_several(RunRequest const& request) {
    if (request.list.on() || request.local.on() || request.checkpoint.on() || !request.balance.trace.empty() ||
        !request.balance.job_times.empty()) {
        throw InputError(
            "--list, --trace, --job-times, checkpoints and files per vertex are of one run; give one --pattern with "
            "them");
    }
}

void check_files(RunRequest const& request) {
    CommandFiles files = request.files;
    add_graph_files(files, request.graph, request.marks);
    CheckpointRequest const& checkpoint = request.checkpoint;
    for (std::string const& merged : checkpoint.merged) files.reads("a checkpoint of --merge", merged);
    if (!is_same_file(checkpoint.resumed, checkpoint.file))
        files.reads("the checkpoint of --resume", checkpoint.resumed);
    targets_of(request).check(files);
}

// What a part counts is in its file, and of no use before all are merged.
void check_part(RunRequest const& request) {
    CheckpointRequest const& checkpoint = request.checkpoint;
    if (!checkpoint.merged.empty() && request.list.on()) throw InputError("--merge: it has counts, and no --list");
    if (!checkpoint.is_part()) return;
    PartOfRun const part = part_of(checkpoint.part);
    if (checkpoint.written().empty()) {
        throw InputError(
            fmt::format("--part {}: what it counts is kept in the file of --checkpoint; give one", checkpoint.part));
    }
    OutputRequest const& output = request.output;
    bool const has_output = !output.json.empty() || !output.csv.empty() || !output.verify.empty() ||
                            request.list.on() || request.local.on();
    if (has_output && !part.is_whole()) {
        throw InputError(fmt::format("--part {}: it has no counts to print, list or verify; ask for them with --merge",
                                     checkpoint.part));
    }
}

void check_choice_of_devices(RunRequest const& request) {
    if (!names_no_devices(request.parameters)) return;
    if (ranks_of_program() != nullptr) throw InputError("--devices auto: each of several processes names its devices");
    if (!request.balance.trace.empty()) throw InputError("--devices auto: a run with --trace names its devices");
}

void check_deal(RunRequest const& request) {
    bool const shares =
        names_no_devices(request.parameters) || request.parameters.devices.size() > 1 || ranks_of_program() != nullptr;
    if (!shares && parse_deal_policy(request.balance.deal) != DealPolicy::hand_over) {
        throw InputError(fmt::format("--deal {} has no effect on one device; add --devices 0,1", request.balance.deal));
    }
    if (request.balance.job_times.empty()) return;
    if (shares || request.checkpoint.on() || request.balance.balance != "none" || !request.balance.trace.empty()) {
        throw InputError(
            "--job-times: it is of a run on one device that balances nothing; leave --devices, --balance, --trace and "
            "checkpoints out");
    }
}

// A run that goes on cuts its list back to where the checkpoint was.
void check_list_with_checkpoint(RunRequest const& request) {
    if (!request.checkpoint.on() || !request.list.on()) return;
    if (request.list.limit)
        throw InputError("--limit: a list with a checkpoint is of everything; leave one of them out");
    if (request.list.to_standard_output() || detail::is_written_straight(request.list.target)) {
        throw InputError(
            fmt::format("--list {}: with --checkpoint or --resume a list is a file, which can be cut back "
                        "to where the run goes on; give a file's name",
                        request.list.target));
    }
}

// Each process writes a list of its own, beside the first one's.
void check_several_processes(RunRequest const& request) {
    if (ranks_of_program() == nullptr) {
        if (!request.list.is_gathered) return;
        throw InputError("--gather has no effect in one process; leave it out, or start several with mpirun");
    }
    if (!request.balance.trace.empty())
        throw InputError("--trace: it is of one process; leave the launcher or --isolate out");
    if (!request.list.on()) return;
    if (request.list.to_standard_output() && !request.list.is_gathered) {
        throw InputError(
            "--list -: each of several processes writes a list of its own; give a file's name, or add --gather");
    }
    if (request.checkpoint.on()) {
        throw InputError("--list with a checkpoint is for one process; leave one of them out, or the launcher");
    }
}

} // namespace

OutputTargets targets_of(RunRequest const& request) {
    OutputTargets targets;
    targets.add("--json", request.output.json);
    targets.add("--csv", request.output.csv);
    targets.add("--per-vertex", request.local.vertices);
    targets.add("--per-edge", request.local.edges);
    targets.add("--per-orbit", request.local.orbits);
    targets.add_list("--list", request.list.target);
    if (!request.balance.trace.empty()) {
        for (std::string const& file : trace_files(request.balance.trace, devices_named(request.parameters.devices)))
            targets.add_file("--trace", file);
    }
    targets.add_file("--job-times", request.balance.job_times);
    targets.add_file("--checkpoint", request.checkpoint.file);
    return targets;
}

void check_range(Application const& application, Sizes sizes) {
    int const k = sizes.first < application.k_min ? sizes.first : sizes.last;
    if (sizes.is_one() && (k < application.k_min || k > application.k_max)) {
        std::string const range = application.k_max == largest_there_is
                                      ? fmt::format("{} or more", application.k_min)
                                      : fmt::format("{}..{}", application.k_min, application.k_max);
        char const* const of_what = application.pattern_kind == PatternKind::directed ? " --directed" : "";
        throw InputError(fmt::format("{}{}: -k {} is out of range; expected {}", application.name, of_what, k, range));
    }
    if (sizes.first < application.k_min || sizes.last < sizes.first) {
        throw InputError(fmt::format("{}: sizes from {} to {}; expected {} or more, the smaller first",
                                     application.name, sizes.first, sizes.last, application.k_min));
    }
}

void check_request(std::span<Application const> applications, RunRequest const& request) {
    Application const& application = applications.front();
    check_choice_of_devices(request);
    check_files(request);
    if (applications.size() > 1) {
        check_several(request);
    } else {
        check_range(application, request.parameters.sizes);
        check_one_size(request);
    }
    if (!application.bind_list && (request.list.on() || request.local.on() || request.exists)) {
        throw InputError(
            "--all: it counts; --list, --exists and files per vertex are for one pattern, given with "
            "--pattern");
    }
    check_list(request.list);
    check_list_with_checkpoint(request);
    check_deal(request);
    check_part(request);
    check_several_processes(request);
    if (request.exists && (request.local.on() || request.checkpoint.on())) {
        throw InputError("--exists: the run ends at the first match; drop the files per vertex and the checkpoint");
    }
    if (!request.output.verify.empty()) {
        bool const of_some = parse_verify(request.output.verify, request.parameters.seed).roots.has_value();
        if (of_some && application.mappings_of_match) {
            throw InputError("--verify=ROOTS: matches have no root that the serial program knows; give --verify alone");
        }
        if (of_some && request.parameters.algorithm == Algorithm::formula) {
            throw InputError("--verify=ROOTS: the sums of a formula belong to no root; give --verify alone");
        }
    }
    if (request.output.prints_plan() && !request.balance.trace.empty()) {
        throw InputError(fmt::format("--trace has no effect with --{}, which does not run; give one of them",
                                     request.output.estimate ? "estimate" : "explain"));
    }
}

} // namespace cerrado::command
