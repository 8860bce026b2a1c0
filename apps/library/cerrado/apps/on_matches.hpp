// An application of your own at each match of a pattern that is known when the program runs.
//
//   struct Heaviest : cerrado::OnMatches {
//       cerrado::ArrayRef<double> weights; // by vertex
//       struct Accumulator { double most = 0; };
//       static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) { ... }
//
//       template <class Traversal> CERRADO_FN void found(Traversal& te) const {
//           te.aggregate([own = *this](auto& best, auto const& t, cerrado::VertexId u) {
//               double const weight = own.weights[own.image(t, u, 0)] + own.weights[own.image(t, u, 1)];
//               ...
//           });
//       }
//   };
//   auto const result = cerrado::run_on_matches(graph, {.pattern = cerrado::parse_pattern("house")}, heaviest);
#pragma once

#include <cerrado/apps/bind.hpp>
#include <cerrado/apps/detail/each_match.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/engine/matching.hpp>
#include <cerrado/traversal/traversal.hpp>

namespace cerrado {

// The base of an application on matches. Each extension in found() is the last vertex of a match. Each match is met
// once, by one of its images.
struct OnMatches {
    std::uint8_t place[MatchingPlan::max_vertices] = {}; // by vertex of the pattern; set by run_on_matches()

    // Returns: the image of vertex v of the pattern, in a predicate, a key or a fold with the view t and extension u.
    // Lanes: any. Requires: v is no anti-vertex.
    template <class View> CERRADO_FN VertexId image(View const& t, VertexId u, int v) const {
        return place[v] == t.size() ? u : t.vertex(place[v]);
    }
};

namespace detail {

template <class App> struct AtMatches : App {
    int k;
    MarkedPlan plan;
    using Engine = Matching;
    static constexpr int extension_lists = 1;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        bool const is_new = te.extend(plan);
        if (te.size() < k - 1) return;
        if (is_new) te.filter(plan);
        App::found(te);
    }
};

} // namespace detail

// Calls app.found(te) wherever the extensions of the traversal are the last vertices of matches, on all lanes. found() is
// const and uses the extensions once, as visit() does: te.aggregate_counter(), te.aggregate(), te.aggregate_key(),
// te.aggregate_store() and so on. App is a struct with the base OnMatches, and declares what other applications declare
// but visit, k and Engine. Returns: as run() does. Throws InputError as list_matches(), and as run() does.
template <class App>
auto run_on_matches(GraphOrResident const& graph, MatchQuery const& query, App const& app, RunOptions options = {}) {
    using Matched = detail::AtMatches<App>;
    detail::PlanToEach const each = detail::plan_to_each(query, graph.graph());
    Matched at{app, static_cast<int>(each.order.size()), each.plan};
    for (std::size_t i = 0; i < each.order.size(); ++i) at.place[each.order[i]] = static_cast<std::uint8_t>(i);
    options.checkpoint.key += each.key;
    BoundApplication const bound = bind_reading(at, [&](Resident const& resident, RunOptions const& own) {
        return detail::PlacedMatch<Matched>(resident, at, at.plan, *each.bits, own.threads);
    });
    return result_of<ReadingArrays<Matched>>(bound.run(graph, options));
}

} // namespace cerrado
