// Options that several commands have: sizes, devices, times, load balancing, checkpoints, and where results go.
#pragma once

#include "command/options/application.hpp"
#include "command/options/inputs.hpp"
#include "command/options/options.hpp"

#include <cerrado/canonical/transition_table.hpp>
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

// Adds an option `name` that sets `seconds`. Its help shows the present value of `seconds` as the default.
Option add_time_option(Options& command, std::string const& name, double& seconds, std::string const& help,
                       double least = 0);

// The options of all commands that count in a graph: sizes, devices, form and time.

struct Parameters {
    int k = 0; // 0: several sizes
    Sizes sizes;
    Algorithm algorithm = Algorithm::fast;
    std::string device = "auto";
    std::vector<std::string> devices; // as typed; if there are none, `device` holds
    int threads = 0;
    int workers = 0;
    int warp_width = 0; // 0: the device's own
    int pieces = 0;     // 0: the algorithm chooses
    std::string order = "auto";
    std::uint64_t seed = 1;
    double deadline = 0;

    DeviceKind device_kind() const;
    // Returns: true if the word of --devices is auto, which leaves the choice to the program.
    bool names_no_devices() const { return devices == std::vector<std::string>{"auto"}; }
    bool asks_to_share() const; // several devices or processes
};

// An OptionText of the command line: "--order degree".
std::string option_text(std::string_view option, std::string_view value);

// Returns: the options that follow from the parameters, without load balancing. `tables` must outlive them.
RunOptions options_of(Parameters const& parameters, std::optional<TransitionTable> const& tables);

// Adds -k, --all, --min-k and --max-k.
void add_sizes_options(Options& command, Application const& application, SizeRequest& sizes);
// Throws InputError if no size is given. `least` stands for a --min-k that was not given.
Sizes sizes_of(SizeRequest const& request, int least);

void add_device_options(Options& command, Parameters& parameters); // adds --device and --threads
// Adds --device, --threads and --deadline.
void add_where_options(Options& command, Parameters& parameters);
// Adds --devices. `help` begins its help.
void add_devices_option(Options& command, Parameters& parameters, std::string const& help);
// Adds --devices, --isolate and --read-each, for a run that several devices and processes share.
void add_sharing_options(Options& command, Parameters& parameters, GraphMarksRequest* marks);
// Returns: the devices that the words of --devices name. `auto` alone names all CUDA devices, if there are any. Throws
// InputError for an unknown word.
std::vector<DeviceName> devices_asked(std::vector<std::string> words);
// Adds the options of add_where_options() and add_sharing_options(), and --workers, --warp-width, --pieces, --order and
// --algorithm.
void add_run_options(Options& command, Application const& application, Parameters& parameters, GraphMarksRequest& marks,
                     std::string& algorithm);

// The options about load balancing that every application has, and the settings that follow from them.

struct BalanceRequest : BalanceWords {
    std::string trace;     // a file, or empty
    std::string job_times; // a file, or empty
};

// Adds --balance, --policy, --threshold, --donations, --poll, --trace, --deal and --job-times.
void add_balance_options(Options& command, BalanceRequest& request);

std::string poll_help(); // the help of --poll

// Reads --poll. Throws InputError as parse_time() and poll_of() do.
std::chrono::microseconds parse_poll(std::string const& text);

// --checkpoint, --checkpoint-every, --resume, --part and --merge of an application's command.

struct CheckpointRequest {
    std::string file;    // empty if none is given; then the run writes to `resumed`
    std::string resumed; // empty if no file has to exist
    double every = 60;
    bool has_every = false;          // `every` was given
    std::string part;                // as typed, such as 3/16; empty: the whole run
    std::vector<std::string> merged; // the files of all parts; empty: none

    bool is_part() const; // true for one of several parts
    bool on() const { return !file.empty() || !resumed.empty() || !merged.empty(); }
    std::string const& written() const { return file.empty() ? resumed : file; }
};

void add_checkpoint_options(Options& command, CheckpointRequest& request);

// Returns: the part that the text names, the whole run if it is empty. Throws InputError if it is not like 3/16.
PartOfRun part_of(std::string const& typed);

// Adds the checkpoints that the command reads.
void add_checkpoint_files(CommandFiles& files, CheckpointRequest const& request);
// Throws InputError for a time between checkpoints without a checkpoint, and for a part without a file or with an
// output: a part keeps its counts in its file, and they mean nothing before all parts are merged. `other_output`: an
// output that is asked for beside `output`, or empty.
struct OutputRequest;
void check_checkpoint(CheckpointRequest const& request, OutputRequest const& output, std::string const& other_output);
// Returns: a report of a part, for a person.
std::string part_table(CheckpointRequest const& request, Graph const& graph, RunResult const& result);

// Returns: the options as the runtime takes them. `key` identifies the run.
CheckpointOptions checkpoint_options(CheckpointRequest const& request, std::string key);

// --json, --csv, --report, --plot, --progress, --verify, --estimate; and the files of all options of a command.

enum class ProgressMode { automatic, off, json }; // automatic: a bar if standard error is a terminal

// The options as typed.
struct OutputRequest {
    std::string json;   // a file, "-", or empty
    std::string csv;    // the same
    std::string report; // the same: a page
    std::string plot;   // the same: a picture
    std::string verify; // empty, "all" or a number of roots
    bool estimate = false;
    bool explain = false;
    std::string progress = "auto";

    bool prints_plan() const { return estimate || explain; }
    ProgressMode progress_mode() const;
};

// Adds --progress alone. The second function reads its value.
void add_progress_option(Options& command, std::string& progress);
ProgressMode progress_mode_of(std::string const& progress);

// Adds --json, --csv, --report, --plot and --progress. `rows`: the rows that --csv writes, for its help.
void add_output_options(Options& command, OutputRequest& request, std::string const& rows);
void add_report_option(Options& command, std::string& report); // adds --report alone
// Returns: a checksum of edges, ids, directions, labels and names, by which a checkpoint knows its graph.
std::string checksum_text(Graph const& graph);
// Returns: the file that has all rows as CSV, if the page of --report has only the first ones.
std::string csv_beside_report(std::string const& report);
// Adds --verify. If `of_some` is set, --verify=ROOTS is allowed; else --verify takes no value.
void add_verify_option(Options& command, OutputRequest& request, bool of_some);
// Adds --estimate and --explain, which exclude --json, --csv, --report, --plot, --verify and the options `excluded`. Call it after these
// options were added.
void add_plan_options(Options& command, OutputRequest& request, bool has_explain,
                      std::vector<std::string> const& excluded);

// The targets of a command's outputs, with the option of each.
class OutputTargets {
public:
    // An empty target is no output.
    void add(std::string option, std::string target);
    void add(OutputRequest const& request);                // --json, --csv, --report and --plot
    void add_list(std::string option, std::string target); // an output that is written during the run
    void add_file(std::string option, std::string path);   // a file for which "-" is an ordinary name

    // Call it before anything is read or opened. Throws InputError if a file is written twice or is one of `read`, or
    // if two outputs are standard output. Throws Error if a result could not be written.
    void check(CommandFiles read) const;

    bool to_standard_output() const;
    bool streams_to_standard_output() const; // during the run

private:
    std::vector<std::pair<std::string, std::string>> results_, lists_, files_;
};

// --list, --list-format, --limit: the target and the number of listed subgraphs.

enum class ListFormat { text, binary };

// The options as typed. A member without a value was not given.
struct ListRequest {
    std::string target; // a file, "-", or empty: nothing is listed
    std::optional<std::string> format;
    std::optional<std::int64_t> limit;
    bool is_gathered = false; // several processes write one list

    bool on() const { return !target.empty(); }
    bool to_standard_output() const { return target == "-"; }
    ListFormat format_of_target() const { // the given format; if none was given, binary for a name that ends in .bin
        bool const binary = format ? *format == "binary" : target.ends_with(".bin");
        return binary ? ListFormat::binary : ListFormat::text;
    }
};

// Adds --list, --list-format and --limit, and --gather if `has_ranks` is set. Returns: --list, so that other options
// can exclude it.
Option add_list_options(Options& command, ListRequest& request, bool has_ranks);

// Throws InputError for a limit below 1.
void check_list(ListRequest const& request);

// --per-vertex, --per-edge, --per-orbit, --local-format: the files of counts per vertex, edge and orbit.

enum class LocalFormat { csv, binary };

// The options as typed. A member without a value was not given.
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

// Adds the options, which exclude `list`. `of_orbits`: subgraphs are matches of a pattern, which has orbits. Other
// subgraphs have counts per edge.
void add_local_options(Options& command, LocalRequest& request, Option list, bool of_orbits);

} // namespace cerrado::command
