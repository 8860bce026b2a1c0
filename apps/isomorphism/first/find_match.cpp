// The functions of Cerrado::apps for the first matches of a pattern.
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/output/by_length.hpp>
#include <cerrado/output/store_input.hpp>

#include "isomorphism/first/find_match.hpp"
#include "isomorphism/first/first_match.hpp"
#include "isomorphism/first/first_search.hpp"
#include "library/form.hpp"
#include "library/on_devices.hpp"

#include <cerrado/run/devices.hpp>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

namespace cerrado {

namespace {

std::vector<int> vertices_of(Pattern const& pattern) {
    std::vector<int> vertices;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices.push_back(v);
    }
    return vertices;
}

bool has_sink(RunOptions const& options) {
    return options.of<StoreInput>().sink || options.of<StoreInput>().batch_sink || options.of<StoreInput>().narrow_sink;
}

RunOptions with_sink(RunOptions options, std::function<void(std::span<OriginalId const>)> sink) {
    options.of<StoreInput>().sink = {};
    options.of<StoreInput>().narrow_sink = {};
    options.of<StoreInput>().device_sink = {};
    options.of<StoreInput>().batch_sink = std::move(sink);
    return options;
}

void hand_over(std::vector<OriginalId> const& ids, std::size_t size, RunOptions const& options) {
    if (ids.empty()) return;
    if (options.of<StoreInput>().narrow_sink)
        return options.of<StoreInput>().narrow_sink(std::vector<std::uint32_t>(ids.begin(), ids.end()));
    if (options.of<StoreInput>().batch_sink) return options.of<StoreInput>().batch_sink(ids);
    for (std::size_t first = 0; first < ids.size(); first += size)
        options.of<StoreInput>().sink(std::span(ids).subspan(first, size));
}

// The ids of a match: those of its least image, or, as found, of any in the order of the query.
class Records {
public:
    Records(Graph const& graph, MatchQuery const& query)
        : graph_(graph),
          vertices_(vertices_of(query.pattern)),
          order_(query.as_found ? query.order : vertices_),
          is_as_found_(query.as_found),
          image_(query.pattern, order_) {}

    void add(std::vector<OriginalId>& ids, FirstSearch::Match const& match) const {
        std::size_t const first = ids.size();
        for (int const v : order_) {
            auto const place = static_cast<std::size_t>(std::ranges::find(vertices_, v) - vertices_.begin());
            ids.push_back(graph_.original_id(match[place]));
        }
        if (!is_as_found_) image_.arrange(std::span(ids).subspan(first));
    }

private:
    Graph const& graph_;
    std::vector<int> const vertices_, order_;
    bool const is_as_found_;
    LeastImage const image_;
};

// Up to the limit. `walk`: that lists.
RunResult list_first(Graph const& graph, MatchQuery const& query, FirstProof const& walk, RunOptions const& options) {
    require_in_graph(query, graph);
    std::uint64_t const limit = *options.of<StoreInput>().limit;
    std::vector<OriginalId> ids;
    FirstProof const proof = [&](RunOptions const& own) {
        return walk(with_sink(own, [&](auto some) { ids.insert(ids.end(), some.begin(), some.end()); }));
    };
    FirstMatches found = first_matches(graph, query, limit + 1, proof, options);
    if (!found.is_of_proof) {
        ids.clear();
        found.count = std::min<std::uint64_t>(limit, found.matches.size());
        Records const records(graph, query);
        for (std::size_t i = 0; i < found.count; ++i) records.add(ids, found.matches[i]);
    }
    hand_over(ids, static_cast<std::size_t>(std::popcount(query.pattern.core())), options);
    return found;
}

RunOptions one_of(RunOptions options) {
    options.of<StoreInput>().limit = 1;
    return with_sink(std::move(options), [](std::span<OriginalId const>) {});
}

// Of what counted or met some: only whether there is one.
RunResult as_answer(RunResult result) {
    if (result.count > 0) result.status = Status::complete;
    result.count = result.count > 0 ? 1 : 0;
    result.of<ByLength>().clear();
    return result;
}

RunResult whether_there_is(Graph const& graph, MatchQuery const& query, FirstProof const& proof,
                           RunOptions const& options) {
    require_in_graph(query, graph);
    return as_answer(first_matches(graph, query, 1, proof, options));
}

// Walked to, and given as the least image.
MatchQuery plain(MatchQuery query) {
    query.as_found = false;
    if (query.algorithm == Algorithm::formula) query.algorithm = Algorithm::fast;
    return query;
}

// With roots of its own or work to be moved, or on the checking device, by walking alone.
FoundMatch found_match(Graph const& graph, MatchQuery const& query, FirstProof const& walk, RunOptions const& options) {
    require_in_graph(query, graph);
    FoundMatch found;
    FirstProof const proof = [&](RunOptions own) {
        own.of<StoreInput>().limit = 1;
        return walk(with_sink(own, [&](auto ids) { found.vertices.assign(ids.begin(), ids.end()); }));
    };
    FirstMatches first;
    if (may_look_for_first(options)) {
        first = first_matches(graph, query, 1, proof, options);
    } else {
        static_cast<RunResult&>(first) = proof(options);
        first.is_of_proof = true;
    }
    static_cast<RunResult&>(found) = as_answer(first);
    if (!first.is_of_proof) {
        found.vertices.clear();
        for (VertexId const v : first.matches.empty() ? FirstSearch::Match{} : first.matches.front()) {
            found.vertices.push_back(graph.original_id(v));
        }
    }
    if (found.count > 0) {
        found.exists = true;
    } else if (found.status == Status::complete) {
        found.exists = false;
    }
    return found;
}

class WithFirst : public Decorator {
public:
    WithFirst(BoundApplication list, MatchQuery const& query) : Decorator(std::move(list)), query_(query) {}

    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!is_for_few(options)) return Decorator::run(graph, options);
        auto const walk = [&](RunOptions const& own) { return Decorator::run(graph, own); };
        return done_by_one<RunResult>(
            options, [&](RunOptions const& own) { return list_first(graph.graph(), query_, walk, own); });
    }

private:
    bool is_for_few(RunOptions const& options) const {
        return options.of<StoreInput>().limit && *options.of<StoreInput>().limit > 0 &&
               *options.of<StoreInput>().limit < FirstSearch::most_wanted && has_sink(options) &&
               !options.of<StoreInput>().device_sink && (!query_.as_found || !query_.order.empty()) &&
               may_look_for_first(options);
    }

    MatchQuery const query_;
};

class MatchExists : public Decorator {
public:
    explicit MatchExists(MatchQuery const& query) : Decorator(bind_matches(query)), query_(query) {}

    void warm_up(RunOptions const&) const override {} // a search on the host comes first
    RunResult run(GraphOrResident const& graph, RunOptions const& options) const override {
        if (!may_look_for_first(options)) {
            return as_answer(bind_match_walk(plain(query_)).run(graph, one_of(options)));
        }
        auto const proof = [&](RunOptions const& own) { return Decorator::run(graph, own); };
        return done_by_one<RunResult>(
            options, [&](RunOptions const& own) { return whether_there_is(graph.graph(), query_, proof, own); });
    }

private:
    MatchQuery const query_;
};

} // namespace

BoundApplication with_first(BoundApplication list, MatchQuery const& query) {
    return make_form<WithFirst>(std::move(list), query);
}

BoundApplication bind_match_exists(MatchQuery const& query) { return make_form<MatchExists>(query); }

std::vector<std::int64_t> ending_of(FoundMatch const& found) {
    std::vector<std::int64_t> ending = ending_of(static_cast<RunResult const&>(found));
    ending.insert(ending.end(), found.vertices.begin(), found.vertices.end());
    return ending;
}

void take_ending(FoundMatch& found, std::vector<std::int64_t> const& ending) {
    take_ending(static_cast<RunResult&>(found), ending);
    found.vertices.assign(ending.begin() + fields_of_an_ending, ending.end());
    if (found.count > 0 || found.status == Status::complete) found.exists = found.count > 0;
}

FoundMatch find_match(GraphOrResident const& graph, MatchQuery const& query, RunOptions const& options) {
    FirstProof const walk = [&](RunOptions const& own) { return bind_match_walk(plain(query)).run(graph, own); };
    std::function<FoundMatch(RunOptions const&)> const find = [&](RunOptions const& own) {
        return found_match(graph.graph(), query, walk, own);
    };
    if (!is_shared(options)) return find(options);
    return run_on_devices<FoundMatch>(graph, options,
                                      [&](RunOptions const& own) { return done_by_one<FoundMatch>(own, find); });
}

} // namespace cerrado
