// All maximal k-plexes of at least a given size. In a k-plex each vertex may lack k of the vertices, itself included.
#include "gallery.hpp"

#include <cerrado/run/run.hpp>

#include <algorithm>
#include <map>

using cerrado::VertexId;

constexpr int most_vertices = cerrado::max_traversal_length - 1; // of a k-plex

// The pairs of vertices that can be in one k-plex of at least `least` vertices, as a graph: they need a number of
// common neighbours. `joined`: for each entry of its lists, whether the pair is an edge of the given graph.
struct Pairs {
    cerrado::Graph graph;
    std::vector<std::uint8_t> joined;
};

// Returns: which vertices are in the largest part of the graph in which each has so many neighbours.
std::vector<bool> core(cerrado::Graph const& graph, int least) {
    std::vector<bool> is_in(graph.vertex_count(), true);
    for (bool changes = true; changes;) {
        changes = false;
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            if (!is_in[v]) continue;
            auto const near = std::ranges::count_if(graph.neighbours(v), [&](VertexId u) { return is_in[u]; });
            if (near < least) is_in[v] = false, changes = true;
        }
    }
    return is_in;
}

Pairs possible_pairs(cerrado::Graph const& graph, int k, int least) {
    Pairs pairs;
    std::vector<cerrado::EdgeOffset> offsets = {0};
    std::vector<VertexId> lists, near;
    std::vector<int> common(graph.vertex_count());
    std::vector<bool> const is_in = core(graph, least - k);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            if (!is_in[v] || !is_in[u]) continue;
            near.push_back(u);
            for (VertexId const w : graph.neighbours(u)) {
                if (!is_in[w]) continue;
                ++common[w];
                near.push_back(w);
            }
        }
        std::ranges::sort(near);
        near.erase(std::unique(near.begin(), near.end()), near.end());
        for (VertexId const u : near) {
            bool const is_edge = graph.ref().adjacent(v, u);
            if (u != v && common[u] >= least - 2 * k + (is_edge ? 0 : 2)) {
                lists.push_back(u);
                pairs.joined.push_back(is_edge);
            }
            common[u] = 0;
        }
        near.clear();
        offsets.push_back(lists.size());
    }
    pairs.graph = cerrado::Graph(std::move(offsets), std::move(lists));
    return pairs;
}

struct MaximalKPlexes {
    static constexpr bool only_reads_arrays = true, may_find_nothing = true;
    static constexpr int extension_lists = 1;
    int k; // as many levels
    int most_missing, least;
    cerrado::ArrayRef<std::uint8_t> joined;

    struct LevelState {
        std::uint8_t missing[most_vertices + 1] = {}; // by vertex of the traversal: itself and those that it lacks
    };
    struct Accumulator {
        std::uint64_t of_size[most_vertices + 1] = {};
        std::uint64_t larger = 0; // k-plexes that are too large
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        for (int size = 0; size <= most_vertices; ++size) into.of_size[size] += from.of_size[size];
        into.larger += from.larger;
    }

    // Is the traversal a k-plex together with u?
    template <class View> CERRADO_FN bool fits(View const& t, VertexId u) const {
        int missing = 1;
        for (int i = 0; i < t.size(); ++i) {
            if (joined[t.edge_position(i, u)] != 0) continue;
            if (t.state().missing[i] == most_missing || ++missing > most_missing) return false;
        }
        return true;
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (!te.extend_common()) return;
        int const last = te.size() - 1;
        LevelState& own = te.state();
        if (last > 0) own = te.state(last - 1);
        own.missing[last] = 1;
        for (int i = 0; i < last; ++i) {
            if (joined[te.edge_position(i, last)] != 0) continue;
            ++own.missing[i];
            ++own.missing[last];
        }
        te.filter([&](auto const& t, VertexId u) { return fits(t, u); });
        bool const is_maximal = te.extension_count() == 0;
        std::uint32_t of_root = 0, of_last = 0; // candidates that are adjacent to them
        te.keep_open([&](auto const& t, VertexId u) {
            if (u < t.last()) return false; // each set in ascending order
            of_root += joined[t.edge_position(0, u)];
            of_last += joined[t.edge_position(last, u)];
            return true;
        });
        int const candidates = static_cast<int>(te.extension_count());
        // a vertex has all candidates but the few that it may still lack
        int const of_both[] = {static_cast<int>(te.warp().reduce_add(of_root)) + most_missing - own.missing[0],
                               static_cast<int>(te.warp().reduce_add(of_last)) + most_missing - own.missing[last]};
        int most = candidates;
        for (int const one : of_both) most = one < most ? one : most;
        // one with too few candidates above it is not taken, but may join another
        bool const is_enough = candidates > 0 && te.size() + most >= least;
        int const spare = te.size() < least ? least - te.size() : 1;
        VertexId const highest = is_enough ? te.extensions(te.size())[candidates - spare] : 0;
        te.keep_open([&](auto const&, VertexId u) { return is_enough && u <= highest; });
        if (te.warp().lane() > 0 || !te.aggregates_here()) return;
        if (is_maximal && te.size() >= least) ++te.accumulator().of_size[te.size()];
        if (te.size() == k - 1 && candidates > 0) ++te.accumulator().larger;
    }
};

// The same without Cerrado.
class Serial {
public:
    Serial(Pairs const& pairs, int most_missing, int least)
        : graph_(pairs.graph),
          pairs_(pairs),
          most_missing_(most_missing),
          least_(static_cast<std::size_t>(least)) {}

    std::map<std::size_t, std::uint64_t> count() {
        std::vector<VertexId> order(graph_.vertex_count());
        for (VertexId v = 0; v < order.size(); ++v) order[v] = v;
        std::ranges::stable_sort(order, {}, [&](VertexId v) { return graph_.degree(v); });
        std::vector<VertexId> place(order.size());
        for (VertexId i = 0; i < order.size(); ++i) place[order[i]] = i;
        for (VertexId const v : order) {
            std::vector<VertexId> candidates, excluded;
            for (VertexId const u : graph_.neighbours(v)) (place[u] > place[v] ? candidates : excluded).push_back(u);
            grow(v, candidates, excluded);
        }
        return counts_;
    }

private:
    bool joined(VertexId a, VertexId b) const { return pairs_.joined[graph_.ref().find(a, b)] != 0; }
    bool fits(VertexId u) const {
        int missing = 1;
        for (std::size_t i = 0; i < set_.size(); ++i) {
            if (!graph_.ref().adjacent(set_[i], u)) return false;
            if (joined(set_[i], u)) continue;
            if (missing_[i] == most_missing_ || ++missing > most_missing_) return false;
        }
        return true;
    }
    // Returns: how many of the candidates can join the set at most, by its first and its last vertex.
    std::size_t most_of(std::vector<VertexId> const& candidates) const {
        std::size_t most = candidates.size();
        for (std::size_t const i : {std::size_t{0}, set_.size() - 1}) {
            auto const near = std::ranges::count_if(candidates, [&](VertexId u) { return joined(set_[i], u); });
            most = std::min(most, static_cast<std::size_t>(near + most_missing_ - missing_[i]));
        }
        return most;
    }
    void grow(VertexId v, std::vector<VertexId> candidates, std::vector<VertexId> excluded) {
        std::vector<int> const before = missing_;
        missing_.push_back(1);
        for (std::size_t i = 0; i < set_.size(); ++i) {
            if (!joined(set_[i], v)) ++missing_[i], ++missing_.back();
        }
        set_.push_back(v);
        std::erase_if(candidates, [&](VertexId u) { return !fits(u); });
        std::erase_if(excluded, [&](VertexId u) { return !fits(u); });
        if (candidates.empty() && excluded.empty() && set_.size() >= least_) ++counts_[set_.size()];
        while (set_.size() + most_of(candidates) >= least_ && !candidates.empty()) {
            VertexId const u = candidates.back();
            candidates.pop_back();
            grow(u, candidates, excluded);
            excluded.push_back(u);
        }
        set_.pop_back();
        missing_ = before;
    }

    cerrado::Graph const& graph_;
    Pairs const& pairs_;
    int most_missing_;
    std::size_t least_;
    std::vector<VertexId> set_;
    std::vector<int> missing_; // of the vertices of the set
    std::map<std::size_t, std::uint64_t> counts_;
};

int main(int argument_count, char** arguments) {
    auto const line = [](Asked const& asked, std::map<std::size_t, std::uint64_t> const& counts) {
        std::uint64_t all = 0;
        for (auto const& [size, count] : counts) all += count;
        std::string text =
            std::to_string(all) + " maximal " + std::to_string(asked.numbers[0]) + "-plexes; of each size:";
        for (auto const& [size, count] : counts) text += " " + std::to_string(size) + ":" + std::to_string(count);
        return text;
    };
    auto const pairs_of = [](Asked const& asked) {
        int const k = asked.numbers[0], least = asked.numbers[1];
        if (k < 1 || least < std::max(2, 2 * k - 1) || least > most_vertices)
            throw cerrado::InputError(
                "SIZE must be at least 2 K - 1, since smaller K-plexes need not be connected, and "
                "from 2 to " +
                std::to_string(most_vertices));
        return possible_pairs(asked.graph, k, least);
    };
    return gallery(
        argument_count, arguments, 2, "maximal_k_plexes GRAPH K SIZE [--host | --serial] [--time]",
        [&](Asked const& asked) {
            Pairs const pairs = pairs_of(asked);
            cerrado::Resident const resident(pairs.graph, asked.options);
            auto const joined = resident.array(cerrado::Per::edge, pairs.joined);
            MaximalKPlexes const app{most_vertices + 1, asked.numbers[0], asked.numbers[1], joined.ref()};
            auto const found = cerrado::run(app, resident, asked.options).accumulator;
            if (found.larger > 0)
                throw cerrado::InputError("the graph has k-plexes of more than " + std::to_string(most_vertices) +
                                          " vertices, which this program does not count");
            std::map<std::size_t, std::uint64_t> counts;
            for (std::size_t size = 1; size <= most_vertices; ++size) {
                if (found.of_size[size] > 0) counts[size] = found.of_size[size];
            }
            return line(asked, counts);
        },
        [&](Asked const& asked) {
            return line(asked, Serial(pairs_of(asked), asked.numbers[0], asked.numbers[1]).count());
        });
}
