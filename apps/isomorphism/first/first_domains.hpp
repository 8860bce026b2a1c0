// For each vertex of the graph, the vertices of a match for which it may stand.
#pragma once

#include "isomorphism/first/first_question.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace cerrado {

class FirstDomains {
public:
    using Vertices = FirstQuestion::Vertices;

    // Judges by degrees and labels. Requires: the question outlives it.
    explicit FirstDomains(FirstQuestion const& question);

    Vertices of(VertexId x) const {
        return std::atomic_ref(const_cast<Vertices&>(of_[x])).load(std::memory_order_relaxed);
    }
    // Any thread. x stands for none of these.
    void exclude(VertexId x, Vertices vertices) {
        std::atomic_ref(of_[x]).fetch_and(~vertices, std::memory_order_relaxed);
    }

    // Drops what the neighbours rule out. x can stand for i if it has enough neighbours for those of i, over arcs of
    // the right direction. It repeats this for as long as much is dropped. It calls `must_end` all the while, and ends
    // early if that says so. Cost: a look at some of the edges for each turn.
    void filter(std::function<bool()> const& must_end);

    // The vertex of a match for which the fewest vertices may stand, among these the one with the most neighbours. If
    // the graph has many vertices, only a part is looked at.
    int rarest() const;
    std::vector<VertexId> candidates(int i) const;

private:
    Vertices supported(VertexId x, Vertices of_x) const;

    FirstQuestion const& question_;
    std::vector<Vertices> of_;
};

} // namespace cerrado
