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

constexpr double first_distance = 1e-4; // seconds

std::string json_string(std::string const& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool operator==(WorkerState const& a, WorkerState const& b) { return a.active == b.active && a.weight == b.weight; }

void append_text(fmt::memory_buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

void append_number(fmt::memory_buffer& out, std::uint64_t number) {
    fmt::format_int const digits(number);
    append_text(out, {digits.data(), digits.size()});
}

// The greater part of a trace, hence without a format string.
void append_changes(fmt::memory_buffer& out, std::vector<WorkerState>& last, WorkerStates const& states) {
    char const* opening = "[";
    for (std::size_t i = 0; i < last.size(); ++i) {
        WorkerState const now = states.workers[i];
        if (now == last[i]) continue;
        last[i] = now;
        append_text(out, opening);
        append_number(out, i);
        append_text(out, now.active ? ",1," : ",0,");
        append_number(out, now.weight);
        out.push_back(']');
        opening = ",[";
    }
}

void append_donations(fmt::memory_buffer& out, std::vector<Donation> const& donations) {
    char const* separator = "";
    for (Donation const& donation : donations) {
        fmt::format_to(std::back_inserter(out), "{}[{},{}]", separator, donation.worker, donation.count);
        separator = ",";
    }
}

} // namespace

TraceWriter::TraceWriter(std::string path, TraceHeader header, std::uint32_t dense_looks)
    : file_(std::make_unique<File>(std::move(path))),
      header_(std::move(header)),
      dense_looks_(dense_looks) {}

TraceWriter::~TraceWriter() = default;

void TraceWriter::operator()(BalanceObservation const& observation) noexcept {
    try {
        if (!begun_) write_header(observation.states.workers.size());
        if (worth_writing(observation))
            write_look(observation);
        else
            ++skipped_;
    } catch (std::bad_alloc const&) {
        file_->fail(ENOMEM);
    } catch (...) {
        file_->fail(EIO);
    }
}

void TraceWriter::finish(double seconds, Status status) {
    if (!begun_) write_header(0);
    fmt::format_to(std::back_inserter(file_->buffer()), R"({{"end":{},"skipped":{},"status":{}}})", seconds, skipped_,
                   json_string(std::string(to_string(status))));
    file_->end_line();
    file_->flush();
    file_->require_written();
}

bool TraceWriter::worth_writing(BalanceObservation const& observation) const {
    WorkerStates const& states = observation.states;
    if (observation.decision.rebalance || observation.stop_seconds > 0 || lines_ == 0) return true;
    if (states.seconds - last_seconds_ < distance_) return false;
    if (states.queued_jobs != last_queued_ || states.shared_jobs != last_shared_) return true;
    for (std::size_t i = 0; i < last_.size(); ++i) {
        if (!(states.workers[i] == last_[i])) return true;
    }
    return false;
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

void TraceWriter::write_look(BalanceObservation const& observation) {
    WorkerStates const& states = observation.states;
    Decision const& decision = observation.decision;
    fmt::memory_buffer& out = file_->buffer();
    fmt::format_to(
        std::back_inserter(out),
        R"({{"time":{},"skipped":{},"active":{},"idle":{},"queued":{},"shared":{},"donated":{},"rebalance":{},)"
        R"("stop_seconds":{},"reason":{},"donations":[)",
        states.seconds, skipped_, states.active(), states.idle(), states.queued_jobs, states.shared_jobs,
        observation.donated, decision.rebalance, observation.stop_seconds, json_string(decision.reason));
    append_donations(out, decision.donations);
    fmt::format_to(std::back_inserter(out), R"(],"changes":[)");
    append_changes(out, last_, states);
    fmt::format_to(std::back_inserter(out), "]}}");
    file_->end_line();
    last_queued_ = states.queued_jobs;
    last_shared_ = states.shared_jobs;
    last_seconds_ = states.seconds;
    skipped_ = 0;
    ++lines_;
    if (dense_looks_ > 0 && lines_ % dense_looks_ == 0) distance_ = distance_ == 0 ? first_distance : 2 * distance_;
}

} // namespace cerrado
