#include <cerrado/core/team.hpp>

#include <algorithm>
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

Team::Team(int members) {
    threads_.reserve(static_cast<std::size_t>(std::max(members, 1) - 1));
    try {
        for (int index = 1; index < members; ++index) threads_.emplace_back([this, index] { serve(index); });
    } catch (std::system_error const&) { // the steps are divided among those that came
    }
    members_ = size();
}

Team::~Team() {
    over_ = true;
    ++step_;
    step_.notify_all();
}

void Team::run(std::function<void(Member)> const& body) {
    body_ = &body;
    working_ = static_cast<std::uint32_t>(threads_.size());
    if (!threads_.empty()) {
        ++step_;
        step_.notify_all();
    }
    take_part(0);
    for (std::uint32_t left = working_; left != 0;) left = wait_for_change(working_, left);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Team::serve(int index) {
    for (std::uint32_t done = 0;;) {
        wait_for_change(step_, done);
        ++done;
        if (over_) return;
        take_part(index);
        if (--working_ == 0) working_.notify_one();
    }
}

void Team::take_part(int index) {
    try {
        (*body_)({index, members_});
    } catch (...) {
        std::lock_guard const lock(failure_mutex_);
        failure_ = std::current_exception();
    }
}

int team_size(std::uint64_t work, int threads) {
    constexpr std::uint64_t least = 1 << 16; // a fraction of a millisecond; a thread starts in a tenth of that
    int const most = threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return static_cast<int>(std::clamp<std::uint64_t>(work / least, 1, static_cast<std::uint64_t>(most)));
}

} // namespace cerrado
