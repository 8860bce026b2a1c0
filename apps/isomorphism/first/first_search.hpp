// Searches for a few different matches on threads of the host, and ends as soon as possible.
#pragma once

#include "isomorphism/first/first_roots.hpp"
#include "isomorphism/first/first_walk.hpp"
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

    // Looks for `wanted` matches, no two of which are images of each other under an automorphism of the pattern.
    // Requires: the graph outlives it, and has what the pattern names; if several are wanted, the pattern has at most
    // MatchingPlan::max_vertices.
    FirstSearch(Graph const& graph, Pattern const& pattern, bool induced, std::uint64_t wanted);
    ~FirstSearch() { end(); }
    FirstSearch(FirstSearch const&) = delete;

    // On this thread: searches for some milliseconds, then filters candidates. It asks `must_end` all the while.
    void begin(std::function<bool()> const& must_end);
    void go_on(int threads); // on threads of its own, once
    // Whether the threads are idle for seven eighths of the time, since others work beside them.
    void give_way(bool give) { gives_way_ = give; }
    // Waits until it has ended, or for at most `longest`. Rethrows what one of its threads threw.
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
    std::optional<LeastImage> image_; // if several are wanted
    int root_ = 0;                    // of the match
    std::optional<FirstRoots> roots_;
    std::atomic<bool> stop_ = false, has_enough_ = false, gives_way_ = false;
    std::mutex mutex_; // guards what follows
    std::condition_variable ended_;
    std::set<Match> matches_;
    std::exception_ptr failure_;
    std::vector<std::jthread> threads_;
};

} // namespace cerrado
