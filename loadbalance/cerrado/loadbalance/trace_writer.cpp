#include <cerrado/loadbalance/trace_writer.hpp>

#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <string_view>
#include <unistd.h>

namespace cerrado {

// Lines in memory, written out when there are many or when the last time is a while ago; the first failure is kept.
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
            fmt::format("{}: the trace could not be written to its end ({}); make room or choose another disk; what is "
                        "there can be read",
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

// States are the greater part of a trace, hence without a format string.
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

// The weight of an active worker, below 0 that of an idle one: -1 for 0, -2 for 1.
void append_all(fmt::memory_buffer& out, WorkerStates const& states) {
    char const* separator = "";
    for (WorkerState const& now : states.workers) {
        append_text(out, separator);
        if (!now.active) out.push_back('-');
        append_number(out, std::uint64_t{now.weight} + (now.active ? 0 : 1));
        separator = ",";
    }
}

// Whether the list of all workers is shorter than that of the changes.
bool most_changed(std::vector<WorkerState> const& last, WorkerStates const& states) {
    std::size_t changes = 0;
    for (std::size_t i = 0; i < last.size(); ++i) changes += states.workers[i] == last[i] ? 0 : 1;
    return 3 * changes > last.size();
}

void append_donations(fmt::memory_buffer& out, std::vector<Donation> const& donations) {
    char const* separator = "";
    for (Donation const& donation : donations) {
        fmt::format_to(std::back_inserter(out), "{}[{},{}]", separator, donation.worker, donation.count);
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
    fmt::format_to(std::back_inserter(file_->buffer()), R"({{"end":{},"skipped":{},"thinned":{},"status":{}}})",
                   seconds, skipped_, thinned_, json_string(std::string(to_string(status))));
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
    fmt::format_to(
        std::back_inserter(file_->buffer()),
        R"({{"format":"cerrado-trace","version":{},"app":{},"graph":{},"k":{},"algorithm":{},"mechanism":"{}",)"
        R"("policy":{},"settings":{{"threshold":{},"donations":{},"seed":{}}},"poll_seconds":{},"workers":{},"device":{}}})",
        trace_version, json_string(header_.application), json_string(header_.graph), header_.k,
        json_string(header_.algorithm), to_string(header_.mechanism), json_string(header_.policy),
        header_.settings.threshold, header_.settings.donations, header_.settings.seed, header_.poll_seconds, workers,
        json_string(header_.device));
    file_->end_line();
}

// What all looks have.
void TraceWriter::begin_line(BalanceObservation const& observation) {
    WorkerStates const& states = observation.states;
    last_active_ = states.active();
    last_queued_ = states.queued_jobs;
    last_shared_ = states.shared_jobs;
    fmt::format_to(std::back_inserter(file_->buffer()),
                   R"({{"time":{},"skipped":{},"active":{},"idle":{},"queued":{},"shared":{},"donated":{},)"
                   R"("rebalance":{},"stop_seconds":{})",
                   states.seconds, skipped_, last_active_, states.workers.size() - last_active_, last_queued_,
                   last_shared_, observation.donated, observation.decision.rebalance, observation.stop_seconds);
    skipped_ = 0;
}

void TraceWriter::write_states(BalanceObservation const& observation) {
    WorkerStates const& states = observation.states;
    Decision const& decision = observation.decision;
    fmt::memory_buffer& out = file_->buffer();
    std::size_t const before = out.size();
    begin_line(observation);
    fmt::format_to(std::back_inserter(out), R"(,"reason":{},"donations":[)", json_string(decision.reason));
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

} // namespace cerrado
