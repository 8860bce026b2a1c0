#include "isomorphism/parts/plan.hpp"

#include "isomorphism/formula/formula.hpp"
#include "isomorphism/marks.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace cerrado {

namespace {

using Set = std::uint32_t; // of vertices; bit v: vertex v

constexpr int most_vertices = 10;
constexpr int max_known = 5; // vertices of a graphlet

Set bit(int v) { return Set{1} << v; }
bool has(Set set, int v) { return (set >> v & 1) != 0; }

// A small graph by its neighbours.
struct Small {
    int size = 0;
    std::array<Set, most_vertices> near{};

    static Small of(int size, std::uint64_t adjacency) {
        Small graph{size, {}};
        for (auto const& [u, v] : edges_of(size, adjacency)) {
            graph.near[static_cast<std::size_t>(u)] |= bit(v);
            graph.near[static_cast<std::size_t>(v)] |= bit(u);
        }
        return graph;
    }
    Set neighbours(int v) const { return near[static_cast<std::size_t>(v)]; }
    Set all() const { return bit(size) - 1; }
};

template <class Visit> void for_each(Set set, Visit const& visit) {
    for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// Returns: true if the vertices `left` induce no cycle.
bool is_forest(Small const& graph, Set left) {
    for (bool again = true; again;) {
        again = false;
        for_each(left, [&](int v) {
            if (std::popcount(graph.neighbours(v) & left) > 1) return;
            left &= ~bit(v);
            again = true;
        });
    }
    return left == 0;
}

Set set_of(int v) { return v < 0 ? 0 : bit(v); }

// The leaves without a neighbour among the heads, taken away again and again. The role is kept.
Set tails_of(Small const& graph, Set heads, int role) {
    if (heads == 0) return graph.all();
    Set tails = 0;
    for (bool again = true; again;) {
        again = false;
        for_each(graph.all() & ~heads & ~tails & ~set_of(role), [&](int v) {
            Set const near = graph.neighbours(v);
            if ((near & heads) != 0 || std::popcount(near & ~tails) != 1) return;
            tails |= bit(v);
            again = true;
        });
    }
    return tails;
}

bool are_leaves(Small const& graph, Set vertices) {
    bool all = true;
    for_each(vertices, [&](int v) { all &= std::popcount(graph.neighbours(v)) == 1; });
    return all;
}

// Makes the steps of a pattern with these heads.
class Steps {
public:
    Steps(Small const& graph, std::vector<int> const& heads, PartsNode& node) : graph_(graph), node_(node) {
        for (int const head : heads) heads_ |= bit(head);
        order_ = heads;
        tails_ = node.of.greatest < 0 ? tails_of(graph, heads_, node.of.role) : 0;
        node_.plan.is_below = node.of.greatest >= 0;
    }

    // Returns: false if there are too many steps or vectors.
    bool make() {
        int const role = node_.of.role;
        if (node_.of.greatest >= 0) leaves_ = tails_of(graph_, heads_, role);
        if (heads_ == 0) {
            int const middle = role < 0 ? centroid() : role;
            node_.plan.head[0].needs.of_vertex = node_.of.need(middle, middle);
            for_each(graph_.neighbours(middle), [&](int v) { node_.product.push_back(tail(v, middle)); });
            return true;
        }
        make_heads();
        std::map<std::string, std::pair<int, int>> roots; // by shape: a root, and how many there are
        Set left = graph_.all() & ~heads_ & ~tails_;
        bool const has_role_tree = role >= 0 && !has(heads_, role);
        if (has_role_tree) left &= ~component(left, role);
        while (left != 0) {
            Set const tree = component(left, std::countr_zero(left));
            left &= ~tree;
            int const root = centre(tree);
            auto const [at, is_new] = roots.try_emplace(shape(root, -1), root, 0);
            ++at->second.second;
        }
        for (auto const& [text, root] : roots) {
            int const vector = branch(root.first, -1);
            add({.op = SpreadPlan::Op::sum, .from = id(vector), .number = id(root.second)});
            release(vector);
        }
        if (has_role_tree) {
            add({.op = SpreadPlan::Op::give, .from = id(branch(role, -1))});
        } else if (role >= 0) {
            node_.plan.role = static_cast<int>(std::ranges::find(order_, role) - order_.begin());
        }
        node_.plan.vectors = vectors_;
        if (node_.plan.heads > 1) node_.plan.vectors = std::max(2, vectors_); // for heads that are far
        return fits_ && node_.tails.size() <= SpreadPlan::most_tails;
    }

private:
    static std::uint8_t id(int number) { return static_cast<std::uint8_t>(number); }

    void add(SpreadPlan::Step const& step) {
        if (node_.plan.steps < SpreadPlan::most_steps)
            node_.plan.step[node_.plan.steps++] = step;
        else
            fits_ = false;
    }
    int take() {
        for (int vector = 0; vector < SpreadPlan::most_vectors; ++vector) {
            if (has(taken_, vector)) continue;
            taken_ |= bit(vector);
            vectors_ = std::max(vectors_, vector + 1);
            return vector;
        }
        fits_ = false;
        return 0;
    }
    void release(int vector) { taken_ &= ~bit(vector); }
    void drop(int vector) {
        add({.op = SpreadPlan::Op::clear, .from = id(vector)});
        release(vector);
    }

    // Returns: the needs of v's image, and of its entries in the lists of the heads' images.
    SpreadPlan::Needs needs_beside_heads(int v) const {
        SpreadPlan::Needs needs{.of_vertex = node_.of.need(v, v)};
        for (std::size_t i = 0; i < order_.size(); ++i)
            if (has(graph_.neighbours(v), order_[i])) needs.of_entry[i] = node_.of.need(order_[i], v);
        return needs;
    }
    // The same in the lists of u's images.
    SpreadPlan::Needs needs_beside(int v, int u) const { return {node_.of.need(v, v), {node_.of.need(u, v)}}; }

    void make_heads() {
        node_.plan.heads = static_cast<int>(order_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            node_.plan.head[i].needs = needs_beside_heads(order_[i]);
            for (std::size_t j = i; j < order_.size(); ++j) node_.plan.head[i].needs.of_entry[j] = 0; // later heads
        }
        for (std::size_t i = 1; i < order_.size(); ++i) {
            SpreadPlan::Head& head = node_.plan.head[i];
            for (std::size_t j = i; j-- > 0;) {
                if (has(graph_.neighbours(order_[i]), order_[j])) {
                    head.adjacent |= static_cast<SpreadPlan::Heads>(1u << j);
                    head.from = id(static_cast<int>(j));
                }
            }
            if (head.adjacent != 0) continue;
            head.is_far = true;
            for (std::size_t j = 0; j < i; ++j) {
                if (are_two_apart(order_[i], order_[j])) head.from = id(static_cast<int>(j));
            }
        }
    }
    bool are_two_apart(int u, int v) const { return (graph_.neighbours(u) & graph_.neighbours(v) & ~heads_) != 0; }

    Set component(Set left, int first) const {
        Set found = bit(first);
        for (Set before = 0; before != found;) {
            before = found;
            for_each(before, [&](int v) { found |= graph_.neighbours(v) & left; });
        }
        return found;
    }
    int height(Set tree, int v, int from) const {
        int most = 0;
        for_each(graph_.neighbours(v) & tree, [&](int u) {
            if (u != from) most = std::max(most, 1 + height(tree, u, v));
        });
        return most;
    }
    int centre(Set tree) const {
        int best = -1, least = most_vertices + 1;
        for_each(tree, [&](int v) {
            if (has(leaves_, v) || height(tree, v, -1) >= least) return;
            best = v;
            least = height(tree, v, -1);
        });
        return best;
    }

    // The vertex of a tree without which the parts are least, so that numbers of tails are small.
    int centroid() const {
        int best = 0, least = most_vertices;
        for (int v = 0; v < graph_.size; ++v) {
            int most = 0;
            for_each(graph_.neighbours(v),
                     [&](int u) { most = std::max(most, std::popcount(component(graph_.all() & ~bit(v), u))); });
            if (most >= least) continue;
            best = v;
            least = most;
        }
        return best;
    }

    // The branch at v as a text, the same for the same branches.
    std::string shape(int v, int from) const {
        std::vector<std::string> below;
        for_each(graph_.neighbours(v) & ~heads_, [&](int u) {
            if (u != from) below.push_back((has(tails_, u) ? "t" : "") + shape(u, v));
        });
        std::ranges::sort(below);
        std::string needs;
        if (!node_.of.needs.empty()) {
            needs = fmt::format(":{}", fmt::join(needs_beside_heads(v).of_entry, "."));
            needs += fmt::format(".{}.{}", node_.of.need(v, v), from < 0 ? 0 : node_.of.need(v, from));
        }
        return fmt::format("({}{}{})", place_of(graph_.neighbours(v) & heads_), needs, fmt::join(below, ""));
    }
    SpreadPlan::Heads place_of(Set heads) const {
        SpreadPlan::Heads places = 0;
        for (std::size_t i = 0; i < order_.size(); ++i)
            if (has(heads, order_[i])) places |= static_cast<SpreadPlan::Heads>(1u << i);
        return places;
    }

    // Returns: the number of the tail that begins at v, beside `from`.
    int tail(int v, int from) {
        Tail one{.vertex_needs = node_.of.need(v, v), .entry_needs = node_.of.need(from, v)};
        for_each(graph_.neighbours(v), [&](int u) {
            if (u != from) one.of.push_back(tail(u, v));
        });
        std::ranges::sort(one.of);
        auto const found = std::ranges::find(node_.tails, one);
        if (found != node_.tails.end()) return static_cast<int>(found - node_.tails.begin());
        node_.tails.push_back(one);
        return static_cast<int>(node_.tails.size()) - 1;
    }

    // Makes the vector of the branch at v. Returns: its number.
    int branch(int v, int from) {
        std::map<std::string, std::pair<int, int>> below; // by shape
        std::map<int, int> tails;
        int leaves = 0;
        for_each(graph_.neighbours(v) & ~heads_, [&](int u) {
            if (u == from) return;
            if (has(tails_, u)) {
                ++tails[tail(u, v)];
                return;
            }
            if (has(leaves_, u)) {
                ++leaves;
                return;
            }
            auto const [at, is_new] = below.try_emplace(shape(u, v), u, 0);
            ++at->second.second;
        });
        SpreadPlan::Heads const heads = place_of(graph_.neighbours(v) & heads_);
        int own = -1;
        if (heads != 0) {
            own = take();
            add({.op = SpreadPlan::Op::begin, .to = id(own), .heads = heads, .needs = needs_beside_heads(v)});
        }
        for (auto const& [text, one] : below) {
            int const at_u = branch(one.first, v);
            int const stepped = take();
            if (own < 0) {
                add({.op = SpreadPlan::Op::step,
                     .to = id(stepped),
                     .from = id(at_u),
                     .needs = needs_beside(v, one.first)});
            } else {
                add({.op = SpreadPlan::Op::step_within,
                     .to = id(stepped),
                     .from = id(at_u),
                     .within = id(own),
                     .needs = needs_beside(v, one.first)});
            }
            drop(at_u);
            if (one.second > 1) add({.op = SpreadPlan::Op::raise, .to = id(stepped), .number = id(one.second)});
            if (own < 0) {
                own = stepped;
                continue;
            }
            add({.op = SpreadPlan::Op::multiply, .to = id(own), .from = id(stepped)});
            drop(stepped);
        }
        if (leaves > 0) add({.op = SpreadPlan::Op::leaves, .to = id(own), .number = id(leaves)});
        for (auto const& [number, times] : tails) {
            for (int i = 0; i < times; ++i) add({.op = SpreadPlan::Op::tail, .to = id(own), .number = id(number)});
        }
        return own;
    }

    Small const& graph_;
    PartsNode& node_;
    Set heads_ = 0, tails_ = 0, leaves_ = 0, taken_ = 0;
    std::vector<int> order_;
    int vectors_ = 0;
    bool fits_ = true;
};

// Returns: the heads in an order in which each is one or two steps from an earlier one. None if there is none.
std::vector<int> in_order(Small const& graph, Set heads, int first) {
    std::vector<int> order;
    Set left = heads;
    if (first >= 0) {
        order.push_back(first);
        left &= ~bit(first);
    }
    while (left != 0) {
        int best = -1, most = -1;
        for_each(left, [&](int v) {
            int joined = 0;
            bool is_far = order.empty();
            for (int const u : order) {
                joined += has(graph.neighbours(v), u) ? 1 : 0;
                is_far |= (graph.neighbours(v) & graph.neighbours(u) & ~heads) != 0;
            }
            if (joined > most && (joined > 0 || is_far)) {
                best = v;
                most = joined;
            }
        });
        if (best < 0) return {};
        order.push_back(best);
        left &= ~bit(best);
    }
    return order;
}

// Returns: the sets of heads that are possible, if none is smaller. Those come first that have many edges between them,
// then many vertices that are adjacent to a head.
std::vector<std::vector<int>> possible_heads(Small const& graph, int greatest, int role) {
    std::vector<std::pair<std::array<int, 3>, std::vector<int>>> found;
    for (int count = greatest < 0 ? 0 : 1; count <= SpreadPlan::most_heads && found.empty(); ++count) {
        for (Set heads = 0; heads <= graph.all(); ++heads) {
            if (std::popcount(heads) != count || (greatest >= 0 && !has(heads, greatest))) continue;
            if (!is_forest(graph, graph.all() & ~heads)) continue;
            if (greatest >= 0 && !are_leaves(graph, tails_of(graph, heads, role))) continue;
            std::vector<int> const order = in_order(graph, heads, greatest);
            if (order.size() != static_cast<std::size_t>(count)) continue;
            std::array<int, 3> value{};
            for_each(graph.all(), [&](int v) {
                int const joined = std::popcount(graph.neighbours(v) & heads);
                value[has(heads, v) ? 0 : 1] += has(heads, v) ? joined : (joined > 0 ? 1 : 0);
                if (!has(heads, v)) value[2] += joined;
            });
            found.emplace_back(value, order);
        }
    }
    std::ranges::stable_sort(found, [](auto const& a, auto const& b) { return a.first > b.first; });
    std::vector<std::vector<int>> heads;
    for (auto& [value, order] : found) heads.push_back(std::move(order));
    return heads;
}

// Calls visit(class of each vertex, number of classes) for each partition of the vertices into classes without edges in
// which each head is alone or with tails only.
template <class Visit> class Partitions {
public:
    Partitions(Small const& graph, Set heads, Set tails, Visit const& visit)
        : graph_(graph),
          heads_(heads),
          tails_(tails),
          visit_(visit) {
        put(0, 0);
    }

private:
    void put(int v, int classes) {
        if (v == graph_.size) return visit_(class_, classes);
        for (int own = 0; own <= classes; ++own) {
            Set const others = own < classes ? members_[static_cast<std::size_t>(own)] : 0;
            if ((others & graph_.neighbours(v)) != 0) continue;
            if (has(heads_, v) && (others & ~tails_) != 0) continue;
            if ((others & heads_) != 0 && !has(tails_, v)) continue;
            class_[static_cast<std::size_t>(v)] = own;
            members_[static_cast<std::size_t>(own)] = others | bit(v);
            put(v + 1, std::max(classes, own + 1));
            members_[static_cast<std::size_t>(own)] = others;
        }
    }

    Small const& graph_;
    Set const heads_, tails_;
    Visit const& visit_;
    std::array<int, most_vertices> class_{};
    std::array<Set, most_vertices> members_{};
};

// Orders the images of heads that automorphisms of the pattern exchange. Returns: how many images have the same number of
// maps for this reason.
std::int64_t break_head_symmetry(Small const& graph, std::vector<int> const& heads, PatternMaps const& maps,
                                 SpreadPlan& plan) {
    std::vector<std::vector<int>> moves; // where the heads go, by place
    std::array<int, most_vertices> to{};
    Set used = 0;
    std::vector<int> order = heads;
    for (int v = 0; v < graph.size; ++v)
        if (std::ranges::find(heads, v) == heads.end()) order.push_back(v);
    auto const extend = [&](auto const& self, std::size_t at) -> bool { // true if these heads have one
        if (at == order.size()) return true;
        int const v = order[at];
        for (int image = 0; image < graph.size; ++image) {
            bool const is_head = std::ranges::find(heads, image) != heads.end();
            if (has(used, image) || is_head != (at < heads.size())) continue;
            if ((v == maps.greatest) != (image == maps.greatest) || (v == maps.role) != (image == maps.role)) continue;
            bool fits = maps.need(v, v) == maps.need(image, image);
            for (std::size_t i = 0; i < at && fits; ++i) {
                int const u = order[i], image_of_u = to[static_cast<std::size_t>(u)];
                fits = has(graph.neighbours(v), u) == has(graph.neighbours(image), image_of_u) &&
                       maps.need(v, u) == maps.need(image, image_of_u) &&
                       maps.need(u, v) == maps.need(image_of_u, image);
            }
            if (!fits) continue;
            to[static_cast<std::size_t>(v)] = image;
            used |= bit(image);
            bool const found = self(self, at + 1);
            if (found && at + 1 == heads.size()) {
                std::vector<int>& move = moves.emplace_back();
                for (int const head : heads)
                    move.push_back(
                        static_cast<int>(std::ranges::find(heads, to[static_cast<std::size_t>(head)]) - heads.begin()));
            }
            used &= ~bit(image);
            if (found && at >= heads.size()) return true;
        }
        return false;
    };
    extend(extend, 0);
    auto const above = [&](int high, int low) { plan.head[high].above |= static_cast<SpreadPlan::Heads>(1u << low); };
    if (moves.size() == 2) {
        std::vector<int> const& exchange = moves[0][0] == 0 && moves[0][1] == 1 ? moves[1] : moves[0];
        for (int i = 0; i < static_cast<int>(exchange.size()); ++i) {
            int const other = exchange[static_cast<std::size_t>(i)];
            if (other > i) above(other, i);
        }
    } else if (moves.size() == 3) {
        above(1, 0);
        above(2, 0);
    } else if (moves.size() == 6) {
        above(1, 0);
        above(2, 1);
    }
    return static_cast<std::int64_t>(moves.size());
}

// The shares of those entries of a graph that meet needs.
class Shares {
public:
    Shares(GraphOutline const& outline, PatternBits const& bits) {
        if (outline.marks && !bits.is_empty()) marks_ = outline.marks(bits);
    }
    double of(std::uint32_t of_vertex, std::uint32_t of_entry) {
        if (of_vertex == 0 && of_entry == 0) return 1;
        auto const [at, is_new] = known_.try_emplace({of_vertex, of_entry}, 1);
        if (is_new) at->second = counted(of_vertex, of_entry);
        return at->second;
    }
    double of(SpreadPlan::Needs const& needs, std::size_t list) { return of(needs.of_vertex, needs.of_entry[list]); }

private:
    // Vertices count as if each were met as often as another.
    double counted(std::uint32_t of_vertex, std::uint32_t of_entry) const {
        auto const share = [](auto const& all, std::uint32_t needs) {
            if (needs == 0 || all.empty()) return 1.0;
            auto const met = std::ranges::count_if(all, [&](auto const one) { return (one & needs) == needs; });
            return static_cast<double>(met) / static_cast<double>(all.size());
        };
        return share(marks_.of_vertex, of_vertex) * share(marks_.of_entry, of_entry);
    }

    MarkBits marks_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> known_;
};

// The entries of lists that the steps read for one image of the heads. common: of the neighbours of a head, those that
// are another one's, too.
double entries_of_image(SpreadPlan const& plan, GraphOutline const& outline, Shares& shares,
                        GraphOutline::Edges const& edges, double common) {
    using Near = GraphOutline::Near;
    double const most = outline.entries * edges.share;
    std::array<Near, SpreadPlan::most_vectors> vectors{};
    double entries = 0;
    for (int i = 0; i < plan.steps; ++i) {
        SpreadPlan::Step const& step = plan.step[i];
        if (step.op == SpreadPlan::Op::begin) {
            auto const heads = static_cast<unsigned>(step.heads);
            auto const first = static_cast<std::size_t>(std::countr_zero(heads));
            Near const begun = first == 0 ? edges.upper : edges.lower;
            double const share = (std::has_single_bit(heads) ? 1 : common) * shares.of(step.needs, first);
            entries += begun.size;
            vectors[step.to] = {share * begun.size, share * begun.read};
        } else if (step.op == SpreadPlan::Op::step) {
            double const read = std::min(most, vectors[step.from].read);
            entries += read;
            vectors[step.to] = outline.reached(read, edges.share);
            double const share = shares.of(step.needs, 0);
            vectors[step.to].size *= share;
            vectors[step.to].read *= share;
        } else if (step.op == SpreadPlan::Op::step_within) {
            entries += std::min(most, vectors[step.from].read);
            vectors[step.to] = vectors[step.within];
        } else if (step.op == SpreadPlan::Op::give) {
            entries += vectors[step.from].size;
        }
    }
    return entries;
}

// The entries of lists that a node reads by itself, and what its visits take besides, in the time of an entry.
double entries_of(PartsNode const& node, GraphOutline const& outline, Shares& shares) {
    constexpr double of_tail = 0.3, visit = 10, visit_of_step = 2; // other nodes have the same tails
    double entries = of_tail * static_cast<double>(node.tails.size()) * outline.entries;
    if (node.heads.empty()) return entries;
    SpreadPlan const& plan = node.plan;
    for (GraphOutline::Edges edges : plan.is_below ? outline.below : outline.whole) {
        if (edges.count == 0) continue;
        double const roots = edges.count / edges.upper.size, walks = edges.upper.size * edges.lower.size;
        double images = roots * shares.of(plan.head[0].needs, 0), common = 0.25;
        if (plan.heads == 1) edges.upper.read = walks;
        for (int i = 1; i < plan.heads; ++i) {
            SpreadPlan::Head const& head = plan.head[i];
            if (head.is_far) {
                double const ends = outline.reached(walks, edges.share).size;
                common = std::min(1.0, edges.lower.size / ends);
                images *= ends;
            } else {
                images *= i == 1 ? edges.upper.size : edges.lower.size;
            }
            if (head.above != 0) images /= 2;
            images *= shares.of(head.needs, head.from);
        }
        entries +=
            images * (visit + visit_of_step * plan.steps + entries_of_image(plan, outline, shares, edges, common));
    }
    return entries;
}

std::vector<int> vertex_orbits(PatternMaps const& maps) {
    return automorphisms(pattern_of(maps.size, maps.adjacency)).orbits;
}

// Returns: the number of automorphisms of the pattern that keep the role.
WideCount that_keep_role(PatternMaps const& maps) {
    Automorphisms const symmetry = automorphisms(pattern_of(maps.size, maps.adjacency));
    if (maps.role < 0) return symmetry.count;
    int const orbit = symmetry.orbits[static_cast<std::size_t>(maps.role)];
    return symmetry.count / static_cast<WideCount>(std::ranges::count(symmetry.orbits, orbit));
}

// Each pattern, with a greatest vertex or without, once.
class Planner {
public:
    // How a pattern of more than five vertices is counted if there is a choice: as a whole, by its greatest vertex, or as is
    // cheaper if no other pattern shares its terms.
    enum class Preferred { cheap, whole, greatest };

    // Returns: the entries of a plan for this pattern alone.
    using EntriesAlone = std::function<double(PatternMaps const& maps, Preferred preferred)>;

    // Patterns of up to `known_size` vertices are known: 4 or 5.
    Planner(GraphOutline const& outline, PatternBits const& bits, Preferred preferred, EntriesAlone entries_alone,
            int known_size)
        : outline_(outline),
          shares_(outline, bits),
          preferred_(preferred),
          entries_alone_(std::move(entries_alone)),
          known_size_(known_size) {}

    // Returns: the predicted entries of a pattern's maps and its terms, infinite if it has no recipe. Terms of several
    // patterns count each time.
    double entries(PatternMaps const& maps) { return recipe(canonical(maps)).entries; }

    // Appends the node and those of its terms. Returns: its number.
    int node_of(PartsPlan& plan, PatternMaps const& maps) {
        PatternMaps const key = canonical(maps);
        if (auto const known = numbers_.find(key); known != numbers_.end()) return known->second;
        Recipe const& own = recipe(key);
        PartsNode node = own.node;
        for (auto const& [term, factor] : own.terms) node.terms.push_back({node_of(plan, term), factor});
        plan.nodes.push_back(std::move(node));
        return numbers_[key] = static_cast<int>(plan.nodes.size()) - 1;
    }

    // The entries that a node takes by itself.
    double entries_by_itself(PartsNode const& node) {
        if (node.is_walked) return recipe(node.of).entries;
        return entries_of(node, outline_, shares_);
    }

    // Returns: for one vertex of each orbit of a known pattern, the node in which it has the greatest image, and the
    // number of vertices in the orbit.
    std::map<int, std::int64_t> orbits_of(PartsPlan& plan, PatternMaps const& whole) {
        std::map<int, std::int64_t> nodes;
        for (auto const& [maps, members] : greatest_of(whole)) nodes[node_of(plan, maps)] += members;
        return nodes;
    }

    // Returns: the same maps of the pattern in canonical form.
    PatternMaps canonical(PatternMaps const& maps) {
        if (!maps.needs.empty()) return canonical_with_needs(maps);
        if (maps.greatest < 0 && maps.role < 0)
            return {.size = maps.size, .adjacency = canonical_form(maps.size, maps.adjacency).adjacency};
        LabelledGraph graph{.k = maps.size};
        for (auto const& [u, v] : edges_of(maps.size, maps.adjacency)) {
            graph.arcs[static_cast<std::size_t>(u)][static_cast<std::size_t>(v)] = 1;
            graph.arcs[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)] = 1;
        }
        constexpr std::uint32_t is_greatest = 1, is_role = 2;
        if (maps.greatest >= 0) graph.labels[static_cast<std::size_t>(maps.greatest)] |= is_greatest;
        if (maps.role >= 0) graph.labels[static_cast<std::size_t>(maps.role)] |= is_role;
        LabelledGraph const found = canonical_labelled(graph);
        PatternMaps same{.size = maps.size};
        for (int v = 0; v < maps.size; ++v) {
            std::uint32_t const label = found.labels[static_cast<std::size_t>(v)];
            if ((label & is_greatest) != 0) same.greatest = v;
            if ((label & is_role) != 0) same.role = v;
            for (int u = 0; u < v; ++u)
                if (found.arcs[static_cast<std::size_t>(u)][static_cast<std::size_t>(v)] != 0)
                    same.adjacency |= adjacency_bit(u, v);
        }
        return same;
    }

    int known_size() const { return known_size_; }

private:
    struct Recipe {
        PartsNode node;
        std::map<PatternMaps, std::int64_t> terms;
        double entries = std::numeric_limits<double>::infinity();
    };

    // The numbers of canonical_labelled() are places in these lists, since it takes small numbers only.
    PatternMaps canonical_with_needs(PatternMaps const& maps) {
        LabelledGraph graph{.k = maps.size};
        std::size_t greatest = 0;
        auto const number = [&](auto& all, auto const& one) {
            auto const place = static_cast<std::size_t>(std::ranges::find(all, one) - all.begin());
            if (place == all.size()) all.push_back(one);
            greatest = std::max(greatest, place + 1);
            return static_cast<std::uint32_t>(place + 1);
        };
        for (int v = 0; v < maps.size; ++v)
            graph.labels[static_cast<std::size_t>(v)] =
                number(needs_of_vertices_, std::pair(maps.need(v, v), maps.role == v));
        for (auto const& [u, v] : edges_of(maps.size, maps.adjacency)) {
            graph.arcs[static_cast<std::size_t>(u)][static_cast<std::size_t>(v)] =
                number(needs_of_entries_, maps.need(u, v));
            graph.arcs[static_cast<std::size_t>(v)][static_cast<std::size_t>(u)] =
                number(needs_of_entries_, maps.need(v, u));
        }
        constexpr int most_bits = 64;
        if (maps.size * std::bit_width(greatest) > most_bits) return maps; // equal terms may count apart
        LabelledGraph const found = canonical_labelled(graph);
        PatternMaps same{.size = maps.size, .needs = std::vector<std::uint32_t>(maps.needs.size())};
        for (int v = 0; v < maps.size; ++v) {
            auto const& [needs, is_role] = needs_of_vertices_[found.labels[static_cast<std::size_t>(v)] - 1];
            same.needs[static_cast<std::size_t>(v * maps.size + v)] = needs;
            if (is_role) same.role = v;
            for (int u = 0; u < maps.size; ++u) {
                std::uint32_t const of_entry = found.arcs[static_cast<std::size_t>(u)][static_cast<std::size_t>(v)];
                if (of_entry == 0) continue;
                same.needs[static_cast<std::size_t>(u * maps.size + v)] = needs_of_entries_[of_entry - 1];
                if (u < v) same.adjacency |= adjacency_bit(u, v);
            }
        }
        return same;
    }

    // Returns: the maps with each vertex as the greatest one, and how many vertices give the same.
    std::map<PatternMaps, std::int64_t> greatest_of(PatternMaps whole) {
        std::vector<int> const orbits = vertex_orbits(whole);
        std::map<PatternMaps, std::int64_t> found;
        for (int r = 0; r < whole.size; ++r) {
            whole.greatest = r;
            if (whole.role >= 0)
                ++found[canonical(whole)];
            else if (orbits[static_cast<std::size_t>(r)] == r)
                found[canonical(whole)] = std::ranges::count(orbits, r);
        }
        return found;
    }

    Recipe const& recipe(PatternMaps const& key) { // in canonical form
        if (auto const known = recipes_.find(key); known != recipes_.end()) return known->second;
        std::vector<int> const orbits = vertex_orbits(key);
        bool const are_alike = key.role < 0 && std::ranges::count(orbits, 0) == key.size;
        bool const has_needs = !key.needs.empty();
        Recipe best;
        if (!has_needs && key.size <= known_size_ && (key.greatest < 0 || are_alike)) {
            best.node.is_known = true;
            best.entries = 0;
        } else {
            best = by_heads(key);
            if (!has_needs && key.greatest < 0) choose_way(key, best);
        }
        best.node.of = key;
        best.node.automorphisms = that_keep_role(key);
        return recipes_[key] = std::move(best);
    }

    // Takes another way than by the heads of the whole pattern if it is better.
    void choose_way(PatternMaps const& key, Recipe& best) {
        Recipe other = by_greatest(key);
        bool const has_both = !std::isinf(best.entries) && !std::isinf(other.entries);
        bool is_better = other.entries < best.entries;
        if (has_both && preferred_ != Preferred::cheap) is_better = preferred_ == Preferred::greatest;
        if (has_both && preferred_ == Preferred::cheap && entries_alone_)
            is_better = entries_alone_(key, Preferred::greatest) < entries_alone_(key, Preferred::whole);
        if (is_better) best = std::move(other);
        if (!outline_.walk || !std::isinf(best.entries)) return;
        double const entries = outline_.walk(pattern_of(key.size, key.adjacency));
        best = {.node = {.is_walked = true}, .terms = {}, .entries = entries};
    }

    Recipe by_heads(PatternMaps const& key) {
        Recipe recipe;
        Small const graph = Small::of(key.size, key.adjacency);
        for (std::vector<int> const& heads : possible_heads(graph, key.greatest, key.role)) {
            PartsNode node{.of = key, .heads = heads};
            if (!Steps(graph, heads, node).make()) continue;
            if (heads.size() > 1) node.symmetry = break_head_symmetry(graph, heads, key, node.plan);
            double const entries = entries_of(node, outline_, shares_);
            if (entries >= recipe.entries) continue;
            recipe.entries = entries;
            recipe.node = std::move(node);
        }
        if (std::isinf(recipe.entries)) return recipe;
        Set set = 0;
        for (int const head : recipe.node.heads) set |= bit(head);
        std::map<PatternMaps, std::int64_t> quotients; // many are equal as they are
        auto const add = [&](std::array<int, most_vertices> const& of, int classes) {
            if (classes == key.size) return;
            PatternMaps quotient{.size = classes};
            for (auto const& [u, v] : edges_of(key.size, key.adjacency))
                quotient.adjacency |= adjacency_bit(of[static_cast<std::size_t>(u)], of[static_cast<std::size_t>(v)]);
            if (!key.needs.empty()) quotient.needs = joined_needs(key, of, classes);
            if (key.greatest >= 0) quotient.greatest = of[static_cast<std::size_t>(key.greatest)];
            if (key.role >= 0) quotient.role = of[static_cast<std::size_t>(key.role)];
            ++quotients[quotient];
        };
        Partitions(graph, set, key.greatest < 0 ? tails_of(graph, set, key.role) : 0, add);
        for (auto const& [quotient, times] : quotients) recipe.terms[canonical(quotient)] -= times;
        for (auto const& [term, factor] : recipe.terms) recipe.entries += this->recipe(term).entries;
        return recipe;
    }

    // A class of joined vertices needs what its members need, and so do the entries between two classes.
    static std::vector<std::uint32_t> joined_needs(PatternMaps const& key, std::array<int, most_vertices> const& of,
                                                   int classes) {
        std::vector<std::uint32_t> needs(static_cast<std::size_t>(classes * classes));
        for (int v = 0; v < key.size; ++v)
            for (int u = 0; u < key.size; ++u)
                needs[static_cast<std::size_t>(of[static_cast<std::size_t>(v)] * classes +
                                               of[static_cast<std::size_t>(u)])] |= key.need(v, u);
        return needs;
    }

    // One vertex of each orbit has the greatest image.
    Recipe by_greatest(PatternMaps const& key) {
        Recipe recipe;
        recipe.entries = 0;
        for (auto const& [term, members] : greatest_of(key)) {
            recipe.terms[term] += members;
            recipe.entries += this->recipe(term).entries;
        }
        return recipe;
    }

    GraphOutline const outline_;
    Shares shares_;
    Preferred const preferred_;
    EntriesAlone const entries_alone_; // if it is set, it tells what is cheap
    int const known_size_;
    std::vector<std::pair<std::uint32_t, bool>> needs_of_vertices_; // and whether it is the role
    std::vector<std::uint32_t> needs_of_entries_;
    std::map<PatternMaps, Recipe> recipes_;
    std::map<PatternMaps, int> numbers_;
};

// A part of a count: a factor for the maps of a node.
struct Factor {
    WideSum above = 0; // over
    std::int64_t below = 1;

    void add(Factor const& other) {
        std::int64_t const common = std::lcm(below, other.below);
        above = above * (common / below) + other.above * (common / other.below);
        below = common;
    }
    Factor over(std::int64_t number) const { return {above, below * number}; }
    friend bool operator==(Factor const& a, Factor const& b) { return a.above * b.below == b.above * a.below; }
};

// Makes each count one sum over nodes that are counted by themselves: the terms of terms are put in, from large patterns
// to small ones. If a pattern is known as a whole, one of its orbits follows from the others, and is left out: the one
// that saves most. If the orbits of a pattern stand in a count like their sizes, none of them is needed.
class Flattening {
public:
    Flattening(PartsPlan& plan, Planner& planner) : plan_(plan), planner_(planner) {}

    void add(int count, int node, std::int64_t factor) { factors_[node][count].add({factor, 1}); }

    // Sets the sums of the counts, and leaves in the plan the nodes that they need.
    void run() {
        for (int size = most_vertices; size > 0; --size) {
            if (size <= planner_.known_size()) leave_out(size);
            put_in_terms(size, true);
            put_in_terms(size, false);
        }
        keep_needed();
    }

private:
    using Factors = std::map<int, Factor>; // by count; none is 0

    PartsNode& node(int number) { return plan_.nodes[static_cast<std::size_t>(number)]; }
    Factor factor(int number, int count) {
        Factors const& own = factors_[number];
        auto const found = own.find(count);
        return found == own.end() ? Factor{} : found->second;
    }

    // Whole patterns first: they refer to patterns of the same size with a greatest vertex. Then those that others leave.
    void put_in_terms(int size, bool are_first) {
        for (int i = 0; i < static_cast<int>(plan_.nodes.size()); ++i) {
            PartsNode const& own = node(i);
            bool const is_first = own.of.greatest < 0 ? !own.is_known : own.heads.empty() && !own.is_known;
            if (own.of.size != size || is_first != are_first) continue;
            for (auto const& [count, factor] : Factors(factors_[i])) {
                Factor const of_one = factor.over(own.divisor);
                for (PartsNode::Term const& term : own.terms) {
                    Factor& sum = factors_[term.node][count];
                    sum.add({of_one.above * term.factor, of_one.below});
                    if (sum.above == 0) factors_[term.node].erase(count);
                }
                factors_[i][count] = of_one;
            }
        }
    }

    void leave_out(int size) {
        std::set<PatternMaps> wholes; // one of whose orbits is needed
        for (int i = 0; i < static_cast<int>(plan_.nodes.size()); ++i) {
            PartsNode const& own = node(i);
            if (own.of.size != size || own.of.greatest < 0 || own.is_known || factors_[i].empty()) continue;
            PatternMaps whole = own.of;
            whole.greatest = -1;
            wholes.insert(planner_.canonical(whole));
        }
        for (PatternMaps const& whole : wholes) leave_out(whole);
    }

    void leave_out(PatternMaps const& maps) {
        auto const orbits = planner_.orbits_of(plan_, maps);
        using Orbit = std::pair<int const, std::int64_t>;
        // An orbit is not needed if it stands in all counts as that which is left out.
        auto const is_needed = [&](Orbit const& orbit, Orbit const& left) {
            Factors all = factors_[orbit.first];
            all.insert(factors_[left.first].begin(), factors_[left.first].end());
            return std::ranges::any_of(all, [&](auto const& one) {
                return !(factor(orbit.first, one.first).over(orbit.second) ==
                         factor(left.first, one.first).over(left.second));
            });
        };
        auto const entries = [&](auto const& needs) {
            double sum = 0;
            for (auto const& orbit : orbits)
                if (needs(orbit)) sum += planner_.entries_by_itself(node(orbit.first));
            return sum;
        };
        double least = entries([&](auto const& orbit) { return !factors_[orbit.first].empty(); });
        std::pair<int, std::int64_t> best{-1, 1};
        for (auto const& left : orbits) {
            double const sum = entries([&](auto const& orbit) { return is_needed(orbit, left); });
            if (sum >= least) continue;
            least = sum;
            best = left;
        }
        if (best.first < 0) return;
        int const whole = planner_.node_of(plan_, maps);
        PartsNode& left = node(best.first);
        left.heads.clear();
        left.plan = {};
        left.tails.clear();
        left.symmetry = 1;
        left.divisor = best.second;
        left.terms = {{whole, 1}};
        for (auto const& [number, members] : orbits)
            if (number != best.first) left.terms.push_back({number, -members});
    }

    bool is_counted(int number) {
        PartsNode const& own = node(number);
        bool const is_by_itself = own.is_known || own.is_walked || !own.heads.empty() || !own.product.empty();
        return is_by_itself && !factors_[number].empty();
    }

    void keep_needed() {
        std::vector<PartsNode> kept;
        std::vector<int> numbers;
        for (int i = 0; i < static_cast<int>(plan_.nodes.size()); ++i)
            if (is_counted(i)) numbers.push_back(i);
        for (int const i : numbers) {
            for (auto const& [count, factor] : factors_[i]) {
                PartsCount& sum = plan_.counts[static_cast<std::size_t>(count)];
                sum.divisor = std::lcm(sum.divisor, factor.below);
            }
        }
        for (int const i : numbers) {
            PartsNode const& own = node(i);
            for (auto const& [count, factor] : factors_[i]) {
                PartsCount& sum = plan_.counts[static_cast<std::size_t>(count)];
                WideSum const above = factor.above * (sum.divisor / factor.below) * own.symmetry;
                sum.maps.push_back({static_cast<int>(kept.size()), above});
            }
            kept.push_back(own);
            kept.back().entries = planner_.entries_by_itself(own);
            plan_.entries += kept.back().entries;
        }
        plan_.nodes = std::move(kept);
    }

    PartsPlan& plan_;
    Planner& planner_;
    std::map<int, Factors> factors_; // by node
};

} // namespace

namespace {

// Looks at up to so many of a vertex's neighbours, for the numbers of all that have at most this degree.
GraphOutline::Near near(GraphRef const& graph, VertexId v, std::uint32_t most_degree) {
    constexpr EdgeOffset looked_at = 128;
    EdgeOffset const begin = graph.begin(v), end = graph.end(v);
    EdgeOffset const step = std::max<EdgeOffset>(1, (end - begin) / looked_at);
    GraphOutline::Near found;
    for (EdgeOffset entry = begin; entry < end; entry += step) {
        double const degree = graph.degree(graph.neighbours[entry]);
        if (degree > most_degree) continue;
        found.size += static_cast<double>(step);
        found.read += static_cast<double>(step) * degree;
    }
    return found;
}

template <class Class> Class& of_degree(std::vector<Class>& classes, std::uint32_t degree) {
    auto const place = static_cast<std::size_t>(std::bit_width(degree)) - 1;
    if (place >= classes.size()) classes.resize(place + 1);
    return classes[place];
}

void add(GraphOutline::Near& sum, GraphOutline::Near const& one) {
    sum.size += one.size;
    sum.read += one.read;
}

// Adds up edges; see make_means().
void add(GraphOutline::Edges& sum, GraphOutline::Near const& upper, GraphOutline::Near const& lower, double share) {
    sum.share = (sum.count == 0 ? 0 : sum.share) + share;
    sum.count += 1;
    add(sum.upper, upper);
    add(sum.lower, lower);
}

// Makes means of sums over edges, each of which stands for so many.
void make_means(std::vector<GraphOutline::Edges>& classes, double edges_of_one) {
    for (GraphOutline::Edges& edges : classes) {
        if (edges.count == 0) continue;
        for (double* const sum :
             {&edges.upper.size, &edges.upper.read, &edges.lower.size, &edges.lower.read, &edges.share})
            *sum /= edges.count;
        edges.count *= edges_of_one;
    }
}

} // namespace

GraphOutline::Near GraphOutline::reached(double count, double share) const {
    Near found;
    for (Near const& alike : by_degree) {
        if (alike.size == 0) continue;
        double const times = count * alike.read / (alike.size * share * entries); // each of them is met so often
        found.size += share * alike.size * times / (1 + times);
        found.read += share * alike.read * times / (1 + times);
    }
    return found;
}

GraphOutline GraphOutline::of(Graph const& graph) {
    constexpr std::uint64_t sampled = 512;
    GraphRef const ref = graph.ref();
    std::uint64_t const entries = graph.neighbour_array().size(), step = std::max<std::uint64_t>(1, entries / sampled);
    GraphOutline outline{.entries = double(entries), .wedges = wedges_of(graph)};
    if (entries == 0) return outline;
    std::vector<double> entries_below(graph.max_degree() + 1); // of lists of vertices of up to this degree
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::uint32_t const degree = ref.degree(v);
        if (degree == 0) continue;
        add(of_degree(outline.by_degree, degree), {1, double(degree)});
        entries_below[degree] += degree;
    }
    std::partial_sum(entries_below.begin(), entries_below.end(), entries_below.begin());
    std::uint64_t const first = step / 2;
    for (EdgeOffset entry = first; entry < entries; entry += step) {
        auto const after = std::ranges::upper_bound(graph.offsets(), entry);
        auto const v = static_cast<VertexId>(after - graph.offsets().begin() - 1), u = ref.neighbours[entry];
        std::uint32_t const degree = std::max(ref.degree(v), ref.degree(u));
        VertexId const greater = ref.degree(v) == degree ? v : u;
        double const share = entries_below[degree] / outline.entries;
        add(of_degree(outline.below, degree), near(ref, greater, degree), near(ref, greater == v ? u : v, degree),
            share);
        add(of_degree(outline.whole, ref.degree(v)), near(ref, v, graph.max_degree()), near(ref, u, graph.max_degree()),
            1);
    }
    double const looked_at = std::ceil((outline.entries - double(first)) / double(step));
    make_means(outline.below, outline.entries / looked_at / 2);
    make_means(outline.whole, outline.entries / looked_at);
    return outline;
}

namespace {

// Plans counts of patterns that share what they need.
class PlannedCounts {
public:
    PlannedCounts(GraphOutline const& outline, PatternBits const& bits, Planner::Preferred preferred,
                  Planner::EntriesAlone entries_alone, int known_size = max_known)
        : planner_(outline, bits, preferred, std::move(entries_alone), known_size),
          flattening_(plan_, planner_) {
        plan_.bits = bits;
    }

    // Appends a pattern, as a sum of signed maps if there are edges that a match must not have. The automorphisms are
    // those that keep the role. Returns: false if it has no recipe.
    bool add(PatternMaps const& maps, WideCount automorphisms, std::span<PatternNeeds::Forbidden const> forbidden,
             int members = 1) {
        for (auto const& [one, factor] : with_more_edges(maps, forbidden)) {
            if (std::isinf(planner_.entries(one))) return false;
            flattening_.add(static_cast<int>(plan_.counts.size()), planner_.node_of(plan_, one), factor);
        }
        plan_.counts.push_back({.of = maps, .automorphisms = automorphisms, .members = members});
        return true;
    }
    PartsPlan plan() && {
        flattening_.run();
        return std::move(plan_);
    }

private:
    using Signed = std::map<PatternMaps, std::int64_t>; // with their factors

    // The pattern, and those that have some of these edges, too, in canonical form.
    Signed with_more_edges(PatternMaps const& maps, std::span<PatternNeeds::Forbidden const> forbidden) {
        Signed patterns{{maps, 1}};
        for (auto const& [u, v, needs] : forbidden) {
            for (auto const& [one, factor] : Signed(patterns)) {
                PatternMaps more = one;
                more.adjacency |= adjacency_bit(std::min(u, v), std::max(u, v));
                if (!more.needs.empty()) {
                    more.needs[static_cast<std::size_t>(u * maps.size + v)] |= needs.there;
                    more.needs[static_cast<std::size_t>(v * maps.size + u)] |= needs.back;
                }
                patterns[more] -= factor;
            }
        }
        Signed canonical;
        for (auto const& [one, factor] : patterns) canonical[planner_.canonical(one)] += factor;
        std::erase_if(canonical, [](auto const& one) { return one.second == 0; });
        return canonical;
    }

    PartsPlan plan_;
    Planner planner_;
    Flattening flattening_;
};

// Returns: the cheapest of the plans for the maps of a pattern without conditions. A choice for all terms alike does not
// pay if there are forbidden edges, since then many patterns share their terms.
std::optional<PartsPlan> best_plan(PatternMaps const& maps, GraphOutline const& outline) {
    constexpr int most_for_trials = 7;
    Planner::EntriesAlone entries_alone;
    if (maps.size <= most_for_trials) {
        entries_alone = [&](PatternMaps const& own, Planner::Preferred preferred) {
            PlannedCounts count(outline, {}, preferred, {});
            count.add(own, 1, {});
            return std::move(count).plan().entries;
        };
    }
    std::optional<PartsPlan> best;
    for (Planner::Preferred const preferred :
         {Planner::Preferred::cheap, Planner::Preferred::whole, Planner::Preferred::greatest}) {
        PlannedCounts counts(outline, {}, preferred, entries_alone);
        if (!counts.add(maps, that_keep_role(maps), {})) return std::nullopt;
        PartsPlan plan = std::move(counts).plan();
        if (!best || plan.entries < best->entries) best = std::move(plan);
    }
    return best;
}

// Returns: the edges of a pattern and its conditions, if parts may count it. If they may not, `why` says why.
std::optional<PatternNeeds> plannable(Pattern const& pattern, bool induced, std::string& why) {
    constexpr std::size_t most_forbidden = 15;
    int const least = pattern.has_marks() ? 3 : 6;
    if (pattern.size() > most_vertices || pattern.core() != pattern.all() || pattern.discovered() != 0) {
        why = "parts count patterns of up to 10 vertices, without anti-vertices and labels to discover";
    } else if (pattern.size() < least) {
        why = fmt::format("parts count patterns of {} vertices or more", least);
    } else {
        PatternNeeds needs = needs_of(pattern, induced);
        if (needs.forbidden.size() > most_forbidden)
            why = "there are more than 15 edges that a match must not have";
        else if (!needs.bits.are_narrow())
            why = "there are more than 32 conditions on labels of vertices, or 8 on arcs and labels of edges";
        else
            return needs;
    }
    return std::nullopt;
}

PatternMaps maps_of(Pattern const& pattern, PatternNeeds const& needs) {
    PatternMaps maps{.size = pattern.size(), .needs = needs.needs};
    for (int v = 1; v < pattern.size(); ++v)
        for (int u = 0; u < v; ++u)
            if ((pattern.neighbours(v) & Pattern::bit(u)) != 0) maps.adjacency |= adjacency_bit(u, v);
    return maps;
}

// Returns: the entries of the passes that give the counts of known roles.
double entries_of_roles(PartsPlan const& plan, GraphOutline const& outline) {
    constexpr double of_4 = 7, of_5 = 50; // of a wedge; measured on a host and an H200
    int largest = 0;
    for (PartsNode const& node : plan.nodes)
        if (node.is_known) largest = std::max(largest, node.of.size);
    return largest < 3 ? 0 : outline.wedges * (largest < 5 ? of_4 : of_5);
}

// Returns: the plan. If it has no part to count, it is left out, and `why` says so.
std::optional<PartsPlan> with_parts(std::optional<PartsPlan> plan, std::string& why) {
    if (plan && !std::ranges::all_of(plan->nodes, &PartsNode::is_walked)) return plan;
    why = "this pattern, or one that it becomes if vertices join, has no three heads without which it is a forest";
    return std::nullopt;
}

} // namespace

std::optional<PartsPlan> plan_parts(Pattern const& pattern, bool induced, GraphOutline const& outline,
                                    std::string& why) {
    std::optional<PatternNeeds> const needs = plannable(pattern, induced, why);
    if (!needs) return std::nullopt;
    PatternMaps const maps = maps_of(pattern, *needs);
    if (maps.needs.empty() && needs->forbidden.empty()) return with_parts(best_plan(maps, outline), why);
    PlannedCounts counts(outline, needs->bits, Planner::Preferred::cheap, {});
    std::optional<PartsPlan> plan;
    if (counts.add(maps, automorphisms(pattern).count, needs->forbidden)) plan = std::move(counts).plan();
    return with_parts(std::move(plan), why);
}

std::optional<PartsPlan> plan_local_parts(Pattern const& pattern, bool induced, GraphOutline const& outline,
                                          std::string& why) {
    std::optional<PatternNeeds> const needs = plannable(pattern, induced, why);
    if (!needs) return std::nullopt;
    Automorphisms const symmetry = automorphisms(pattern);
    auto const add_roles = [&](PlannedCounts& counts) {
        PatternMaps maps = maps_of(pattern, *needs);
        return std::ranges::all_of(match_orbits(pattern), [&](int v) {
            maps.role = v;
            auto const members = static_cast<int>(std::ranges::count(symmetry.orbits, v));
            return counts.add(maps, symmetry.count / static_cast<WideCount>(members), needs->forbidden, members);
        });
    };
    std::optional<PartsPlan> best;
    for (int const known_size : {max_known, 4}) { // the passes over graphlets take longer than some parts
        PlannedCounts counts(outline, needs->bits, Planner::Preferred::cheap, {}, known_size);
        if (!add_roles(counts)) break;
        PartsPlan plan = std::move(counts).plan();
        plan.is_local = true;
        plan.entries += entries_of_roles(plan, outline);
        if (!best || plan.entries < best->entries) best = std::move(plan);
        if (!needs->bits.is_empty()) break; // nothing is known
    }
    return with_parts(std::move(best), why);
}

PartsPlan plan_parts(int size, std::span<std::uint64_t const> patterns, GraphOutline const& outline) {
    PlannedCounts counts(outline, {}, Planner::Preferred::cheap, {});
    for (std::uint64_t const adjacency : patterns) {
        PatternMaps const maps{.size = size, .adjacency = adjacency};
        if (!counts.add(maps, that_keep_role(maps), {}))
            throw Error("internal error: a pattern has neither parts nor a walk");
    }
    return std::move(counts).plan();
}

CountPlan terms_of(PartsPlan const& plan) {
    using Way = CountTerm::Way;
    PartsCount const& count = plan.counts.front();
    CountPlan terms{.divisor = static_cast<WideCount>(count.divisor) * count.automorphisms, .entries = plan.entries};
    for (auto const& [number, factor] : count.maps) {
        PartsNode const& node = plan.nodes[static_cast<std::size_t>(number)];
        terms.terms.push_back({.graph6 = format_graph6(node.of.size, node.of.adjacency),
                               .way = node.is_known        ? Way::graphlets
                                      : node.is_walked     ? Way::walk
                                      : node.heads.empty() ? Way::tails
                                                           : Way::heads,
                               .factor = factor,
                               .heads = node.heads,
                               .steps = node.plan.steps,
                               .greatest = node.of.greatest,
                               .entries = node.entries});
    }
    return terms;
}

std::string describe(PartsPlan const& plan) {
    std::string text;
    std::uint64_t known = 0;
    for (PartsNode const& node : plan.nodes) {
        if (node.is_known) {
            ++known;
            continue;
        }
        text += format_graph6(node.of.size, node.of.adjacency);
        if (node.of.greatest >= 0) text += fmt::format(" below its vertex {}", node.of.greatest);
        if (node.of.role >= 0) text += fmt::format(" by its vertex {}", node.of.role);
        if (node.is_walked) {
            text += ": walked\n";
        } else if (node.heads.empty()) {
            text += fmt::format(": {}\n", counted(node.tails.size(), "tail"));
        } else {
            text += fmt::format(": {}, {}, about {:.2g} entries\n", counted(node.heads.size(), "head"),
                                counted(static_cast<std::uint64_t>(node.plan.steps), "step"), node.entries);
        }
    }
    if (known > 0) return text + counted(known, "smaller pattern");
    text.pop_back();
    return text;
}

} // namespace cerrado
