// The options that commands share: sizes, devices, times, load balancing, checkpoints, and where results go.
#pragma once

#include "command/options/inputs.hpp"
#include "command/options/options.hpp"
#include "command/run/application.hpp"

#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/loadbalance/trace.hpp>
#include <cerrado/run/options.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cerrado::command {

// The groups of options, and which commands serve them.

struct OptionGroup {
    std::vector<std::string> options;
    std::string what; // they are for
    // Why commands have none of them, by command; "": the others. A command that has the options is not asked.
    std::vector<std::pair<std::string, std::string>> why_not;
};
std::vector<OptionGroup> const& option_groups();
// Returns: why the command has no such option; nothing if the option is in no group.
std::string why_not(std::string const& command, std::string const& option);

// Times on the command line: 2, 500ms, 2s, 5min, 1h.

inline constexpr char time_text[] = "2 or 2s (seconds), 100us, 500ms, 5min or 1h"; // for help

// Returns: seconds. A number alone means seconds. Throws InputError, which begins with `what`, if the text is no time,
// or the time is not from `least` to `most`.
double parse_time(std::string const& what, std::string const& text, double least = 0, double most = 1e9);

// Adds an option `name` that sets `seconds`. Its help shows the value that `seconds` has before as the default.
Option add_time_option(Options& command, std::string const& name, double& seconds, std::string const& help,
                       double least = 0);

// The options that all commands have which count in a graph: which sizes, where, how and for how long.

struct Parameters {
    int k = 0; // 0: several sizes
    Sizes sizes;
    Algorithm algorithm = Algorithm::fast;
    std::string device = "auto";
    std::vector<std::string> devices; // as typed; none: `device`
    int threads = 0;
    int workers = 0;
    int warp_width = 0; // 0: the device's own
    int pieces = 0;     // 0: the algorithm chooses
    std::string order = "auto";
    std::uint64_t seed = 1;
    double deadline = 0;
};

struct SizeRequest {
    std::optional<int> k, min_k, max_k;
    bool all = false;
};

// -k, --all, --min-k and --max-k.
void add_sizes_options(Options& command, Application const& application, SizeRequest& sizes);
// Throws InputError if no size is given. `least` stands for a --min-k that was not given.
Sizes sizes_of(SizeRequest const& request, int least);

void add_device_options(Options& command, Parameters& parameters); // --device and --threads
// --device, --threads and --deadline.
void add_where_options(Options& command, Parameters& parameters);
// --devices. `help` begins its help.
void add_devices_option(Options& command, Parameters& parameters, std::string const& help);
// --devices, --isolate and --read-each, for a run that several devices and processes share.
void add_sharing_options(Options& command, Parameters& parameters, GraphMarksRequest* marks);
// The devices that the words of --devices name. `auto` alone names all CUDA devices, if there are any. Throws InputError for
// another word.
std::vector<DeviceName> devices_asked(std::vector<std::string> words);
// The options of add_where_options() and add_sharing_options(), and --workers, --warp-width, --pieces, --order and
// --algorithm.
void add_run_options(Options& command, Application const& application, Parameters& parameters, GraphMarksRequest& marks,
                     std::string& algorithm);

// The options about load balancing that every application has, and the settings that follow from them.

// As typed. A member without a value was not given.
struct BalanceRequest {
    std::string balance = "auto";
    std::optional<std::string> policy;
    std::optional<double> threshold;
    std::optional<std::uint32_t> donations;
    std::optional<std::string> poll;
    std::string trace;     // a file, or empty
    std::string job_times; // a file, or empty
    std::string deal = "hand-over";
};

struct BalanceChoice {
    BalanceMechanism mechanism = BalanceMechanism::none;
    bool automatic = false; // the application may take another
    std::string policy = "never";
    PolicySettings settings;
    std::chrono::microseconds poll = BalanceOptions().poll;
    DealPolicy deal = DealPolicy::hand_over;

    bool on() const { return mechanism != BalanceMechanism::none; }
    double poll_seconds() const { return std::chrono::duration<double>(poll).count(); }
    BalanceOptions options() const;
};

// --balance, --policy, --threshold, --donations, --poll, --trace, --deal, --job-times.
void add_balance_options(Options& command, BalanceRequest& request);

// What was not given is what balance_defaults() measures on the device. Throws InputError for unknown names, values out
// of range, and options that would have no effect.
BalanceChoice choose_balance(BalanceRequest const& request, DeviceKind device);

std::string poll_help(); // of --poll, for --help

// Reads --poll, see parse_time(). Throws InputError unless it is at least a microsecond and at most a minute.
std::chrono::microseconds parse_poll(std::string const& text);

// --checkpoint, --checkpoint-every, --resume, --part and --merge of an application's command.

struct CheckpointRequest {
    std::string file;    // empty: none, or the same as `resumed`
    std::string resumed; // empty: no file must be there
    double every = 60;
    bool has_every = false;          // it was given
    std::string part;                // as typed: 3/16; empty: all
    std::vector<std::string> merged; // the files of all parts; empty: none

    bool is_part() const; // of several
    bool on() const { return !file.empty() || !resumed.empty() || !merged.empty(); }
    std::string const& written() const { return file.empty() ? resumed : file; }
};

void add_checkpoint_options(Options& command, CheckpointRequest& request);

// Throws InputError if it is not two numbers, as 3/16. Empty: the whole.
PartOfRun part_of(std::string const& typed);

// The files that are read.
void add_checkpoint_files(CommandFiles& files, CheckpointRequest const& request);
// Throws InputError for a time between checkpoints without a checkpoint, and for a part without a file or with an output: a
// part's counts are in its file, and mean nothing before all are merged. `other_output`: an output that is asked for beside
// `output`, or empty.
struct OutputRequest;
void check_checkpoint(CheckpointRequest const& request, OutputRequest const& output, std::string const& other_output);
// What a part has done, for a person.
std::string part_table(CheckpointRequest const& request, Graph const& graph, RunResult const& result);

// The options as the runtime takes them. `key` tells which run it is.
CheckpointOptions checkpoint_options(CheckpointRequest const& request, std::string key);

// --json, --csv, --progress, --verify, --estimate; and the files of all options of a command.

enum class ProgressMode { automatic, off, json }; // automatic: a bar if standard error is a terminal

// As typed.
struct OutputRequest {
    std::string json;   // a file, "-", or empty
    std::string csv;    // likewise
    std::string verify; // empty, "all" or a number of roots
    bool estimate = false;
    bool explain = false;
    std::string progress = "auto";

    bool prints_plan() const { return estimate || explain; }
    ProgressMode progress_mode() const;
};

// --progress alone, and what it says.
void add_progress_option(Options& command, std::string& progress);
ProgressMode progress_mode_of(std::string const& progress);

// --json, --csv and --progress. `rows`: what --csv writes.
void add_output_options(Options& command, OutputRequest& request, std::string const& rows);
// --verify; `of_some`: --verify=ROOTS, too, else it takes no value.
void add_verify_option(Options& command, OutputRequest& request, bool of_some);
// --estimate and --explain. To be called last: they exclude the options of that name, and those above.
void add_plan_options(Options& command, OutputRequest& request, bool has_explain,
                      std::vector<std::string> const& excluded);

// Where the outputs of a command go, each by its option.
class OutputTargets {
public:
    // An empty target is none.
    void add(std::string option, std::string target);
    void add_list(std::string option, std::string target); // it is written while the run goes on
    void add_file(std::string option, std::string path);   // no output of counts: "-" is a file of that name

    // To be called before anything is read or opened. Throws InputError where a file is written twice or is one of `read`, and
    // where two outputs are standard output; Error for a result that could not be written.
    void check(CommandFiles read) const;

    bool to_standard_output() const;
    bool streams_to_standard_output() const; // while the run goes on

private:
    std::vector<std::pair<std::string, std::string>> results_, lists_, files_;
};

// --list, --list-format, --limit: where listed subgraphs go, and how many.

enum class ListFormat { text, binary };

// As typed. A member without a value was not given.
struct ListRequest {
    std::string target; // a file, "-", or empty: nothing is listed
    std::optional<std::string> format;
    std::optional<std::int64_t> limit;
    bool is_gathered = false; // in one list, if there are several processes

    bool on() const { return !target.empty(); }
    bool to_standard_output() const { return target == "-"; }
    ListFormat format_of_target() const { // the given format; if none was given, binary for a name that ends in .bin
        bool const binary = format ? *format == "binary" : target.ends_with(".bin");
        return binary ? ListFormat::binary : ListFormat::text;
    }
};

// `has_ranks`: the command serves --gather. Returns: --list, so that other options can exclude it.
Option add_list_options(Options& command, ListRequest& request, bool has_ranks);

// Throws InputError for a limit below 1.
void check_list(ListRequest const& request);

// --per-vertex, --per-edge, --per-orbit, --local-format: where counts per vertex, edge and orbit go.

enum class LocalFormat { csv, binary };

// As typed. A member without a value was not given.
struct LocalRequest {
    std::string vertices; // a file, "-", or empty
    std::string edges;    // the same
    std::string orbits;   // the same; counts of each vertex by orbit
    std::optional<std::string> format;

    bool on() const { return !vertices.empty() || !edges.empty() || !orbits.empty(); }
    bool to_standard_output() const { return vertices == "-" || edges == "-" || orbits == "-"; }
    LocalFormat format_of(std::string const& target) const { // the given format; if none, binary for a name.bin
        bool const binary = format ? *format == "binary" : target.ends_with(".bin");
        return binary ? LocalFormat::binary : LocalFormat::csv;
    }
};

// Throws InputError for a format without a file.
void check_local(LocalRequest const& request);

// `list` is the option that excludes these. `of_orbits`: subgraphs are matches of a pattern, which has orbits. Other
// subgraphs have counts per edge.
void add_local_options(Options& command, LocalRequest& request, Option list, bool of_orbits);

} // namespace cerrado::command
