#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/unfilled_vector.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/detail/write_all.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <exception>
#include <mutex>
#include <sched.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace cerrado {

std::string grouped(WideCount count) { return grouped(fmt::to_string(count)); }

std::string grouped(std::string const& digits) {
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

std::string counted(WideCount count, std::string_view noun) { return counted(fmt::to_string(count), noun); }

std::string counted(std::string const& digits, std::string_view noun) {
    if (digits == "1") return fmt::format("1 {}", noun);
    return fmt::format("{} {}", grouped(digits), plural(noun));
}

std::string plural(std::string_view noun) {
    if (noun.ends_with("vertex")) return fmt::format("{}ices", noun.substr(0, noun.size() - 2));
    if (noun.ends_with("ch")) return fmt::format("{}es", noun);
    if (noun.ends_with("ry")) return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
    return fmt::format("{}s", noun);
}

namespace {

constexpr std::pair<std::string_view, double> units[] = {{"", 1},     {"us", 1e-6},  {"ms", 1e-3}, {"s", 1},
                                                         {"min", 60}, {"h", 3600.0}, {"d", 86400}};

double seconds_of(std::string_view unit) {
    for (auto const& [name, seconds] : units) {
        if (name == unit) return seconds;
    }
    return -1;
}

} // namespace

double parse_time(std::string const& what, std::string_view text, double least, double most) {
    double amount = 0;
    char const* const end = text.data() + text.size();
    auto const [unit, error] = std::from_chars(text.data(), end, amount);
    double const scale = seconds_of({unit, static_cast<std::size_t>(end - unit)});
    double const seconds = amount * scale;
    bool const is_time = error == std::errc{} && scale > 0;
    if (!is_time || !(seconds >= least && seconds <= most)) { // NaN is refused, too
        throw InputError(fmt::format("{}: expected a time from {} to {}, such as {}", what, time_of(least),
                                     time_of(most), time_text));
    }
    return seconds;
}

std::string time_of(double seconds) {
    if (seconds > 0 && seconds < 1e-3) return fmt::format("{:g}us", seconds * 1e6);
    if (seconds > 0 && seconds < 1) return fmt::format("{:g}ms", seconds * 1e3);
    return fmt::format("{:g}s", seconds);
}

namespace {

// The number of letters to change, add, remove or swap with their neighbour (the distance of Damerau and Levenshtein,
// where each place is edited once).
std::size_t distance(std::string const& a, std::string const& b) {
    std::vector<std::vector<std::size_t>> to(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                to[i][j] = i + j;
                continue;
            }
            std::size_t const change = a[i - 1] == b[j - 1] ? 0 : 1;
            to[i][j] = std::min({to[i - 1][j] + 1, to[i][j - 1] + 1, to[i - 1][j - 1] + change});
            bool const swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) to[i][j] = std::min(to[i][j], to[i - 2][j - 2] + 1);
        }
    }
    return to[a.size()][b.size()];
}

} // namespace

std::string nearest(std::string const& word, std::vector<std::string> const& known) {
    std::string found;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (std::string const& candidate : known) {
        std::size_t const away = distance(word, candidate);
        if (away >= least) continue;
        least = away;
        found = candidate;
    }
    return found;
}

} // namespace cerrado

namespace cerrado::detail {

int write_all(int descriptor, std::string_view text) noexcept {
    while (!text.empty()) {
        ssize_t const count = ::write(descriptor, text.data(), text.size());
        if (count > 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (count == 0) {
            return ENOSPC;
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

namespace {

constexpr std::align_val_t large_page{std::size_t{2} << 20};

} // namespace

void* allocate_large(std::size_t bytes) {
    void* const memory = ::operator new(bytes, large_page);
    ::madvise(memory, bytes, MADV_HUGEPAGE); // if this fails, the pages are small
    return memory;
}

void free_large(void* memory) noexcept { ::operator delete(memory, large_page); }

} // namespace cerrado::detail

namespace cerrado {

namespace {

// Waits until the word has another value. Steps follow each other closely, so it first looks again and again for a
// while, and then sleeps.
std::uint32_t wait_for_change(std::atomic<std::uint32_t> const& word, std::uint32_t old) {
    constexpr int looks = 200;
    for (int i = 0; i < looks; ++i) {
        if (std::uint32_t const now = word; now != old) return now;
        std::this_thread::yield();
    }
    word.wait(old);
    return word;
}

} // namespace

struct Team::Threads {
    std::mutex failure_mutex;
    std::exception_ptr failure;
    std::vector<std::jthread> threads;
};

Team::Team(int members)
    : taken_(static_cast<std::uint32_t>(std::max(members, 1))),
      threads_(std::make_unique<Threads>()) {
    auto& threads = threads_->threads;
    threads.reserve(taken_ - 1);
    try {
        for (int i = 1; i < members; ++i) threads.emplace_back([this] { serve(); });
    } catch (std::system_error const&) { // the step is divided among the threads that came
    }
    members_ = static_cast<std::uint32_t>(threads.size()) + 1;
}

Team::~Team() {
    over_ = true;
    ++step_;
    step_.notify_all();
}

void Team::run(std::function<void(Member)> const& body) {
    body_ = &body;
    left_ = members_;
    taken_ = 0;
    if (members_ > 1) {
        ++step_;
        step_.notify_all();
    }
    take_parts();
    for (std::uint32_t left = left_; left != 0;) left = wait_for_change(left_, left);
    if (threads_->failure) std::rethrow_exception(std::exchange(threads_->failure, nullptr));
}

void Team::serve() {
    for (std::uint32_t seen = 0; !over_;) {
        seen = wait_for_change(step_, seen);
        take_parts();
    }
}

// A thread that comes late finds that all parts are taken, or takes a part of the next step.
void Team::take_parts() {
    for (;;) {
        std::uint32_t const part = taken_++;
        if (part >= members_) return;
        try {
            (*body_)({static_cast<int>(part), static_cast<int>(members_)});
        } catch (...) {
            std::lock_guard const lock(threads_->failure_mutex);
            threads_->failure = std::current_exception();
        }
        if (--left_ == 0) left_.notify_one();
    }
}

int hardware_threads() {
    static int const threads = [] {
        cpu_set_t own; // the processors that a launcher, taskset or a container leaves to this process
        CPU_ZERO(&own);
        int const count = ::sched_getaffinity(0, sizeof own, &own) == 0 ? CPU_COUNT(&own) : 0;
        return std::max(1, count > 0 ? count : static_cast<int>(std::thread::hardware_concurrency()));
    }();
    return threads;
}

int team_size(std::uint64_t work, int threads) {
    // work of a fraction of a millisecond pays for one more thread, which starts in a tenth of that time
    constexpr std::uint64_t least = 1 << 16;
    int const most = threads > 0 ? threads : hardware_threads();
    return static_cast<int>(std::clamp<std::uint64_t>(work / least, 1, static_cast<std::uint64_t>(most)));
}

} // namespace cerrado
