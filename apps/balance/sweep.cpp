#include "balance/sweep.hpp"

#include "balance/command.hpp"
#include "command/options/application.hpp"
#include "command/options/inputs.hpp"
#include "command/options/run_options.hpp"
#include "command/output/output.hpp"
#include "command/run/application_run.hpp"
#include "command/run/work.hpp"

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/loadbalance/policy.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/run/calibration.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <compare>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace cerrado::command {
namespace {

// The CSV file of a sweep. It has one row per run. Each row is written whole, so that a sweep can go on where it was
// stopped.

// The count that a row belongs to: application, graph, k, algorithm and device.
struct SweepWork {
    std::string application, graph, k, algorithm, device;
    auto operator<=>(SweepWork const&) const = default; // NOLINT(modernize-use-nullptr): not ours
};

// The run that a row belongs to.
struct SweepKey : SweepWork {
    std::string mechanism, policy, threshold, donations, workers, poll_seconds, repeat;
    auto operator<=>(SweepKey const&) const = default; // NOLINT(modernize-use-nullptr): not ours
};

struct SweepRow : SweepKey {
    std::string count, pattern_sum, seconds, donated, stops, stop_seconds, workers_used, device_name;
};

class SweepTable {
public:
    // Opens or creates the file. Removes a row that was cut off, with a line on standard error. Throws InputError for
    // another kind of file. Throws Error if the file cannot be written, if another sweep is using it, or if its counts
    // disagree.
    explicit SweepTable(std::string path);
    ~SweepTable();
    SweepTable(SweepTable const&) = delete;
    SweepTable& operator=(SweepTable const&) = delete;

    // Returns: the row, or null if there is none.
    SweepRow const* find(SweepKey const& key) const;

    // Returns: the value that all rows of `work` have in a field, apart from empty ones. It is "" if there is no value
    // or several.
    std::string common_value(SweepWork const& work, std::string SweepKey::*field) const;

    // Adds a row to the file, whole. Throws Error if its counts differ from those of the other rows of its graph and k.
    void add(SweepRow const& row);

private:
    void load();
    void cut_last_line(std::string& text);
    void take(SweepRow const& row);
    void append(std::string const& text);
    [[noreturn]] void fail(char const* what) const;
    [[noreturn]] void refuse(std::size_t line) const;

    std::string path_;
    int descriptor_ = -1;
    std::map<SweepKey, SweepRow> rows_;
    std::map<std::array<std::string, 3>, SweepRow> counts_; // by application, graph and k: the first row
};

struct SweepRequest {
    std::string application;
    std::string graph;
    GraphMarksRequest marks;
    int k = 0;
    std::string algorithm = "fast";
    std::string device = "auto";
    std::string mechanisms = "none,stop,share";
    std::string policies = "dumato";
    std::string thresholds; // this and the next two may be empty; take_recorded() and take_measured() fill them
    std::string donations;
    std::string poll;
    std::string workers = "0";
    int repeat = 3;
    std::string csv;
};

// One combination of settings. Without a mechanism it has no policy and no settings.
struct SweepPoint {
    BalanceMechanism mechanism = BalanceMechanism::none;
    std::string policy;
    PolicySettings settings;
    int workers = 0; // CUDA warps or host threads; 0: the device's default
};

constexpr double resolution = 1e9; // values are rounded to 1e-9, so 0.1:0.9:0.1 contains 0.3

template <class Number> std::optional<Number> whole_number(std::string const& text) {
    Number number{};
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::vector<std::string> split(std::string const& text, char separator) {
    std::vector<std::string> words;
    std::size_t begin = 0;
    for (;;) {
        std::size_t const end = std::min(text.find(separator, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        if (end == text.size()) return words;
        begin = end + 1;
    }
}

double share_of(std::string const& what, std::string const& word) {
    std::optional<double> const share = whole_number<double>(word);
    if (!share || !(*share >= 0 && *share <= 1)) {
        throw InputError(fmt::format("{} '{}': expected a number from 0 to 1", what, word));
    }
    return std::round(*share * resolution) / resolution;
}

} // namespace

std::vector<std::string> parse_words(std::string const& what, std::string const& text) {
    std::vector<std::string> words = split(text, ',');
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (word->empty())
            throw InputError(fmt::format("{} '{}': there is an empty word between commas: leave it out", what, text));
        if (std::find(words.begin(), word, *word) != word) {
            throw InputError(fmt::format("{} '{}': {} comes twice: give it once", what, text, *word));
        }
    }
    return words;
}

std::vector<double> parse_shares(std::string const& what, std::string const& text) {
    std::vector<double> shares;
    std::vector<std::string> const parts = split(text, ':');
    if (parts.size() == 1) {
        for (std::string const& word : parse_words(what, text)) shares.push_back(share_of(what, word));
        return shares;
    }
    if (parts.size() != 3) throw InputError(fmt::format("{} '{}': expected a,b,c or FROM:TO:STEP", what, text));
    double const from = share_of(what, parts[0]);
    double const to = share_of(what, parts[1]);
    double const step = share_of(what, parts[2]);
    if (step < 1e-3 || to < from) {
        throw InputError(fmt::format("{} '{}': expected FROM <= TO and a STEP of at least 0.001", what, text));
    }
    int const count = static_cast<int>(std::floor((to - from) / step + 1e-6)) + 1;
    for (int i = 0; i < count; ++i) shares.push_back(std::round((from + i * step) * resolution) / resolution);
    return shares;
}

std::vector<int> parse_numbers(std::string const& what, std::string const& text, int least, int most) {
    std::vector<int> numbers;
    for (std::string const& word : parse_words(what, text)) {
        std::optional<int> const number = whole_number<int>(word);
        if (!number || *number < least || *number > most) {
            throw InputError(fmt::format("{} '{}': expected a whole number from {} to {}", what, word, least, most));
        }
        numbers.push_back(*number);
    }
    return numbers;
}

namespace {

struct Column {
    char const* name;
    std::string SweepRow::*field;
};

constexpr Column columns[] = {{"app", &SweepRow::application},
                              {"graph", &SweepRow::graph},
                              {"k", &SweepRow::k},
                              {"algorithm", &SweepRow::algorithm},
                              {"device", &SweepRow::device},
                              {"mechanism", &SweepRow::mechanism},
                              {"policy", &SweepRow::policy},
                              {"threshold", &SweepRow::threshold},
                              {"donations", &SweepRow::donations},
                              {"workers", &SweepRow::workers},
                              {"poll_seconds", &SweepRow::poll_seconds},
                              {"repeat", &SweepRow::repeat},
                              {"count", &SweepRow::count},
                              {"pattern_sum", &SweepRow::pattern_sum},
                              {"seconds", &SweepRow::seconds},
                              {"donated", &SweepRow::donated},
                              {"stops", &SweepRow::stops},
                              {"stop_seconds", &SweepRow::stop_seconds},
                              {"workers_used", &SweepRow::workers_used},
                              {"device_name", &SweepRow::device_name}};

std::string line_of(SweepRow const& row) {
    std::string line;
    for (Column const& column : columns) line += (line.empty() ? "" : ",") + csv_field(row.*column.field);
    return line + '\n';
}

// Splits a line of CSV into its fields. No field has a line end, so a quoted field stays within its line.
std::vector<std::string> fields_of(std::string const& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            bool const doubled = quoted && i + 1 < line.size() && line[i + 1] == '"';
            if (doubled)
                fields.back() += line[++i];
            else
                quoted = !quoted;
        } else if (line[i] == ',' && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += line[i];
        }
    }
    return fields;
}

std::string header_line() {
    SweepRow names;
    for (Column const& column : columns) names.*column.field = column.name;
    return line_of(names);
}

// Returns: the row of a line, or nothing if the line has more or fewer fields than a row.
std::optional<SweepRow> row_of(std::string const& line) {
    std::vector<std::string> fields = fields_of(line);
    if (fields.size() != std::size(columns)) return std::nullopt;
    SweepRow row;
    for (std::size_t i = 0; i < fields.size(); ++i) row.*columns[i].field = std::move(fields[i]);
    return row;
}

SweepTable::SweepTable(std::string path) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("could not be opened for writing");
    try {
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) fail("is in use by another sweep");
        load();
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

SweepTable::~SweepTable() { ::close(descriptor_); }

void SweepTable::fail(char const* what) const {
    throw Error(fmt::format("{}: {} ({}); choose another file with --csv", path_, what, std::strerror(errno)));
}

void SweepTable::refuse(std::size_t line) const {
    throw InputError(fmt::format("{}:{}: this is not a table of a sweep: choose another file with --csv", path_, line));
}

void SweepTable::load() {
    std::string text;
    char buffer[1 << 16];
    for (;;) {
        ssize_t const count = ::read(descriptor_, buffer, sizeof buffer);
        if (count < 0) fail("could not be read");
        if (count == 0) break;
        text.append(buffer, static_cast<std::size_t>(count));
    }
    std::string const header = header_line();
    if (text.compare(0, header.size(), header, 0, std::min(text.size(), header.size())) != 0) refuse(1);
    cut_last_line(text);
    if (text.empty()) return append(header);
    std::size_t number = 1;
    for (std::size_t begin = header.size(); begin < text.size();) {
        std::size_t const end = text.find('\n', begin);
        std::optional<SweepRow> const row = row_of(text.substr(begin, end - begin));
        begin = end + 1;
        ++number;
        if (!row) refuse(number);
        take(*row);
    }
}

void SweepTable::cut_last_line(std::string& text) {
    if (text.empty() || text.back() == '\n') return;
    std::size_t const end = text.rfind('\n');
    std::size_t const keep = end == std::string::npos ? 0 : end + 1;
    if (::ftruncate(descriptor_, static_cast<off_t>(keep)) != 0) fail("could not be shortened");
    text.resize(keep);
    print_message("{}: the last row was incomplete and was removed\n", path_);
}

SweepRow const* SweepTable::find(SweepKey const& key) const {
    auto const found = rows_.find(key);
    return found == rows_.end() ? nullptr : &found->second;
}

std::string SweepTable::common_value(SweepWork const& work, std::string SweepKey::*field) const {
    std::string common;
    for (auto const& [key, row] : rows_) {
        std::string const& value = key.*field;
        if (value.empty() || static_cast<SweepWork const&>(key) != work) continue;
        if (!common.empty() && common != value) return "";
        common = value;
    }
    return common;
}

void SweepTable::add(SweepRow const& row) {
    append(line_of(row));
    take(row);
}

void SweepTable::take(SweepRow const& row) {
    rows_.insert_or_assign(row, row);
    SweepRow const& first = counts_.emplace(std::array{row.application, row.graph, row.k}, row).first->second;
    if (first.count == row.count && first.pattern_sum == row.pattern_sum) return;
    auto const named = [](SweepRow const& r) {
        std::string text = r.count + " with";
        for (std::string const& field : {r.device, r.mechanism, r.policy, r.threshold, r.donations, r.workers})
            text += (field.empty() ? "" : " ") + field;
        return text + " workers";
    };
    throw Error(fmt::format(
        "{}: {} of {}, k={}: the counts disagree: {}, and {}; do not use them, report this with the command "
        "line (or has the graph changed?)",
        path_, row.application, row.graph, row.k, named(first), named(row)));
}

void SweepTable::append(std::string const& text) {
    ssize_t written = 0;
    do {
        written = ::write(descriptor_, text.data(), text.size());
    } while (written < 0 && errno == EINTR);
    if (written == static_cast<ssize_t>(text.size())) return;
    if (written >= 0) errno = ENOSPC;
    fail("a row could not be written whole");
}

constexpr int most_donations = 1 << 20;

constexpr int most_workers = 1 << 20;

std::vector<PolicySettings> settings_of(SweepRequest const& request) {
    std::vector<PolicySettings> all;
    std::vector<int> const donations = parse_numbers("--donations", request.donations, 1, most_donations);
    for (double const threshold : parse_shares("--thresholds", request.thresholds)) {
        for (int const count : donations) all.push_back({threshold, static_cast<std::uint32_t>(count)});
    }
    return all;
}

void fill(std::string& field, std::string const& value) {
    if (field.empty()) field = value;
}

// Takes settings that were not given from the rows of `work`, if these rows agree. So a resumed sweep keeps its
// settings, even if new measurements differ.
void take_recorded(SweepRequest& request, SweepTable const& table, SweepWork const& work) {
    fill(request.thresholds, table.common_value(work, &SweepKey::threshold));
    fill(request.donations, table.common_value(work, &SweepKey::donations));
    std::string const seconds = table.common_value(work, &SweepKey::poll_seconds);
    if (!seconds.empty()) fill(request.poll, seconds + "s");
}

// Takes settings that are still missing from balance_defaults(), which measures them.
void take_measured(SweepRequest& request, DeviceKind device) {
    if (!request.thresholds.empty() && !request.donations.empty() && !request.poll.empty()) return;
    BalanceDefaults const& defaults = balance_defaults(device);
    fill(request.thresholds, fmt::to_string(defaults.threshold));
    fill(request.donations, fmt::to_string(defaults.donations));
    fill(request.poll, fmt::format("{}us", defaults.poll.count()));
}

// Returns: every combination once, and `none` once for each worker count. Requires: no field of the request is empty.
// Throws InputError for a list that cannot be read.
std::vector<SweepPoint> sweep_points(SweepRequest const& request) {
    std::vector<PolicySettings> const settings = settings_of(request);
    std::vector<std::string> const policies = parse_words("--policies", request.policies);
    for (std::string const& policy : policies) policy_description(policy); // refuses unknown names
    std::vector<SweepPoint> points;
    for (int const workers : parse_numbers("--workers", request.workers, 0, most_workers)) {
        for (std::string const& word : parse_words("--mechanisms", request.mechanisms)) {
            BalanceMechanism const mechanism = parse_mechanism(word);
            if (mechanism == BalanceMechanism::none) {
                points.push_back({mechanism, "", {}, workers});
                continue;
            }
            for (std::string const& policy : policies) {
                for (PolicySettings const& each : settings) points.push_back({mechanism, policy, each, workers});
            }
        }
    }
    return points;
}

// Returns: a checksum of the counts of all patterns (FNV-1a), so that one column can compare two runs.
std::string pattern_sum(RunResult const& result) {
    if (result.of<ByPattern>().empty()) return "";
    std::uint64_t sum = 0xcbf29ce484222325;
    for (WideCount count : result.of<ByPattern>()) {
        for (int byte = 0; byte < 16; ++byte, count >>= 8)
            sum = (sum ^ static_cast<std::uint8_t>(count)) * 0x100000001b3;
    }
    return fmt::format("{:016x}", sum);
}

std::string describe(SweepPoint const& point) {
    std::string text = to_string(point.mechanism);
    if (!point.policy.empty()) {
        text += fmt::format(" {} threshold {:g} donations {}", point.policy, point.settings.threshold,
                            point.settings.donations);
    }
    return text +
           (point.workers == 0 ? ", default workers" : ", " + counted(static_cast<WideCount>(point.workers), "worker"));
}

Parameters parameters_of(Application const& application, SweepRequest const& request) {
    Parameters parameters;
    parameters.k = request.k;
    parameters.sizes = {request.k, request.k};
    parameters.algorithm = algorithm_of(application, request.algorithm);
    parameters.device = request.device;
    return parameters;
}

class Sweep {
public:
    Sweep(Application const& application, SweepRequest const& request)
        : parameters_(parameters_of(application, request)),
          device_(resolve_device(options_of(parameters_, std::nullopt).device)),
          request_(checked(request, device_)),
          table_(request.csv) {
        graph_ = open_graph_argument(request.graph, 0, request.marks);
        take_recorded(request_, table_, work());
        take_measured(request_, device_);
        points_ = sweep_points(request_);
        poll_ = parse_poll(request_.poll);
        if (application.has_patterns) tables_ = TransitionTable::load(request.k, {});
        bound_ = application.bind({parameters_.sizes, parameters_.algorithm});
    }

    ExitCode run() {
        std::size_t const all = points_.size() * static_cast<std::size_t>(request_.repeat);
        std::size_t done = 0;
        std::size_t present = 0;
        for (int repeat = 1; repeat <= request_.repeat; ++repeat) {
            for (SweepPoint const& point : points_) {
                ++done;
                if (table_.find(key_of(point, repeat)) != nullptr) {
                    ++present;
                } else if (guard_.flag()->load() || !measure(point, repeat, fmt::format("[{}/{}]", done, all))) {
                    print_message("interrupted: {} of {} rows are in {}: give the same command again to go on\n",
                                  done - 1, all, request_.csv);
                    return ExitCode::partial;
                }
            }
        }
        if (present > 0) print_message("{} of {} rows were already in {}\n", present, all, request_.csv);
        return ExitCode::done;
    }

    std::string summary() const {
        Table table({{"workers", true},
                     {"balance"},
                     {"policy"},
                     {"threshold", true},
                     {"donations", true},
                     {"seconds", true},
                     {"of none", true},
                     {"donated", true},
                     {"stops", true}});
        for (SweepPoint const& point : points_) {
            SweepRow const row = median_row(point);
            SweepPoint const* const plain = unbalanced(point.workers);
            std::string const base = plain == nullptr ? "" : median_row(*plain).seconds;
            double const seconds = std::stod(row.seconds);
            std::string const share = base.empty() ? "-" : fmt::format("{:.1f} %", 100 * seconds / std::stod(base));
            table.add_row({{row.workers_used},
                           {row.mechanism},
                           {row.policy},
                           {row.threshold},
                           {row.donations},
                           {fmt::format("{:.4f}", seconds)},
                           {share},
                           {row.donated},
                           {row.stops}});
        }
        return fmt::format("{} of {}, k={}, {}: the median of {} each\n\n{}", request_.application, request_.graph,
                           request_.k, name_in(device_words, device_),
                           counted(static_cast<WideCount>(request_.repeat), "run"), table.text());
    }

private:
    // Refuses a request that cannot be read, before the file is created.
    static SweepRequest const& checked(SweepRequest const& request, DeviceKind device) {
        if (request.graph.find('\n') != std::string::npos)
            throw InputError("the name of the graph's file contains a line end: rename the file");
        CommandFiles files;
        add_graph_files(files, request.graph, request.marks);
        files.writes("--csv", request.csv);
        files.check();
        SweepRequest complete = request;
        take_measured(complete, device);
        sweep_points(complete);
        parse_poll(complete.poll);
        return request;
    }

    SweepWork work() const {
        return {request_.application, graph_.source, fmt::to_string(request_.k), request_.algorithm,
                std::string(name_in(device_words, device_))};
    }

    SweepKey key_of(SweepPoint const& point, int repeat) const {
        SweepKey key;
        static_cast<SweepWork&>(key) = work();
        key.mechanism = to_string(point.mechanism);
        key.policy = point.policy;
        key.workers = fmt::to_string(point.workers);
        key.repeat = fmt::to_string(repeat);
        if (point.mechanism != BalanceMechanism::none) {
            key.threshold = fmt::to_string(point.settings.threshold);
            key.donations = fmt::to_string(point.settings.donations);
            key.poll_seconds = fmt::to_string(std::chrono::duration<double>(poll_).count());
        }
        return key;
    }

    SweepRow row_of(SweepPoint const& point, int repeat, RunResult const& result) const {
        SweepRow row;
        static_cast<SweepKey&>(row) = key_of(point, repeat);
        row.count = to_string(result.count);
        row.pattern_sum = pattern_sum(result);
        row.seconds = fmt::format("{:.9f}", result.seconds.run);
        row.donated = fmt::to_string(result.balance.donated);
        row.stops = fmt::to_string(result.balance.stops);
        row.stop_seconds = fmt::format("{:.9f}", result.balance.stop_seconds);
        row.workers_used = fmt::to_string(result.device.workers);
        row.device_name = result.device.name;
        return row;
    }

    // Returns: false if the run was interrupted. Then there is no row.
    bool measure(SweepPoint const& point, int repeat, std::string const& place) {
        Parameters parameters = parameters_;
        (device_ == DeviceKind::cuda ? parameters.workers : parameters.threads) = point.workers;
        RunOptions options = options_of(parameters, tables_);
        options.interrupt = guard_.flag();
        if (point.mechanism != BalanceMechanism::none) {
            options.balance = balance_options(point.mechanism, make_policy(point.policy, point.settings), poll_);
        }
        RunResult const result = bound_->run(graph_, options);
        if (result.status != Status::complete) return false;
        table_.add(row_of(point, repeat, result));
        print_message("{} {}, repeat {}: {:.4f} s\n", place, describe(point), repeat, result.seconds.run);
        return true;
    }

    SweepPoint const* unbalanced(int workers) const {
        auto const found = std::ranges::find_if(points_, [&](SweepPoint const& point) {
            return point.mechanism == BalanceMechanism::none && point.workers == workers;
        });
        return found == points_.end() ? nullptr : &*found;
    }

    // Returns: the lower median of the repetitions by time. The table has all of them.
    SweepRow median_row(SweepPoint const& point) const {
        std::vector<SweepRow> rows;
        for (int repeat = 1; repeat <= request_.repeat; ++repeat) rows.push_back(*table_.find(key_of(point, repeat)));
        auto const seconds = [](SweepRow const& row) { return std::stod(row.seconds); };
        std::ranges::sort(rows, {}, seconds);
        return rows[(rows.size() - 1) / 2];
    }

    InterruptGuard guard_; // set from the beginning, so that Ctrl-C never loses the message about the rows
    Parameters parameters_;
    DeviceKind device_;
    SweepRequest request_;
    SweepTable table_;
    Graph graph_;
    std::vector<SweepPoint> points_;
    std::chrono::microseconds poll_{0};
    std::optional<TransitionTable> tables_;
    std::optional<BoundApplication> bound_;
};

// Runs the combinations that the table does not have yet. Repetitions are the outermost loop, so a drift of the machine
// affects all combinations alike. Progress goes to standard error, a summary to standard output. Returns: partial if it
// was interrupted. Throws Error if counts disagree.
ExitCode run_sweep(Application const& application, SweepRequest const& request) {
    check_range(application, {request.k, request.k});
    Sweep sweep(application, request);
    ExitCode const exit_code = sweep.run();
    if (exit_code == ExitCode::done) write_standard_output(sweep.summary());
    return exit_code;
}

// `cerrado balance sweep`: its options.

constexpr char footer[] =
    "\nThe sweep runs every combination, and `none` once for each worker count. The table gets one row for each run.\n"
    "The same command, given again, skips the rows that are there. If the counts of two rows differ, the exit code\n"
    "is 1.\n"
    "Lists have the form a,b,c. Thresholds may also have the form FROM:TO:STEP.\n"
    "\nExamples:\n"
    "  cerrado balance sweep clique graph.txt -k 6 --csv sweep.csv\n"
    "  cerrado balance sweep motif graph.txt -k 5 --thresholds 0.1:0.9:0.1 --workers 1600,3200,6400 --mechanisms "
    "stop,share \\\n"
    "      --csv sweep.csv\n"
    "  cerrado balance sweep clique graph.txt -k 6 --donations 1,8,16,32,64 --mechanisms stop --csv donations.csv\n"
    "  cerrado balance plot sweep.csv --to sweep.svg";

void add_grid_options(Options& command, SweepRequest& request) {
    command.add("--mechanisms", request.mechanisms, "Ways to move work: none, stop, share").shows_default();
    command.add("--policies", request.policies, "Policies from `cerrado balance policies`").shows_default();
    command.add("--thresholds", request.thresholds, "Shares of the workers that may be idle [measured]");
    command.add("--donations", request.donations, "Most traversals for each idle worker [measured]");
    command
        .add("--workers", request.workers, "Numbers of CUDA warps, or of threads on the host; 0: the device's default")
        .shows_default();
    command.add("--poll", request.poll, poll_help()).shown_as("TIME");
    command.add("--repeat", request.repeat, "Number of runs of each combination").range(1, 1000).shows_default();
}

} // namespace

void add_sweep_command(Options& balance, std::vector<Application> applications) {
    Options& command = balance.add_command("sweep", "Measure an application with many settings of load balancing");
    auto const request = std::make_shared<SweepRequest>();
    std::vector<std::string> names;
    for (Application const& application : applications) names.push_back(application.name);
    command.add("APPLICATION", request->application, joined(names, " or ")).required().one_of(names).shown_as(" ");
    add_graph(command, request->graph).required();
    add_reading_options(command, request->marks);
    command.add("-k", request->k, "Vertices of the subgraphs").required();
    command.add("--csv", request->csv, "The table to which the rows are added").required().shown_as("FILE");
    command.add("--device", request->device, "Where to run")
        .one_of({"auto", "cuda", "host", "lockstep"})
        .shows_default();
    command.add("--algorithm", request->algorithm, "An algorithm of the application, see its --help").shows_default();
    add_grid_options(command, *request);
    command.footer(footer);
    command.runs([request, applications = std::move(applications)] {
        auto const asked = std::ranges::find(applications, request->application, &Application::name);
        return run_sweep(*asked, *request);
    });
}

} // namespace cerrado::command
