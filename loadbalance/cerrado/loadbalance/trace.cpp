#include <cerrado/loadbalance/trace.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/io/output_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string_view>
#include <unistd.h>

namespace cerrado {

namespace {

using Json = nlohmann::json;

constexpr std::uint32_t most_workers = 1u << 24;

PolicySettings settings_of(Json const& json) {
    return {json.at("threshold").get<double>(), json.at("donations").get<std::uint32_t>(),
            json.at("seed").get<std::uint64_t>()};
}

TraceHeader header_of(Json const& json) {
    TraceHeader header;
    header.application = json.at("app").get<std::string>();
    header.graph = json.at("graph").get<std::string>();
    header.k = json.at("k").get<int>();
    header.algorithm = json.at("algorithm").get<std::string>();
    header.mechanism = parse_mechanism(json.at("mechanism").get<std::string>());
    header.policy = json.at("policy").get<std::string>();
    header.settings = settings_of(json.at("settings"));
    header.poll_seconds = json.at("poll_seconds").get<double>();
    header.workers = json.at("workers").get<std::uint32_t>();
    header.device = json.at("device").get<std::string>();
    return header;
}

std::vector<Donation> donations_of(Json const& json) {
    std::vector<Donation> donations;
    for (Json const& pair : json)
        donations.push_back({pair.at(0).get<std::uint32_t>(), pair.at(1).get<std::uint32_t>()});
    return donations;
}

void apply_changes(std::vector<WorkerState>& workers, Json const& changes) {
    for (Json const& change : changes) {
        workers.at(change.at(0).get<std::size_t>()) = {change.at(1).get<int>() != 0, change.at(2).get<std::uint32_t>()};
    }
}

WorkerState state_of(std::int64_t number) {
    return {number >= 0, static_cast<std::uint32_t>(number >= 0 ? number : -1 - number)};
}

} // namespace

struct TraceReader::Line {
    Json json;
};

TraceReader::TraceReader(std::string path) : path_(std::move(path)) {
    if (std::filesystem::is_directory(path_))
        throw InputError(path_ + ": this is a directory; expected a trace, see --trace");
    file_.open(path_, std::ios::binary);
    if (!file_) throw InputError(path_ + ": the trace cannot be opened; is the name right?");
    read_header();
    look_.workers.resize(header_.workers);
}

void TraceReader::refuse(std::string const& what) const {
    throw InputError(fmt::format("{}:{}: {}; expected a trace as --trace writes it", path_, line_number_, what));
}

// A line without its end was being written when the run was killed.
bool TraceReader::read_line(std::string& line) {
    if (!std::getline(file_, line)) return false;
    ++line_number_;
    if (!file_.eof()) return true;
    note_ = fmt::format("{}:{}: the last line is cut off, and was left out", path_, line_number_);
    return false;
}

void TraceReader::read_header() {
    std::string line;
    if (!read_line(line)) {
        line_number_ = 1;
        refuse(note_.empty() ? "the file is empty" : "the first line is cut off");
    }
    try {
        Json const json = Json::parse(line);
        if (json.at("format") != "cerrado-trace") refuse("another format");
        if (json.at("version") != trace_version) {
            refuse(fmt::format("the trace has version {} of the format, and this program reads version {}",
                               json.at("version").dump(), trace_version));
        }
        header_ = header_of(json);
    } catch (Json::exception const&) {
        refuse("the first line is no header of a trace");
    }
    if (header_.workers > most_workers)
        refuse(fmt::format("the header has {} workers, which are too many", header_.workers));
}

bool TraceReader::next() {
    since_states_ = 0;
    while (!end_) {
        std::string line;
        if (!read_line(line)) {
            if (note_.empty())
                note_ = fmt::format("{}: the trace has no end: the run was killed or still goes on", path_);
            return false;
        }
        if (take_line(line)) return true;
    }
    return false;
}

// Returns true if the line is a look with states.
bool TraceReader::take_line(std::string const& text) {
    try {
        Line const line{Json::parse(text)};
        Json const& json = line.json;
        since_states_ += json.at("skipped").get<std::uint64_t>();
        looks_ += json.at("skipped").get<std::uint64_t>();
        if (json.contains("end")) {
            end_ = TraceEnd{json.at("end").get<double>(), json.at("status").get<std::string>(),
                            json.at("thinned").get<std::uint64_t>()};
            return false;
        }
        ++looks_;
        if (json.contains("reason") || json.contains("donations")) {
            take_look(line);
            return true;
        }
        ++since_states_;
        if (json.at("rebalance").get<bool>()) refuse("a look rebalances, but has no states");
        return false;
    } catch (Json::exception const&) {
        refuse("a damaged line");
    } catch (std::out_of_range const&) {
        refuse(fmt::format("a worker has a number beyond the {} of the header", header_.workers));
    }
}

void TraceReader::take_look(Line const& line) {
    Json const& json = line.json;
    look_.skipped = since_states_;
    look_.seconds = json.at("time").get<double>();
    look_.queued_jobs = json.at("queued").get<std::uint64_t>();
    look_.shared_jobs = json.at("shared").get<std::uint64_t>();
    look_.donated = json.at("donated").get<std::uint64_t>();
    look_.stop_seconds = json.at("stop_seconds").get<double>();
    take_states(line);
    look_.decision = {json.at("rebalance").get<bool>(), json.at("reason").get<std::string>(),
                      donations_of(json.at("donations"))};
}

void TraceReader::take_states(Line const& line) {
    Json const& json = line.json;
    if (json.contains("all")) {
        Json const& all = json.at("all");
        if (all.size() != look_.workers.size()) {
            refuse(
                fmt::format("the look has states of {} workers, but the header has {}", all.size(), header_.workers));
        }
        for (std::size_t i = 0; i < all.size(); ++i) look_.workers[i] = state_of(all[i].get<std::int64_t>());
    } else {
        apply_changes(look_.workers, json.at("changes"));
    }
    if (look_.states().active() != json.at("active").get<std::size_t>()) {
        refuse("the changes do not lead to the number of active workers: a line is missing");
    }
}

// Lines are kept in memory. They are written if there are many, or if the last write is some time ago. The first
// failure is kept.
class TraceWriter::File {
public:
    explicit File(std::string path) : path_(std::move(path)) {
        descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (descriptor_ < 0) {
            throw Error(fmt::format("{}: the trace could not be created ({}); choose another place", path_,
                                    std::strerror(errno)));
        }
    }
    ~File() {
        flush();
        ::close(descriptor_);
    }
    File(File const&) = delete;
    File& operator=(File const&) = delete;

    fmt::memory_buffer& buffer() { return buffer_; }

    void end_line() {
        buffer_.push_back('\n');
        auto const now = Clock::now();
        if (buffer_.size() < flush_bytes && now - last_flush_ < std::chrono::milliseconds(50)) return;
        flush();
        last_flush_ = now;
    }

    void flush() {
        std::size_t written = 0;
        while (error_ == 0 && written < buffer_.size()) {
            ssize_t const count = ::write(descriptor_, buffer_.data() + written, buffer_.size() - written);
            if (count >= 0)
                written += static_cast<std::size_t>(count);
            else if (errno != EINTR)
                error_ = errno;
        }
        buffer_.clear();
    }

    void fail(int error) noexcept { error_ = error; }

    void require_written() const {
        if (error_ == 0) return;
        throw Error(
            fmt::format("{}: the trace could not be written completely ({}); free some disk space or choose another "
                        "disk; the part that is there can be read",
                        path_, std::strerror(error_)));
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t flush_bytes = std::size_t{1} << 20;

    std::string path_;
    int descriptor_ = -1;
    int error_ = 0;
    fmt::memory_buffer buffer_;
    Clock::time_point last_flush_ = Clock::now();
};

namespace {

std::string json_string(std::string const& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool operator==(WorkerState const& a, WorkerState const& b) { return a.active == b.active && a.weight == b.weight; }

void append_text(fmt::memory_buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

void append_number(fmt::memory_buffer& out, std::uint64_t number) {
    fmt::format_int const digits(number);
    append_text(out, {digits.data(), digits.size()});
}

// States are the greater part of a trace, so they are written without a format string.
void append_changes(fmt::memory_buffer& out, std::vector<WorkerState> const& last, WorkerStates const& states) {
    char const* opening = "[";
    for (std::size_t i = 0; i < last.size(); ++i) {
        WorkerState const now = states.workers[i];
        if (now == last[i]) continue;
        append_text(out, opening);
        append_number(out, i);
        append_text(out, now.active ? ",1," : ",0,");
        append_number(out, now.weight);
        out.push_back(']');
        opening = ",[";
    }
}

// The weight of an active worker is written as it is. The weight of an idle worker is written as a number below 0: -1
// for 0, -2 for 1.
void append_all(fmt::memory_buffer& out, WorkerStates const& states) {
    char const* separator = "";
    for (WorkerState const& now : states.workers) {
        append_text(out, separator);
        if (!now.active) out.push_back('-');
        append_number(out, std::uint64_t{now.weight} + (now.active ? 0 : 1));
        separator = ",";
    }
}

// Returns true if the list of all workers is shorter than that of the changes.
bool most_changed(std::vector<WorkerState> const& last, WorkerStates const& states) {
    std::size_t changes = 0;
    for (std::size_t i = 0; i < last.size(); ++i) changes += states.workers[i] == last[i] ? 0 : 1;
    return 3 * changes > last.size();
}

void append_donations(fmt::memory_buffer& out, std::vector<Donation> const& donations) {
    char const* separator = "";
    for (Donation const& donation : donations) {
        out.append(fmt::format("{}[{},{}]", separator, donation.worker, donation.count));
        separator = ",";
    }
}

} // namespace

TraceWriter::TraceWriter(std::string path, TraceHeader header, std::size_t dense_bytes)
    : file_(std::make_unique<File>(std::move(path))),
      header_(std::move(header)),
      dense_bytes_(dense_bytes) {}

TraceWriter::~TraceWriter() = default;

void TraceWriter::operator()(BalanceObservation const& observation) noexcept {
    try {
        if (!begun_) write_header(observation.states.workers.size());
        take(observation);
    } catch (std::bad_alloc const&) {
        file_->fail(ENOMEM);
    } catch (...) {
        file_->fail(EIO);
    }
}

void TraceWriter::finish(double seconds, Status status) {
    if (!begun_) write_header(0);
    file_->buffer().append(fmt::format(R"({{"end":{},"skipped":{},"thinned":{},"status":{}}})", seconds, skipped_,
                                       thinned_, json_string(std::string(to_string(status)))));
    file_->end_line();
    file_->flush();
    file_->require_written();
}

void TraceWriter::take(BalanceObservation const& observation) {
    WorkerStates const& states = observation.states;
    bool const kept = observation.decision.rebalance || observation.stop_seconds > 0 || first_look_;
    first_look_ = false;
    if (!kept && !changed(states)) {
        ++skipped_;
    } else if (kept || states_pace_.due(states.seconds)) {
        write_states(observation);
    } else {
        ++thinned_;
        if (brief_pace_.due(states.seconds) && summary_changed(states))
            write_brief(observation);
        else
            ++skipped_;
    }
}

bool TraceWriter::summary_changed(WorkerStates const& states) const {
    return states.queued_jobs != last_queued_ || states.shared_jobs != last_shared_ || states.active() != last_active_;
}

bool TraceWriter::changed(WorkerStates const& states) const {
    if (summary_changed(states)) return true;
    for (std::size_t i = 0; i < last_.size(); ++i) {
        if (!(states.workers[i] == last_[i])) return true;
    }
    return false;
}

void TraceWriter::Pace::count(double seconds, std::size_t line_bytes, std::size_t dense_bytes) {
    last = seconds;
    bytes += line_bytes;
    if (dense_bytes == 0 || bytes < dense_bytes) return;
    bytes = 0;
    distance = distance == 0 ? first : 2 * distance;
}

void TraceWriter::write_header(std::size_t workers) {
    begun_ = true;
    last_.resize(workers);
    file_->buffer().append(fmt::format(
        R"({{"format":"cerrado-trace","version":{},"app":{},"graph":{},"k":{},"algorithm":{},"mechanism":"{}",)"
        R"("policy":{},"settings":{{"threshold":{},"donations":{},"seed":{}}},"poll_seconds":{},"workers":{},"device":{}}})",
        trace_version, json_string(header_.application), json_string(header_.graph), header_.k,
        json_string(header_.algorithm), to_string(header_.mechanism), json_string(header_.policy),
        header_.settings.threshold, header_.settings.donations, header_.settings.seed, header_.poll_seconds, workers,
        json_string(header_.device)));
    file_->end_line();
}

// Writes the part that all looks have.
void TraceWriter::begin_line(BalanceObservation const& observation) {
    WorkerStates const& states = observation.states;
    last_active_ = states.active();
    last_queued_ = states.queued_jobs;
    last_shared_ = states.shared_jobs;
    file_->buffer().append(
        fmt::format(R"({{"time":{},"skipped":{},"active":{},"idle":{},"queued":{},"shared":{},"donated":{},)"
                    R"("rebalance":{},"stop_seconds":{})",
                    states.seconds, skipped_, last_active_, states.workers.size() - last_active_, last_queued_,
                    last_shared_, observation.donated, observation.decision.rebalance, observation.stop_seconds));
    skipped_ = 0;
}

void TraceWriter::write_states(BalanceObservation const& observation) {
    WorkerStates const& states = observation.states;
    Decision const& decision = observation.decision;
    fmt::memory_buffer& out = file_->buffer();
    std::size_t const before = out.size();
    begin_line(observation);
    out.append(fmt::format(R"(,"reason":{},"donations":[)", json_string(decision.reason)));
    append_donations(out, decision.donations);
    if (most_changed(last_, states)) {
        append_text(out, R"(],"all":[)");
        append_all(out, states);
    } else {
        append_text(out, R"(],"changes":[)");
        append_changes(out, last_, states);
    }
    append_text(out, "]}");
    last_.assign(states.workers.begin(), states.workers.end());
    states_pace_.count(states.seconds, out.size() - before, dense_bytes_);
    brief_pace_.last = states.seconds;
    file_->end_line();
}

void TraceWriter::write_brief(BalanceObservation const& observation) {
    fmt::memory_buffer& out = file_->buffer();
    std::size_t const before = out.size();
    begin_line(observation);
    out.push_back('}');
    brief_pace_.count(observation.states.seconds, out.size() - before, dense_bytes_);
    file_->end_line();
}

namespace {

constexpr char format_name[] = "cerrado-job-times";
constexpr int format_version = 1;

} // namespace

std::uint64_t JobCosts::jobs() const {
    return std::accumulate(runs.begin(), runs.end(), std::uint64_t{0},
                           [](std::uint64_t sum, auto const& run) { return sum + run.size(); });
}

double JobCosts::worker_seconds() const {
    double nanoseconds = 0;
    for (std::vector<std::uint64_t> const& run : runs) {
        for (std::uint64_t const job : run) nanoseconds += static_cast<double>(job);
    }
    return nanoseconds * 1e-9;
}

void write_job_costs(std::string const& path, JobCosts const& costs) {
    Json const json = {{"format", format_name},
                       {"version", format_version},
                       {"app", costs.application},
                       {"graph", costs.graph},
                       {"k", costs.k},
                       {"algorithm", costs.algorithm},
                       {"device", costs.device},
                       {"workers", costs.workers},
                       {"seconds", costs.seconds},
                       {"nanoseconds", costs.runs}};
    std::string const text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    detail::OutputFile file(path, false);
    file.write(text);
    file.commit();
}

JobCosts read_job_costs(std::string const& path) {
    std::ifstream file(path);
    if (!file) throw InputError(fmt::format("{}: cannot be read; give a file that --job-times wrote", path));
    JobCosts costs;
    try {
        std::string const text(std::istreambuf_iterator<char>(file),
                               {}); // a parser for streams would take seconds more to compile
        Json const json = Json::parse(text);
        if (json.at("format") != format_name || json.at("version") != format_version) {
            throw InputError(fmt::format("{}: expected {} of version {}", path, format_name, format_version));
        }
        costs = {.application = json.at("app"),
                 .graph = json.at("graph"),
                 .k = json.at("k"),
                 .algorithm = json.at("algorithm"),
                 .device = json.at("device"),
                 .workers = json.at("workers"),
                 .seconds = json.at("seconds"),
                 .runs = json.at("nanoseconds")};
    } catch (nlohmann::json::exception const& error) {
        throw InputError(fmt::format("{}: this is no file of --job-times, or it is damaged ({})", path, error.what()));
    }
    if (costs.workers == 0 || costs.jobs() == 0) {
        throw InputError(fmt::format("{}: the file has no workers or no jobs; record a longer run", path));
    }
    return costs;
}

namespace {

std::uint64_t asked_for(Decision const& decision) {
    std::uint64_t sum = 0;
    for (Donation const& donation : decision.donations) sum += donation.count;
    return sum;
}

bool same(Decision const& a, Decision const& b) {
    return a.rebalance == b.rebalance && (!a.rebalance || a.donations == b.donations);
}

} // namespace

ReplayReport replay(TraceReader& trace, Policy const& policy, std::size_t most_differences) {
    ReplayReport report;
    while (trace.next()) {
        TraceLook const& look = trace.look();
        WorkerStates const states = look.states();
        Decision const other = decide(policy, states);
        ++report.looks;
        report.recorded_rebalances += look.decision.rebalance ? 1 : 0;
        report.replayed_rebalances += other.rebalance ? 1 : 0;
        report.common_rebalances += look.decision.rebalance && other.rebalance ? 1 : 0;
        if (look.decision.rebalance) report.recorded_donations += asked_for(look.decision);
        report.replayed_donations += asked_for(other);
        if (same(look.decision, other)) continue;
        ++report.different;
        if (report.differences.size() < most_differences) {
            report.differences.push_back({look.seconds, states.active(), look.workers.size(), look.decision, other});
        }
    }
    report.skipped = trace.looks() - report.looks;
    return report;
}

} // namespace cerrado
