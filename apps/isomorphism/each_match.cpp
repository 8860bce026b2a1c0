// The functions of Cerrado::apps for the matches of a pattern one by one.
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/output/store_input.hpp>

#include "isomorphism/by_graph.hpp"
#include "isomorphism/first/find_match.hpp"
#include "isomorphism/forms.hpp"
#include "isomorphism/keyed.hpp"
#include "isomorphism/least_image.hpp"
#include "isomorphism/plan/plan_parts.hpp"
#include "library/form.hpp"

#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

namespace cerrado {

namespace {

MarkedPlanOf walk_of(MatchQuery const& query, std::vector<int> const& order) {
    return [query, order](Graph const& graph) { return marked_plan_of(query, order, graph); };
}

void require_walk(MatchQuery const& query) {
    if (query.algorithm == Algorithm::formula) {
        throw InputError("a formula counts and meets no match: take the algorithm walk, or fast");
    }
    require_few(std::popcount(query.pattern.core()), MatchingPlan::max_vertices);
}

// The sink with each record as its least image. One thread calls it.
template <class Id>
void arrange(std::function<void(std::span<Id const>)>& sink, std::shared_ptr<LeastImage const> const& image) {
    if (!sink) return;
    sink = [image, given = std::move(sink), room = std::vector<Id>()](std::span<Id const> ids) mutable {
        room.assign(ids.begin(), ids.end());
        image->arrange(std::span(room));
        given(room);
    };
}

class GivenOptions : public Decorator {
public:
    GivenOptions(BoundApplication form, std::function<RunOptions(RunOptions)> with)
        : Decorator(std::move(form)),
          with_(std::move(with)) {}

protected:
    RunOptions given(Graph const&, RunOptions options) const override { return with_(std::move(options)); }

private:
    std::function<RunOptions(RunOptions)> const with_;
};

BoundApplication given_options(BoundApplication form, std::function<RunOptions(RunOptions)> with) {
    return make_form<GivenOptions>(std::move(form), std::move(with));
}

// A run goes on only with the walk that began it.
std::string key_of(MatchQuery const& query, std::vector<int> const& order) {
    std::string key = query.induced ? "each induced match" : "each match";
    for (int const v : order) {
        key += fmt::format(" {:x}.{:x}", query.pattern.neighbours(v), query.pattern.strangers(v));
    }
    return key + marks_text(query.pattern);
}

BoundApplication list_in(MatchQuery const& query, std::vector<int> const& order) {
    auto const image = std::make_shared<LeastImage const>(query.pattern, order);
    return given_options(
        with_key(match_list_form(walk_of(query, order), static_cast<int>(order.size()), query.pattern.has_marks()),
                 key_of(query, order)),
        [image, query](RunOptions options) {
            if ((options.of<StoreInput>().device_sink || query.as_found) && query.order.empty()) {
                throw InputError(
                    "a device_sink, and a list as found, gets the vertices in the order in which they are "
                    "found: set MatchQuery::order to know it");
            }
            if (query.as_found) return options;
            arrange(options.of<StoreInput>().sink, image);
            arrange(options.of<StoreInput>().batch_sink, image);
            arrange(options.of<StoreInput>().narrow_sink, image);
            return options;
        });
}

BoundApplication local_in(MatchQuery const& query, std::vector<int> const& order) {
    std::vector<int> const orbits = match_orbits(query.pattern);
    std::vector<int> const orbit_of = automorphisms(query.pattern).orbits;
    PositionOrbits of_positions;
    of_positions.count = static_cast<int>(orbits.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        int const least = orbit_of[static_cast<std::size_t>(order[i])];
        of_positions.of[i] = static_cast<std::uint8_t>(std::ranges::find(orbits, least) - orbits.begin());
    }
    return with_key(match_orbits_form(walk_of(query, order), static_cast<int>(order.size()), of_positions,
                                      query.pattern.has_marks()),
                    key_of(query, order));
}

} // namespace

BoundApplication bind_match_walk(MatchQuery const& query) {
    require_walk(query);
    return ordered_by_graph(query, [query](std::vector<int> const& order) { return list_in(query, order); });
}

BoundApplication bind_match_list(MatchQuery const& query) { return with_first(bind_match_walk(query), query); }

BoundApplication bind_local_matches(MatchQuery const& query) {
    require_walk(query);
    return ordered_by_graph(query, [query](std::vector<int> const& order) { return local_in(query, order); });
}

std::vector<int> match_orbits(Pattern const& pattern) {
    std::vector<int> const orbit_of = automorphisms(pattern).orbits;
    std::vector<int> orbits;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v) && orbit_of[static_cast<std::size_t>(v)] == v) orbits.push_back(v);
    }
    return orbits;
}

RunResult list_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options) {
    return bind_match_list(query).run(graph, options);
}

RunResult list_matches(GraphOrResident const& graph, MatchQuery const& query,
                       std::function<void(std::span<OriginalId const>)> sink, RunOptions options) {
    options.of<StoreInput>().sink = std::move(sink);
    return list_matches(graph, query, options);
}

RunResult count_local_matches(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options) {
    return bind_local_matches(query).run(graph, options);
}

} // namespace cerrado
