// Of each vertex of the graph, which vertices of a match it may stand for.
#pragma once

#include "isomorphism/first_question.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace cerrado {

class FirstDomains {
public:
    using Vertices = FirstQuestion::Vertices;

    // By degrees and labels. The question outlives it.
    explicit FirstDomains(FirstQuestion const& question);

    Vertices of(VertexId x) const {
        return std::atomic_ref(const_cast<Vertices&>(of_[x])).load(std::memory_order_relaxed);
    }
    // Any thread: x stands for none of these.
    void exclude(VertexId x, Vertices vertices) {
        std::atomic_ref(of_[x]).fetch_and(~vertices, std::memory_order_relaxed);
    }

    // Drops what the neighbours rule out: x can stand for i if it has neighbours for those of i, as many, and over arcs of
    // the right direction; and does so again for as long as much is dropped. `look` is called all the while; where it
    // says so, this ends early. Cost: a look at some of the edges for each turn.
    void filter(std::function<bool()> const& must_end);

    // The vertex of a match for which the fewest vertices may stand, of those the one with the most neighbours. Of many
    // vertices a part is looked at.
    int rarest() const;
    std::vector<VertexId> candidates(int i) const;

private:
    Vertices supported(VertexId x, Vertices of_x) const;

    FirstQuestion const& question_;
    std::vector<Vertices> of_;
};

} // namespace cerrado
