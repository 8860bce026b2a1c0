#include <cerrado/canonical/canonical_form.hpp>

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>

#include <fmt/format.h>
#include <nauty/nautinv.h>
#include <nauty/nauty.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace cerrado {

// nauty keeps work space for each thread, which the thread must free.

// Frees this thread's work space when the thread ends. Call it before nauty.
void keep_nauty_workspace();

namespace {

struct Workspace {
    ~Workspace() {
        naugraph_freedyn();
        nautinv_freedyn();
        nautil_freedyn();
        nauty_freedyn();
    }
};

} // namespace

void keep_nauty_workspace() {
    static thread_local Workspace const workspace;
    static_cast<void>(workspace); // this use makes the thread construct it
}

std::vector<std::pair<int, int>> edges_of(int k, std::uint64_t adjacency) {
    std::vector<std::pair<int, int>> edges;
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (adjacent(adjacency, h, j)) edges.emplace_back(h, j);
    return edges;
}

void require_adjacency(int k, std::uint64_t adjacency) {
    if (k < 1 || k > max_adjacency_vertices)
        throw InputError(fmt::format("a pattern cannot have {} vertices: give 1 to {}", k, max_adjacency_vertices));
    if (adjacency >> adjacency_bits(k) != 0)
        throw InputError(
            fmt::format("the adjacency {:#x} has edges beyond the {} vertices: give only its {} lowest bits", adjacency,
                        k, adjacency_bits(k)));
}

namespace {

// A graph as nauty takes it (arcs, or edges in both directions), and nauty's canonical form of it.
struct Labelled {
    graph given[Pattern::max_vertices] = {};
    graph canonical[Pattern::max_vertices] = {};
    int order[Pattern::max_vertices]; // order[p]: the given vertex at canonical position p

    bool has(int from, int to) const { return ISELEMENT(canonical + from, to); }

    void label(int k, bool is_directed = false) {
        int partition[Pattern::max_vertices];
        int orbits[Pattern::max_vertices];
        keep_nauty_workspace();
        DEFAULTOPTIONS_GRAPH(options); // the options for digraphs would give another labelling than `labelg`
        options.digraph = is_directed ? TRUE : FALSE;
        options.getcanon = TRUE;
        statsblk statistics;
        densenauty(given, order, partition, orbits, &options, &statistics, 1, k, canonical);
    }

    std::uint64_t positions(int k) const {
        std::uint64_t positions = 0;
        for (int p = 0; p < k; ++p) positions |= static_cast<std::uint64_t>(p) << (4 * order[p]);
        return positions;
    }
};

bool says_edges_alone(Pattern const& pattern) {
    Pattern::Vertices strangers = 0;
    for (int v = 0; v < pattern.size(); ++v) strangers |= pattern.strangers(v);
    return !pattern.has_marks() && strangers == 0;
}

} // namespace

CanonicalForm canonical_form(int k, std::uint64_t adjacency) {
    require_adjacency(k, adjacency);
    Labelled graph;
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (adjacent(adjacency, h, j)) ADDONEEDGE(graph.given, h, j, 1);
    graph.label(k);

    CanonicalForm form{.positions = graph.positions(k)};
    for (int j = 1; j < k; ++j)
        for (int h = 0; h < j; ++h)
            if (graph.has(h, j)) form.adjacency |= adjacency_bit(h, j);
    return form;
}

CanonicalArcs canonical_arcs(int k, PatternWord arcs) {
    require_arcs(k, arcs);
    Labelled graph;
    for (int from = 0; from < k; ++from)
        for (int to = 0; to < k; ++to)
            if (has_arc(arcs, from, to)) ADDONEARC(graph.given, from, to, 1);
    graph.label(k, true);

    CanonicalArcs form{.positions = graph.positions(k)};
    for (int from = 0; from < k; ++from)
        for (int to = 0; to < k; ++to)
            if (from != to && graph.has(from, to)) form.arcs |= arc_bit(from, to);
    return form;
}

std::optional<CanonicalForm> canonical_form(Pattern const& pattern) {
    if (pattern.size() > max_adjacency_vertices || !says_edges_alone(pattern)) return std::nullopt;
    std::uint64_t adjacency = 0;
    for (int v = 0; v < pattern.size(); ++v) {
        for (int u = 0; u < v; ++u) adjacency |= (pattern.edges(v) >> u & 1) != 0 ? adjacency_bit(u, v) : 0;
    }
    return canonical_form(pattern.size(), adjacency);
}

std::optional<Pattern> canonical_pattern(Pattern const& pattern) {
    if (!says_edges_alone(pattern)) return std::nullopt;
    int const k = pattern.size();
    Labelled graph;
    for (int v = 0; v < k; ++v)
        for (int u = 0; u < v; ++u)
            if ((pattern.edges(v) & Pattern::bit(u)) != 0) ADDONEEDGE(graph.given, u, v, 1);
    graph.label(k);

    Pattern form(k);
    for (int v = 0; v < k; ++v)
        for (int u = 0; u < v; ++u)
            if (graph.has(u, v)) form.require_edge(u, v);
    return form;
}

int canonical_form_version() { return NAUTYVERSIONID; }

namespace {

constexpr int most_copies = WORDSIZE; // a row of nauty's matrix is one word

// Copy `layer` of vertex v is the node layer * k + v. An arc has a number. If bit i of the number is set, the arc joins
// the copies in layer i. The copies of a vertex are joined to a path in both directions.
class Layers {
public:
    Layers(LabelledGraph const& graph, int layers) : graph_(graph), copies_(layers * graph.k) {
        for (int from = 0; from < graph.k; ++from) {
            for (int to = 0; to < graph.k; ++to) add_arc(from, to, layers);
            for (int layer = 1; layer < layers; ++layer) {
                add(copy(layer - 1, from), copy(layer, from));
                add(copy(layer, from), copy(layer - 1, from));
            }
        }
    }

    // Copies in the same layer with the same label have the same colour, and the first layer's copies come first.
    CanonicalOrder order() {
        std::array<int, most_copies> order{}, cells{}, orbits{};
        std::iota(order.begin(), order.begin() + copies_, 0);
        std::ranges::sort(std::span(order).first(static_cast<std::size_t>(copies_)), {},
                          [this](int of) { return colour(of); });
        for (int i = 0; i + 1 < copies_; ++i) cells[i] = colour(order[i]) == colour(order[i + 1]) ? 1 : 0;
        keep_nauty_workspace();
        DEFAULTOPTIONS_GRAPH(options);
        options.digraph = TRUE;
        options.getcanon = TRUE;
        options.defaultptn = FALSE;
        statsblk statistics;
        graph canonical[most_copies];
        densenauty(rows_, order.data(), cells.data(), orbits.data(), &options, &statistics, 1, copies_, canonical);
        CanonicalOrder found;
        for (std::size_t v = 0; v < static_cast<std::size_t>(graph_.k); ++v) {
            found.vertices[v] = static_cast<std::uint8_t>(order[v]);
            found.orbits[v] = static_cast<std::uint8_t>(orbits[v]);
        }
        return found;
    }

private:
    int copy(int layer, int v) const { return layer * graph_.k + v; }
    std::pair<int, std::uint32_t> colour(int copy) const {
        return {copy / graph_.k, graph_.labels[static_cast<std::size_t>(copy % graph_.k)]};
    }
    void add(int from, int to) { ADDONEARC(rows_, from, to, 1); }
    void add_arc(int from, int to, int layers) {
        std::uint32_t const number = graph_.arcs[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
        for (int layer = 0; layer < layers; ++layer) {
            if (from != to && (number >> layer & 1) != 0) add(copy(layer, from), copy(layer, to));
        }
    }

    LabelledGraph const& graph_;
    int copies_;
    graph rows_[most_copies] = {};
};

} // namespace

CanonicalOrder canonical_order(LabelledGraph const& graph) {
    if (graph.k < 1 || graph.k > static_cast<int>(LabelledGraph::max_vertices)) {
        throw InputError(fmt::format("a pattern with labels cannot have {} vertices: give 1 to {}", graph.k,
                                     LabelledGraph::max_vertices));
    }
    std::uint32_t all = 1;
    for (auto const& row : graph.arcs) {
        for (std::uint32_t const number : row) all |= number;
    }
    int const layers = std::bit_width(all);
    if (layers * graph.k > most_copies) {
        throw InputError(
            fmt::format("a pattern of {} vertices, whose labels of arcs need {} bits, is too large: the product of "
                        "both may be at most {}",
                        graph.k, layers, most_copies));
    }
    return Layers(graph, layers).order();
}

LabelledGraph canonical_labelled(LabelledGraph const& graph) {
    auto const order = canonical_order(graph).vertices;
    LabelledGraph canonical{.k = graph.k};
    for (std::size_t p = 0; p < static_cast<std::size_t>(graph.k); ++p) {
        std::size_t const v = order[p];
        canonical.labels[p] = graph.labels[v];
        for (std::size_t q = 0; q < static_cast<std::size_t>(graph.k); ++q)
            canonical.arcs[p][q] = graph.arcs[v][order[q]];
    }
    return canonical;
}

namespace {

using PairSays = std::tuple<bool, bool, bool, bool, std::string, std::string>;
PairSays says(Pattern const& pattern, int u, int v) {
    auto const has = [&](Pattern::Vertices set) { return (set >> v & 1) != 0; };
    return {has(pattern.edges(u)),        has(pattern.strangers(u)), has(pattern.arcs_from(u)),
            has(pattern.no_arcs_from(u)), pattern.edge_label(u, v),  pattern.arc_label(u, v)};
}

// The pattern as a directed graph without labels, for nauty. The conditions on an ordered pair of vertices have a
// number. If bit i of the number is set, there is an arc in layer i. Each layer has a copy of every vertex, and the
// copies of a vertex are joined to a path. Layers and labels are colours.
class Layered {
public:
    explicit Layered(Pattern const& pattern) : size_(pattern.size()) {
        std::map<std::pair<std::vector<std::string>, bool>, int> labels;
        for (int v = 0; v < size_; ++v) {
            auto const own = static_cast<int>(labels.size());
            colours_.push_back(labels.emplace(std::pair(pattern.labels(v), pattern.discovers(v)), own).first->second);
        }
        std::map<PairSays, int> numbers{{PairSays{}, 0}}; // a pair without conditions has no arc
        std::vector<int> pairs;
        for (int u = 0; u < size_; ++u) {
            for (int v = 0; v < size_; ++v) {
                auto const next = static_cast<int>(numbers.size());
                pairs.push_back(numbers.emplace(says(pattern, u, v), next).first->second);
            }
        }
        layers_ = std::max(1, static_cast<int>(std::bit_width(numbers.size() - 1)));
        words_ = SETWORDSNEEDED(size_ * layers_);
        arcs_.assign(static_cast<std::size_t>(words_ * size_ * layers_), 0);
        for (int layer = 0; layer < layers_; ++layer) {
            for (int u = 0; u < size_; ++u) {
                if (layer > 0) ADDONEEDGE(arcs_.data(), node(u, layer), node(u, layer - 1), words_);
                for (int v = 0; v < size_; ++v) {
                    if ((pairs[static_cast<std::size_t>(u * size_ + v)] >> layer & 1) == 0) continue;
                    ADDONEARC(arcs_.data(), node(u, layer), node(v, layer), words_);
                }
            }
        }
    }

    // The vertices in `fixed` are fixed. Returns: for each vertex the least vertex of its orbit.
    std::vector<int> orbits(Pattern::Vertices fixed) const {
        int const nodes = size_ * layers_;
        std::vector<int> order(static_cast<std::size_t>(nodes)), ends(order.size()), orbits(order.size());
        std::iota(order.begin(), order.end(), 0);
        auto const colour = [&](int at) {
            int const v = at % size_;
            return std::tuple(at / size_, (fixed >> v & 1) != 0 ? v : -1, colours_[static_cast<std::size_t>(v)]);
        };
        std::ranges::sort(order, {}, colour);
        for (std::size_t i = 0; i < order.size(); ++i) {
            ends[i] = i + 1 < order.size() && colour(order[i]) == colour(order[i + 1]) ? 1 : 0;
        }
        keep_nauty_workspace();
        DEFAULTOPTIONS_DIGRAPH(options);
        options.defaultptn = FALSE;
        statsblk statistics;
        std::vector<graph> given = arcs_;
        densenauty(given.data(), order.data(), ends.data(), orbits.data(), &options, &statistics, words_, nodes,
                   nullptr);
        orbits.resize(static_cast<std::size_t>(size_)); // the first layer's
        return orbits;
    }

private:
    int node(int v, int layer) const { return layer * size_ + v; }

    int size_;
    int layers_ = 1;
    int words_ = 1;
    std::vector<int> colours_;
    std::vector<graph> arcs_;
};

// Finds an automorphism with some given images.
class Completion {
public:
    explicit Completion(Pattern const& pattern) : pattern_(pattern) {}

    // `given` has the known images of vertices. Returns: nothing if there is no such automorphism.
    std::optional<Permutation> of(std::vector<std::pair<int, int>> const& given) {
        image_.assign(static_cast<std::size_t>(pattern_.size()), -1);
        placed_ = taken_ = 0;
        for (auto const& [v, to] : given) {
            if (!fits(v, to)) return std::nullopt;
            place(v, to);
        }
        return complete() ? std::optional(image_) : std::nullopt;
    }

private:
    int at(int v) const { return image_[static_cast<std::size_t>(v)]; }
    void place(int v, int to) {
        image_[static_cast<std::size_t>(v)] = to;
        placed_ |= Pattern::bit(v);
        taken_ |= Pattern::bit(to);
    }

    // Returns: the vertex with most conditions on pairs with placed vertices. With it, a wrong image is found early.
    int next() const {
        int next = -1, most = -1;
        for (int v = 0; v < pattern_.size(); ++v) {
            int const said = std::popcount((pattern_.neighbours(v) | pattern_.strangers(v)) & placed_);
            if ((placed_ & Pattern::bit(v)) != 0 || said <= most) continue;
            next = v;
            most = said;
        }
        return next;
    }

    bool complete() {
        int const v = next();
        if (v < 0) return true;
        for (int to = 0; to < pattern_.size(); ++to) {
            if (!fits(v, to)) continue;
            place(v, to);
            if (complete()) return true;
            image_[static_cast<std::size_t>(v)] = -1;
            placed_ &= ~Pattern::bit(v);
            taken_ &= ~Pattern::bit(to);
        }
        return false;
    }

    // Returns true if the conditions on v, and on its pairs with placed vertices, are the same as those on `to` and on
    // its pairs with their images.
    bool fits(int v, int to) const {
        if ((taken_ & Pattern::bit(to)) != 0 || pattern_.labels(v) != pattern_.labels(to) ||
            pattern_.discovers(v) != pattern_.discovers(to)) {
            return false;
        }
        for (int u = 0; u < pattern_.size(); ++u) {
            if (at(u) >= 0 && (says(pattern_, u, v) != says(pattern_, at(u), to) ||
                               says(pattern_, v, u) != says(pattern_, to, at(u)))) {
                return false;
            }
        }
        return true;
    }

    Pattern const& pattern_;
    Permutation image_;
    Pattern::Vertices placed_ = 0;
    Pattern::Vertices taken_ = 0; // the images of the placed vertices
};

} // namespace

std::vector<std::vector<Permutation>> stabiliser_chain(Pattern const& pattern) {
    Layered const layered(pattern);
    Completion completion(pattern);
    std::vector<std::vector<Permutation>> chain;
    std::vector<std::pair<int, int>> given;
    Pattern::Vertices fixed = 0;
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.is_anti(v)) continue;
        std::vector<int> const orbits = layered.orbits(fixed);
        chain.emplace_back();
        for (int u = 0; u < pattern.size(); ++u) {
            if (u == v || orbits[static_cast<std::size_t>(u)] != orbits[static_cast<std::size_t>(v)]) continue;
            given.emplace_back(v, u);
            chain.back().push_back(completion.of(given).value());
            given.pop_back();
        }
        given.emplace_back(v, v);
        fixed |= Pattern::bit(v);
    }
    return chain;
}

SymmetryBreaking break_symmetry(Pattern const& pattern, std::vector<int> const& walked) {
    Layered const layered(pattern);
    Pattern::Vertices within = 0;
    for (int const v : walked) within |= Pattern::Vertices{1} << v;
    std::vector<int> chain = walked;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v) && (within >> v & 1) == 0) chain.push_back(v);
    }
    SymmetryBreaking found;
    Pattern::Vertices fixed = 0;
    for (int const v : chain) {
        std::vector<int> const orbits = layered.orbits(fixed);
        Pattern::Vertices orbit = 0;
        for (int u = 0; u < pattern.size(); ++u) {
            if (orbits[static_cast<std::size_t>(u)] == orbits[static_cast<std::size_t>(v)]) {
                orbit |= Pattern::Vertices{1} << u;
            }
        }
        fixed |= Pattern::Vertices{1} << v;
        if ((orbit & ~within) != 0) {
            found.repetitions *= static_cast<unsigned>(std::popcount(orbit));
            continue;
        }
        for (int u = 0; u < pattern.size(); ++u) {
            if (u != v && (orbit >> u & 1) != 0) found.restrictions.push_back({v, u});
        }
    }
    return found;
}

Automorphisms automorphisms(Pattern const& pattern) {
    std::vector<int> vertices;
    for (int v = 0; v < pattern.size(); ++v) {
        if (!pattern.is_anti(v)) vertices.push_back(v);
    }
    Automorphisms found;
    found.orbits = Layered(pattern).orbits(0);
    found.count = break_symmetry(pattern, {}).repetitions;
    found.restrictions = break_symmetry(pattern, vertices).restrictions;
    return found;
}

std::uint64_t without_directions(int k, PatternWord arcs) {
    std::uint64_t adjacency = 0;
    for (int pair = 0; pair < adjacency_bits(k); ++pair) {
        if ((arcs >> (2 * pair) & 3) != 0) adjacency |= std::uint64_t{1} << pair;
    }
    return adjacency;
}

std::vector<std::pair<int, int>> arcs_of(int k, PatternWord arcs) {
    std::vector<std::pair<int, int>> list;
    for (int from = 0; from < k; ++from) {
        for (int to = 0; to < k; ++to) {
            if (has_arc(arcs, from, to)) list.emplace_back(from, to);
        }
    }
    return list;
}

std::optional<PatternWord> arcs_of(Pattern const& pattern) {
    int const k = pattern.size();
    if (k > max_arcs_vertices || pattern.has_labels() || pattern.has_edge_labels()) return std::nullopt;
    PatternWord arcs = 0;
    for (int from = 0; from < k; ++from) {
        if (pattern.edges(from) != 0 || pattern.strangers(from) != 0 || pattern.no_arcs_from(from) != 0) {
            return std::nullopt;
        }
        for (int to = 0; to < k; ++to) {
            if ((pattern.arcs_from(from) & Pattern::bit(to)) != 0) arcs |= arc_bit(from, to);
        }
    }
    return arcs;
}

void require_arcs(int k, PatternWord arcs) {
    if (k < 1 || k > max_arcs_vertices)
        throw InputError(fmt::format("a directed pattern cannot have {} vertices: give 1 to {}", k, max_arcs_vertices));
    if (arcs >> (2 * adjacency_bits(k)) != 0)
        throw InputError(fmt::format("the word {:#x} has arcs beyond the {} vertices: give only its {} lowest bits",
                                     arcs, k, 2 * adjacency_bits(k)));
}

std::string format_digraph6(int k, PatternWord arcs) {
    require_arcs(k, arcs);
    constexpr int lowest_character = 63;
    std::string text{'&', static_cast<char>(lowest_character + k)};
    for (int begin = 0; begin < k * k; begin += 6) {
        int six = 0;
        for (int at = begin; at < begin + 6; ++at)
            six = six << 1 | (at < k * k && has_arc(arcs, at / k, at % k) ? 1 : 0);
        text.push_back(static_cast<char>(lowest_character + six));
    }
    return text;
}

namespace {

// The patterns of a table, and the patterns that are left when an edge is taken away.
class Fewer {
public:
    explicit Fewer(TransitionTable const& tables)
        : k_(tables.k()),
          patterns_(tables.representatives(k_)),
          left_(patterns_.size()) {
        class_of_.reserve(patterns_.size());
        for (std::size_t i = 0; i < patterns_.size(); ++i) class_of_.emplace(patterns_[i], i);
    }

    std::size_t size() const { return patterns_.size(); }
    int edges(std::size_t pattern) const { return std::popcount(patterns_[pattern]); }

    // Returns: the connected patterns that are left, one for each edge.
    std::vector<std::size_t> const& left_of(std::size_t pattern) {
        std::vector<std::size_t>& left = left_[pattern];
        if (!left.empty() || edges(pattern) < k_) return left; // a tree without an edge is not connected
        for (std::uint64_t edges = patterns_[pattern]; edges != 0; edges &= edges - 1) {
            std::uint64_t const edge = edges & (~edges + 1);
            auto const found = class_of_.find(canonical_form(k_, patterns_[pattern] & ~edge).adjacency);
            if (found != class_of_.end()) left.push_back(found->second);
        }
        return left;
    }

private:
    int k_;
    std::vector<std::uint64_t> const& patterns_;
    std::unordered_map<std::uint64_t, std::size_t> class_of_;
    std::vector<std::vector<std::size_t>> left_;
};

void add(WideCount& sum, WideCount count) {
    if (sum > ~count) throw InputError("there are more subgraphs than 128 bits can count: take fewer vertices");
    sum += count;
}

// Calls add_to(pattern, ways, taken) with the number of ways to take so many edges away from a subgraph and be left with
// the pattern, added up over the subgraphs of each pattern with more edges.
template <class AddTo>
void for_each_left(TransitionTable const& tables, std::vector<WideCount> const& subgraphs, AddTo const& add_to) {
    Fewer fewer(tables);
    std::vector<std::vector<std::size_t>> of_edges(64); // patterns by their number of edges
    for (std::size_t i = 0; i < fewer.size(); ++i) of_edges[static_cast<std::size_t>(fewer.edges(i))].push_back(i);
    std::vector<WideCount> here(fewer.size());
    for (std::size_t begin = 0; begin < of_edges.size(); ++begin) {
        for (std::size_t const i : of_edges[begin]) here[i] = subgraphs[i];
        // Each set of `taken` edges is met once for each of its edges as the last one.
        for (std::size_t taken = 1; taken <= begin; ++taken) {
            bool is_any = false;
            for (std::size_t const i : of_edges[begin - taken + 1]) {
                if (here[i] == 0) continue;
                is_any = true;
                for (std::size_t const left : fewer.left_of(i)) add(here[left], here[i]);
                here[i] = 0;
            }
            if (!is_any) break;
            for (std::size_t const i : of_edges[begin - taken]) {
                here[i] /= taken;
                add_to(i, here[i], taken);
            }
        }
    }
}

} // namespace

std::vector<WideCount> edge_induced_counts(TransitionTable const& tables, std::vector<WideCount> const& induced) {
    std::vector<WideCount> counts = induced;
    for_each_left(tables, induced,
                  [&](std::size_t pattern, WideCount ways, std::size_t) { add(counts[pattern], ways); });
    return counts;
}

std::vector<WideCount> induced_counts(TransitionTable const& tables, std::vector<WideCount> const& edge_induced) {
    std::vector<WideCount> counts = edge_induced; // modulo 2^128
    for_each_left(tables, edge_induced, [&](std::size_t pattern, WideCount ways, std::size_t taken) {
        counts[pattern] += taken % 2 == 0 ? ways : WideCount{0} - ways;
    });
    return counts;
}

} // namespace cerrado
