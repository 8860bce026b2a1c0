#include <cerrado/core/team.hpp>

#include <algorithm>
#include <sched.h>
#include <system_error>
#include <utility>

namespace cerrado {
namespace {

// Until the word has another value. Steps follow each other closely, so it looks a while before it sleeps.
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

Team::Team(int members) : taken_(static_cast<std::uint32_t>(std::max(members, 1))) {
    threads_.reserve(taken_ - 1);
    try {
        for (int i = 1; i < members; ++i) threads_.emplace_back([this] { serve(); });
    } catch (std::system_error const&) { // the steps are divided among those that came
    }
    members_ = static_cast<std::uint32_t>(threads_.size()) + 1;
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
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Team::serve() {
    for (std::uint32_t seen = 0; !over_;) {
        seen = wait_for_change(step_, seen);
        take_parts();
    }
}

// Whoever comes late finds all parts taken, or takes one of the next step.
void Team::take_parts() {
    for (;;) {
        std::uint32_t const part = taken_++;
        if (part >= members_) return;
        try {
            (*body_)({static_cast<int>(part), static_cast<int>(members_)});
        } catch (...) {
            std::lock_guard const lock(failure_mutex_);
            failure_ = std::current_exception();
        }
        if (--left_ == 0) left_.notify_one();
    }
}

int hardware_threads() {
    static int const threads = [] {
        cpu_set_t own; // those that a launcher, taskset or a container leaves to this process
        CPU_ZERO(&own);
        int const count = ::sched_getaffinity(0, sizeof own, &own) == 0 ? CPU_COUNT(&own) : 0;
        return std::max(1, count > 0 ? count : static_cast<int>(std::thread::hardware_concurrency()));
    }();
    return threads;
}

int team_size(std::uint64_t work, int threads) {
    constexpr std::uint64_t least = 1 << 16; // a fraction of a millisecond; a thread starts in a tenth of that
    int const most = threads > 0 ? threads : hardware_threads();
    return static_cast<int>(std::clamp<std::uint64_t>(work / least, 1, static_cast<std::uint64_t>(most)));
}

} // namespace cerrado
