// All maximal cliques, by size: those that no other vertex is adjacent to as a whole.
#include "gallery.hpp"

#include <cerrado/run/run.hpp>

#include <algorithm>
#include <map>
#include <numeric>

using cerrado::VertexId;

constexpr int most_vertices = cerrado::max_traversal_length - 1; // of a clique

// Tells quickly whether two vertices are adjacent: by a bit matrix, if the graph is small.
struct Adjacency {
    static constexpr std::uint64_t most = 1 << 15;  // vertices of a graph with a matrix
    cerrado::ArrayRef<std::uint32_t> matrix, given; // `given`: the number of a vertex there
    std::uint32_t words = 0;                        // of a row; 0: no matrix

    template <class View> CERRADO_FN bool operator()(View const& t, VertexId a, VertexId b) const {
        if (words == 0) return t.graph().adjacent(a, b);
        std::uint32_t const column = given[b];
        return (matrix[std::size_t{given[a]} * words + column / 32] >> column % 32 & 1) != 0;
    }
};

struct MaximalCliques {
    static constexpr bool only_reads_arrays = true, may_find_nothing = true;
    static constexpr int extension_lists = 1;
    int k;
    Adjacency adjacent;

    struct LevelState {
        VertexId pivot = 0;
    };
    struct Accumulator {
        std::uint64_t of_size[most_vertices + 1] = {};
        std::uint64_t larger = 0; // cliques that are too large
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) {
        for (int size = 0; size <= most_vertices; ++size) into.of_size[size] += from.of_size[size];
        into.larger += from.larger;
    }

    // A clique is met with its vertices in one order. At each level the walk takes the pivot, or a vertex that is not
    // adjacent to it. Those that were taken before are no candidates any more.
    template <class View> CERRADO_FN bool is_candidate(View const& t, VertexId u) const {
        if (u < t.root()) return false;
        for (int i = 0; i + 1 < t.size(); ++i) {
            if (u > t.vertex(i + 1) && !adjacent(t, t.state(i).pivot, u)) return false;
        }
        return true;
    }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() > 1 && adjacent(te, te.state(te.size() - 2).pivot, te.last())) return;
        if (!te.extend_common()) return;
        std::uint32_t const all = te.extension_count();
        te.keep_open([&](auto const& t, VertexId u) { return is_candidate(t, u); });
        std::uint32_t const candidates = te.extension_count();
        if (te.warp().lane() == 0 && te.aggregates_here()) {
            if (all == 0) ++te.accumulator().of_size[te.size()];
            if (te.size() == k - 1 && candidates > 0) ++te.accumulator().larger;
        }
        if (candidates > 0) te.state().pivot = pivot_of(te, all, candidates);
    }

private:
    // Returns: the extension, open or not, that is adjacent to the most candidates. Lanes: all.
    template <class Traversal>
    CERRADO_FN VertexId pivot_of(Traversal const& te, std::uint32_t all, std::uint32_t candidates) const {
        VertexId const* const list = te.extensions(te.size());
        std::uint32_t most = 0;
        VertexId pivot = 0;
        for (std::uint32_t i = static_cast<std::uint32_t>(te.warp().lane()); i < all; i += Traversal::WarpType::width) {
            std::uint32_t near = 1;
            for (std::uint32_t j = 0; j < candidates; ++j) near += adjacent(te, list[i], list[j]) ? 1 : 0;
            if (near < most || (near == most && list[i] > pivot)) continue;
            most = near;
            pivot = list[i];
        }
        std::uint32_t const best = te.warp().reduce_max(most);
        return te.warp().reduce_min(most == best ? pivot : ~VertexId{0});
    }
};

// The same without Cerrado: Bron and Kerbosch, with the pivot of Tomita and others.
class Serial {
public:
    explicit Serial(cerrado::Graph const& graph) : graph_(graph) {}

    std::map<std::size_t, std::uint64_t> count() {
        std::vector<VertexId> order(graph_.vertex_count()), place(order.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [&](VertexId v) { return graph_.degree(v); });
        for (VertexId i = 0; i < order.size(); ++i) place[order[i]] = i;
        for (VertexId const v : order) {
            std::vector<VertexId> candidates, excluded;
            for (VertexId const u : graph_.neighbours(v)) (place[u] > place[v] ? candidates : excluded).push_back(u);
            grow(1, candidates, excluded);
        }
        return counts_;
    }

private:
    std::vector<VertexId> common(std::vector<VertexId> const& list, VertexId v) const {
        std::vector<VertexId> found;
        std::ranges::copy_if(list, std::back_inserter(found), [&](VertexId u) { return graph_.ref().adjacent(v, u); });
        return found;
    }
    void grow(std::size_t size, std::vector<VertexId> candidates, std::vector<VertexId> excluded) {
        if (candidates.empty()) {
            if (excluded.empty()) ++counts_[size];
            return;
        }
        std::ptrdiff_t most = -1;
        VertexId pivot = 0;
        for (auto const* list : {&candidates, &excluded}) {
            for (VertexId const u : *list) {
                auto const near =
                    std::ranges::count_if(candidates, [&](VertexId v) { return graph_.ref().adjacent(u, v); });
                if (near > most) most = near, pivot = u;
            }
        }
        std::vector<VertexId> taken = candidates;
        std::erase_if(taken, [&](VertexId u) { return graph_.ref().adjacent(pivot, u); });
        for (VertexId const v : taken) {
            grow(size + 1, common(candidates, v), common(excluded, v));
            std::erase(candidates, v);
            excluded.push_back(v);
        }
    }

    cerrado::Graph const& graph_;
    std::map<std::size_t, std::uint64_t> counts_;
};

int main(int argument_count, char** arguments) {
    auto const line = [](std::map<std::size_t, std::uint64_t> const& counts) {
        std::uint64_t all = 0;
        for (auto const& [size, count] : counts) all += count;
        std::string text = std::to_string(all) + " maximal cliques; of each size:";
        for (auto const& [size, count] : counts) text += " " + std::to_string(size) + ":" + std::to_string(count);
        return text;
    };
    return gallery(
        argument_count, arguments, 0, "maximal_cliques GRAPH [--host | --serial] [--time]",
        [&](Asked const& asked) {
            VertexId const n = asked.graph.vertex_count();
            cerrado::Resident const resident(asked.graph, asked.options);
            std::vector<std::uint32_t> matrix, given;
            Adjacency adjacent;
            if (n <= Adjacency::most) {
                adjacent.words = (n + 31) / 32;
                matrix.resize(std::size_t{n} * adjacent.words);
                for (VertexId v = 0; v < n; ++v) {
                    given.push_back(v);
                    for (VertexId const u : asked.graph.neighbours(v))
                        matrix[std::size_t{v} * adjacent.words + u / 32] |= 1u << u % 32;
                }
            }
            auto const rows = resident.array(matrix);
            auto const numbers = resident.array(cerrado::Per::vertex, given);
            adjacent.matrix = rows.ref();
            adjacent.given = numbers.ref();
            cerrado::RunOptions options = asked.options;
            options.order = cerrado::GraphOrder::degree;
            auto const found = cerrado::run(MaximalCliques{most_vertices + 1, adjacent}, resident, options).accumulator;
            if (found.larger > 0)
                throw cerrado::InputError("the graph has cliques of more than " + std::to_string(most_vertices) +
                                          " vertices, which this program does not count");
            std::map<std::size_t, std::uint64_t> counts;
            for (std::size_t size = 1; size <= most_vertices; ++size) {
                if (found.of_size[size] > 0) counts[size] = found.of_size[size];
            }
            return line(counts);
        },
        [&](Asked const& asked) { return line(Serial(asked.graph).count()); });
}
