// A search for a few different matches, as soon as there can be, on threads of the host.
#pragma once

#include "isomorphism/first_roots.hpp"
#include "isomorphism/first_walk.hpp"
#include "isomorphism/least_image.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

namespace cerrado {

class FirstSearch {
public:
    using Match = std::vector<VertexId>; // where the vertices of the pattern go, in its order, without anti-vertices
    static constexpr std::uint64_t most_wanted = 100'000;

    // Looks for `wanted` matches that no automorphism of the pattern makes of each other. The graph outlives it. Requires:
    // what the pattern names is in the graph; where several are wanted, it has MatchingPlan::max_vertices at most.
    FirstSearch(Graph const& graph, Pattern const& pattern, bool induced, std::uint64_t wanted);
    ~FirstSearch() { end(); }
    FirstSearch(FirstSearch const&) = delete;

    // On this thread: some milliseconds of search, then what filters candidates. `must_end` is asked all the while.
    void begin(std::function<bool()> const& must_end);
    void go_on(int threads); // on threads of its own, once
    // Whether they are idle for seven eighths of the time, since others work beside them.
    void give_way(bool give) { gives_way_ = give; }
    // Until it has ended, or so much later. Rethrows what one of its threads threw.
    void wait(std::chrono::milliseconds longest);
    void end(); // its threads

    bool has_ended() const { return has_enough_ || is_exhausted(); }
    bool is_exhausted() const { return roots_->is_empty(); } // so there are no more matches than it has
    std::vector<Match> matches();
    std::uint64_t roots_given() const { return roots_->given(); }
    std::uint64_t roots_finished() const { return roots_->finished(); }
    std::uint64_t bytes() const;

private:
    void choose_roots();
    FirstWalk::Meeting meet(std::span<VertexId const> images);
    void take_turn(FirstWalk& walk, FirstRoots::Turn const& turn);
    void search();

    std::uint64_t const wanted_;
    FirstQuestion const question_;
    FirstDomains domains_;
    bool const is_induced_;
    std::optional<LeastImage> image_; // where several are wanted
    int root_ = 0;                    // of the match
    std::optional<FirstRoots> roots_;
    std::atomic<bool> stop_ = false, has_enough_ = false, gives_way_ = false;
    std::mutex mutex_; // of what follows
    std::condition_variable ended_;
    std::set<Match> matches_;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;
};

} // namespace cerrado
