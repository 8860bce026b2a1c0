#include "isomorphism/first/first_search.hpp"

#include <cerrado/core/clock.hpp>

#include <algorithm>
#include <numeric>

namespace cerrado {

namespace {

using namespace std::chrono_literals;

// In entries of lists, of which a thread looks at some hundred millions in a second.
constexpr std::uint64_t work_at_first = 1 << 19;
constexpr std::uint64_t budget_at_first = 1 << 11;
constexpr int most_doublings = 50;

// High degrees first find most; other turns try others. Where there must be no other edges, low ones do as often.
FirstTaste taste_of(int level, bool induced) {
    constexpr FirstTaste any{1, false}, high{8, false}, rather_high{2, false}, low{8, true};
    if (induced) return level % 3 == 0 ? high : level % 3 == 1 ? low : any;
    return level % 3 == 0 ? high : level % 3 == 1 ? any : rather_high;
}

std::optional<LeastImage> image_of(Pattern const& pattern) {
    std::vector<int> order;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) order.push_back(v);
    }
    return LeastImage(pattern, order);
}

} // namespace

FirstSearch::FirstSearch(Graph const& graph, Pattern const& pattern, bool induced, std::uint64_t wanted)
    : wanted_(wanted),
      question_(graph, pattern, induced),
      domains_(question_),
      is_induced_(induced),
      image_(wanted > 1 ? image_of(pattern) : std::nullopt) {
    choose_roots();
}

void FirstSearch::choose_roots() {
    root_ = domains_.rarest();
    roots_.emplace(question_.graph(), domains_.candidates(root_));
}

void FirstSearch::begin(std::function<bool()> const& must_end) {
    FirstWalk walk(question_, domains_, wanted_ > 1, stop_, [this](auto images) { return meet(images); });
    while (!has_ended() && walk.work() < work_at_first && !must_end()) {
        if (auto const turn = roots_->next()) take_turn(walk, *turn);
    }
    if (has_ended() || must_end()) return;
    domains_.filter(must_end);
    choose_roots();
}

void FirstSearch::go_on(int threads) {
    for (int i = 0; i < threads; ++i) {
        threads_.emplace_back([this] {
            try {
                search();
            } catch (...) {
                std::lock_guard const lock(mutex_);
                failure_ = std::current_exception();
            }
            ended_.notify_all();
        });
    }
}

void FirstSearch::search() {
    constexpr std::chrono::duration<double> to_look_again = 100us, longest = 10ms;
    constexpr double times_given = 8; // to the proof, of which this takes at most an eighth
    FirstWalk walk(question_, domains_, wanted_ > 1, stop_, [this](auto images) { return meet(images); });
    while (!stop_ && !has_ended()) {
        Stopwatch const watch;
        if (auto const turn = roots_->next()) {
            take_turn(walk, *turn);
            double const worked = watch.seconds();
            while (gives_way_ && !stop_ && watch.seconds() < times_given * worked) {
                std::this_thread::sleep_for(std::clamp(std::chrono::duration<double>(worked), to_look_again, longest));
            }
        } else {
            std::this_thread::sleep_for(to_look_again); // the last roots are with others
        }
    }
}

void FirstSearch::take_turn(FirstWalk& walk, FirstRoots::Turn const& turn) {
    std::uint64_t const budget = budget_at_first << std::min(turn.level, most_doublings);
    FirstTaste const taste = taste_of(turn.level, is_induced_);
    switch (walk.from(root_, turn.root, budget, taste, turn.number)) {
    case FirstWalk::End::exhausted:
        domains_.exclude(turn.root, question_.orbit(root_)); // its matches are known
        roots_->finish();
        break;
    case FirstWalk::End::budget: roots_->put_back(turn); break;
    case FirstWalk::End::stopped: break;
    }
}

FirstWalk::Meeting FirstSearch::meet(std::span<VertexId const> images) {
    Match match(images.begin(), images.end());
    if (image_) image_->arrange(std::span(match));
    std::lock_guard const lock(mutex_);
    if (has_enough_) return FirstWalk::Meeting::enough;
    if (!matches_.insert(std::move(match)).second) return FirstWalk::Meeting::known;
    if (matches_.size() < wanted_) return FirstWalk::Meeting::is_new;
    has_enough_ = true;
    stop_ = true;
    ended_.notify_all();
    return FirstWalk::Meeting::enough;
}

void FirstSearch::wait(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    ended_.wait_for(lock, longest, [this] { return has_ended() || failure_; });
    if (failure_) std::rethrow_exception(failure_);
}

void FirstSearch::end() {
    stop_ = true;
    threads_.clear();
}

std::vector<FirstSearch::Match> FirstSearch::matches() {
    std::lock_guard const lock(mutex_);
    return {matches_.begin(), matches_.end()};
}

std::uint64_t FirstSearch::bytes() const {
    return question_.graph().vertex_count() * sizeof(FirstQuestion::Vertices) + roots_given() * sizeof(VertexId);
}

} // namespace cerrado
