#include "isomorphism/verifier.hpp"

#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace cerrado {

namespace {

class Mapping {
public:
    using Visit = std::function<void(std::span<VertexId const>)>;

    // `alike_to`: for each vertex the first vertex that is alike. Images of alike vertices must ascend.
    Mapping(Graph const& graph, Pattern const& pattern, bool induced, std::vector<int> const& alike_to,
            std::function<void()> const& look, Visit const& visit)
        : graph_(graph),
          pattern_(pattern),
          induced_(induced),
          alike_to_(alike_to),
          look_(look),
          visit_(visit) {}

    // Finds the mappings that take the first vertex to x.
    void begin_with(VertexId x) {
        int const first = next(0);
        if (is_allowed(first, x)) go_on(first, x);
    }

private:
    // Returns: the first vertex from v on that is not an anti-vertex.
    int next(int v) const {
        while (v < pattern_.size() && pattern_.is_anti(v)) ++v;
        return v;
    }

    void go_on(int v, VertexId x) {
        mapped_.emplace_back(v, x);
        map(v + 1);
        mapped_.pop_back();
    }

    void map(int v) {
        look_();
        v = next(v);
        if (v < pattern_.size()) {
            for (VertexId x = 0; x < graph_.vertex_count(); ++x) {
                if (is_allowed(v, x)) go_on(v, x);
            }
        } else if (nobody_is_forbidden()) {
            found_.clear();
            for (auto const& [u, y] : mapped_) found_.push_back(y);
            visit_(found_);
        }
    }

    bool adjacent(VertexId x, VertexId y) const { return std::ranges::binary_search(graph_.neighbours(x), y); }

    bool is_arc(VertexId x, VertexId y) const {
        auto const list = graph_.neighbours(x);
        auto const place = std::ranges::find(list, y);
        if (place == list.end()) return false;
        auto const entry = static_cast<std::size_t>(place - list.begin()) + graph_.offsets()[x];
        return (graph_.marks->arcs[entry] & GraphMarks::arc_to) != 0;
    }

    // Returns: whether x has one of the labels that the pattern requires of v, if it requires any.
    bool bears_label(int v, VertexId x) const {
        if (pattern_.labels(v).empty()) return true;
        std::uint32_t const label = graph_.marks->labels[x];
        if (label == GraphMarks::no_label) return false;
        return std::ranges::find(pattern_.labels(v), graph_.marks->label_names[label]) != pattern_.labels(v).end();
    }

    bool bears(VertexId x, VertexId y, std::string const& label) const {
        auto const list = graph_.neighbours(x);
        auto const place = std::ranges::find(list, y);
        if (place == list.end()) return false;
        auto const entry = static_cast<std::size_t>(place - list.begin()) + graph_.offsets()[x];
        std::uint32_t const found = graph_.marks->edge_labels[entry];
        return found != GraphMarks::no_label && graph_.marks->edge_label_names[found] == label;
    }

    // Returns: whether the edge between x and y has the labels that the pattern requires between v and u.
    bool has_right_labels(int v, VertexId x, int u, VertexId y) const {
        std::string const& edge = pattern_.edge_label(v, u);
        std::string const& there = pattern_.arc_label(v, u);
        std::string const& back = pattern_.arc_label(u, v);
        return (edge.empty() || bears(x, y, edge) || bears(y, x, edge)) && (there.empty() || bears(x, y, there)) &&
               (back.empty() || bears(y, x, back));
    }

    // Returns: whether the arc from x to y is there if the pattern requires one from v to u, and absent if it forbids
    // one.
    bool has_right_arc(int v, VertexId x, int u, VertexId y) const {
        if (!pattern_.has_arcs()) return true;
        bool const wanted = (pattern_.arcs_from(v) >> u & 1) != 0;
        bool const is_edge = (pattern_.edges(v) >> u & 1) != 0;
        bool const is_joined = wanted || (pattern_.arcs_from(u) >> v & 1) != 0;
        bool const refused = (pattern_.no_arcs_from(v) >> u & 1) != 0 || (induced_ && is_joined && !wanted && !is_edge);
        bool const is_there = is_arc(x, y);
        return !(wanted && !is_there) && !(refused && is_there);
    }

    bool ascends(int u, VertexId y, int v, VertexId x) const {
        return y < x || alike_to_[static_cast<std::size_t>(u)] != alike_to_[static_cast<std::size_t>(v)];
    }

    bool is_allowed(int v, VertexId x) const {
        for (auto const& [u, y] : mapped_) {
            if (x == y || !ascends(u, y, v, x)) return false;
            bool const is_edge = adjacent(x, y);
            if ((pattern_.neighbours(v) >> u & 1) != 0 && !is_edge) return false;
            if ((pattern_.strangers(v) >> u & 1) != 0 && is_edge) return false;
            if (induced_ && (pattern_.neighbours(v) >> u & 1) == 0 && is_edge) return false;
            if (!has_right_arc(v, x, u, y) || !has_right_arc(u, y, v, x)) return false;
            if (!has_right_labels(v, x, u, y)) return false;
        }
        return bears_label(v, x);
    }

    // Returns: whether no vertex outside the match is adjacent to all vertices that an anti-vertex names.
    bool nobody_is_forbidden() const {
        for (int a = 0; a < pattern_.size(); ++a) {
            if (!pattern_.is_anti(a)) continue;
            for (VertexId x = 0; x < graph_.vertex_count(); ++x) {
                bool is_it = true;
                for (auto const& [u, y] : mapped_) {
                    if (x == y) is_it = false;
                    if ((pattern_.strangers(a) >> u & 1) != 0 && !adjacent(x, y)) is_it = false;
                }
                if (is_it) return false;
            }
        }
        return true;
    }

    Graph const& graph_;
    Pattern const& pattern_;
    bool induced_;
    std::vector<int> const& alike_to_;
    std::function<void()> const& look_;
    Visit const& visit_;
    std::vector<std::pair<int, VertexId>> mapped_; // pattern vertices mapped so far, with their images
    std::vector<VertexId> found_;
};

// The conditions of a pattern on a match, however the pattern expresses them: the arcs and labels allowed between two
// vertices, and the sets of vertices that no other vertex may be adjacent to together.
class Asked {
public:
    Asked(Pattern const& pattern, bool induced) : pattern_(pattern) {
        for (int u = 0; u < pattern.size(); ++u) {
            for (int v = 0; v < pattern.size(); ++v) pairs_.push_back(may_be(induced, u, v));
        }
        for (int a = 0; a < pattern.size(); ++a) {
            if (!pattern.is_anti(a)) continue;
            bool is_said_by_another =
                false; // another anti-vertex names a proper subset, which is the stronger condition
            for (int b = 0; b < pattern.size(); ++b) {
                Pattern::Vertices const less = pattern.strangers(b);
                is_said_by_another = is_said_by_another || (pattern.is_anti(b) && less != pattern.strangers(a) &&
                                                            (less & ~pattern.strangers(a)) == 0);
            }
            if (!is_said_by_another) nobody_.insert(pattern.strangers(a));
        }
    }

    // Returns: whether u and v, each alone, are asked the same.
    bool may_go(int u, int v) const {
        return pattern_.labels(u) == pattern_.labels(v) && pattern_.discovers(u) == pattern_.discovers(v) &&
               pattern_.is_anti(u) == pattern_.is_anti(v);
    }
    // Returns: whether the pairs of v with the vertices before it are asked the same as those of their images.
    bool may_follow(std::vector<int> const& image, int v) const {
        for (int u = 0; u < v; ++u) {
            int const to = image[static_cast<std::size_t>(u)], own = image[static_cast<std::size_t>(v)];
            if (pair(u, v) != pair(to, own) || pair(v, u) != pair(own, to)) return false;
        }
        return true;
    }

    bool is_same_of(std::vector<int> const& image) const {
        auto const at = [&](int v) { return image[static_cast<std::size_t>(v)]; };
        for (int u = 0; u < pattern_.size(); ++u) {
            if (!may_go(u, at(u))) return false;
            for (int v = 0; v < pattern_.size(); ++v) {
                if (pair(u, v) != pair(at(u), at(v))) return false;
            }
        }
        return std::ranges::all_of(nobody_, [&](Pattern::Vertices set) {
            Pattern::Vertices there = 0;
            for (int v = 0; v < pattern_.size(); ++v) {
                if ((set >> v & 1) != 0) there |= Pattern::bit(at(v));
            }
            return nobody_.contains(there);
        });
    }

private:
    struct Pair {
        unsigned states =
            0; // allowed states; bit 0: no arc, 1: an arc from the first to the second, 2: one back, 3: both
        std::string edge, arc;
        friend bool operator==(Pair const&, Pair const&) = default;
    };

    Pair const& pair(int u, int v) const { return pairs_[static_cast<std::size_t>(u * pattern_.size() + v)]; }

    Pair may_be(bool induced, int u, int v) const {
        Pair pair;
        if (u == v || pattern_.is_anti(u) || pattern_.is_anti(v)) return pair;
        auto const has = [](Pattern::Vertices set, int w) { return (set >> w & 1) != 0; };
        bool const must_go = has(pattern_.arcs_from(u), v), must_come = has(pattern_.arcs_from(v), u);
        bool const is_edge = has(pattern_.edges(u), v);
        bool const must_join = must_go || must_come || is_edge;
        for (unsigned state = 0; state < 4; ++state) {
            bool const goes = (state & 1) != 0, comes = (state & 2) != 0;
            bool const lacks = (must_join && state == 0) || (must_go && !goes) || (must_come && !comes);
            bool const is_refused = (has(pattern_.strangers(u), v) && state != 0) ||
                                    (has(pattern_.no_arcs_from(u), v) && goes) ||
                                    (has(pattern_.no_arcs_from(v), u) && comes);
            bool const is_more = induced && !is_edge && ((goes && !must_go) || (comes && !must_come));
            if (!lacks && !is_refused && !is_more) pair.states |= 1u << state;
        }
        pair.arc = pattern_.arc_label(u, v);
        pair.edge = pattern_.edge_label(u, v);
        if (pair.edge == pair.arc || pair.edge == pattern_.arc_label(v, u))
            pair.edge.clear(); // the label of the arc implies it
        return pair;
    }

    Pattern const& pattern_;
    std::vector<Pair> pairs_;
    std::set<Pattern::Vertices> nobody_; // no vertex outside a match may be adjacent to all of one set
};

// Returns: the permutation of the pattern's vertices that exchanges u and v, which may be the same.
std::vector<int> exchange(Pattern const& pattern, int u, int v) {
    std::vector<int> image(static_cast<std::size_t>(pattern.size()));
    std::iota(image.begin(), image.end(), 0);
    std::swap(image[static_cast<std::size_t>(u)], image[static_cast<std::size_t>(v)]);
    return image;
}

// Returns: for each vertex the first one that it can be exchanged with such that all conditions stay the same.
std::vector<int> first_alike(Pattern const& pattern, bool induced) {
    Asked const asked(pattern, induced);
    std::vector<int> alike_to;
    for (int v = 0; v < pattern.size(); ++v) {
        int& first = alike_to.emplace_back(0);
        while (first < v && !asked.is_same_of(exchange(pattern, first, v))) ++first;
    }
    return alike_to;
}

// Returns: the classes of alike vertices, ordered by their first vertex.
std::vector<std::vector<int>> classes_of(Pattern const& pattern, bool induced) {
    std::vector<std::vector<int>> classes(static_cast<std::size_t>(pattern.size()));
    int v = 0;
    for (int const first : first_alike(pattern, induced)) classes[static_cast<std::size_t>(first)].push_back(v++);
    std::erase_if(classes, [](std::vector<int> const& alike) { return alike.empty(); });
    return classes;
}

void for_each(Graph const& graph, Pattern const& pattern, bool induced, std::vector<int> const& alike_to,
              std::span<VertexId const> roots, std::function<void()> const& look,
              std::function<void(std::span<VertexId const>)> const& visit) {
    if ((pattern.has_arcs() && !is_directed(graph)) || (pattern.has_labels() && !has_labels(graph)) ||
        (pattern.has_edge_labels() && !has_edge_labels(graph))) {
        throw InputError("the pattern has arcs or labels, but the graph has none: leave them out of the pattern");
    }
    for (VertexId const root : roots) Mapping(graph, pattern, induced, alike_to, look, visit).begin_with(root);
}

// Counts the automorphisms that keep the order of alike vertices.
WideCount count_keeping_order(Pattern const& pattern, bool induced) {
    Asked const asked(pattern, induced);
    std::vector<std::vector<int>> const classes = classes_of(pattern, induced);
    std::vector<std::vector<int>> to = classes;
    WideCount found = 0, of_others = 0;
    do {
        if (!std::ranges::equal(classes, to, {}, &std::vector<int>::size, &std::vector<int>::size)) continue;
        std::vector<int> image(static_cast<std::size_t>(pattern.size()));
        bool moves_a_match = false;
        for (std::size_t i = 0; i < classes.size(); ++i) {
            moves_a_match = moves_a_match || (to[i] != classes[i] && !pattern.is_anti(classes[i].front()));
            for (std::size_t j = 0; j < to[i].size(); ++j) image[static_cast<std::size_t>(classes[i][j])] = to[i][j];
        }
        if (!asked.is_same_of(image)) continue;
        ++found, of_others += moves_a_match ? 0 : 1;
    } while (std::ranges::next_permutation(to).found);
    return found / of_others;
}

// The key of a count by labels.
std::string text_of(std::vector<std::string> const& labels) {
    std::string text = "labels";
    for (std::string const& label : labels) text += fmt::format(" \"{}\"", label);
    return text;
}

// Gives labels that automorphisms exchange one text: the least that any of them gives.
class CanonicalLabels {
public:
    CanonicalLabels(Pattern const& pattern, bool induced)
        : pattern_(pattern),
          asked_(pattern, induced),
          classes_(classes_of(pattern, induced)),
          alike_to_(first_alike(pattern, induced)) {
        find_automorphisms({});
    }

    // `labels`: by vertex of the pattern, empty where they are not discovered.
    std::string of(std::vector<std::string> const& labels) const {
        std::vector<std::string> least;
        for (std::vector<int> const& image : automorphisms_) {
            std::vector<std::string> moved;
            for (int const to : image) moved.push_back(labels[static_cast<std::size_t>(to)]);
            sort_alike(moved);
            if (least.empty() || moved < least) least = moved;
        }
        std::vector<std::string> discovered;
        for (int v = 0; v < pattern_.size(); ++v) {
            if (pattern_.discovers(v)) discovered.push_back(least[static_cast<std::size_t>(v)]);
        }
        return text_of(discovered);
    }

private:
    // Automorphisms that keep the order of alike vertices. All others exchange alike vertices besides.
    void find_automorphisms(std::vector<int> image) {
        auto const v = static_cast<int>(image.size());
        if (v == pattern_.size()) {
            if (asked_.is_same_of(image)) automorphisms_.push_back(image);
            return;
        }
        for (int to = 0; to < pattern_.size(); ++to) {
            bool may_go = asked_.may_go(v, to);
            for (int u = 0; u < v; ++u) {
                int const taken = image[static_cast<std::size_t>(u)];
                may_go = may_go && taken != to && (!are_alike(u, v) || taken < to);
            }
            if (!may_go) continue;
            image.push_back(to);
            if (asked_.may_follow(image, v)) find_automorphisms(image);
            image.pop_back();
        }
    }
    bool are_alike(int u, int v) const {
        return alike_to_[static_cast<std::size_t>(u)] == alike_to_[static_cast<std::size_t>(v)];
    }

    void sort_alike(std::vector<std::string>& labels) const {
        for (std::vector<int> const& alike : classes_) {
            std::vector<std::string> own;
            for (int const v : alike) own.push_back(labels[static_cast<std::size_t>(v)]);
            std::ranges::sort(own);
            for (std::size_t i = 0; i < own.size(); ++i) labels[static_cast<std::size_t>(alike[i])] = own[i];
        }
    }

    Pattern const& pattern_;
    Asked const asked_;
    std::vector<std::vector<int>> const classes_;
    std::vector<int> const alike_to_;
    std::vector<std::vector<int>> automorphisms_;
};

CountsByPattern counts_by_labels(RunResult const& result) {
    CountsByPattern counts;
    for (auto const& [labels, count] : result.of<ByLabels>()) counts[text_of(labels)] = count;
    return counts;
}

} // namespace

CountsByPattern count_labels_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                      std::span<VertexId const> roots, std::function<void()> const& look) {
    CanonicalLabels const canonical(pattern, induced);
    std::map<std::vector<std::string>, WideCount> found;
    for_each(graph, pattern, induced, first_alike(pattern, induced), roots, look,
             [&](std::span<VertexId const> mapping) {
                 std::vector<std::string> labels(static_cast<std::size_t>(pattern.size()));
                 std::size_t place = 0;
                 for (int v = 0; v < pattern.size(); ++v) {
                     if (pattern.is_anti(v)) continue;
                     std::uint32_t const label = graph.marks->labels[mapping[place++]];
                     if (pattern.discovers(v) && label != GraphMarks::no_label)
                         labels[static_cast<std::size_t>(v)] = graph.marks->label_names[label];
                 }
                 ++found[labels];
             });
    CountsByPattern counts;
    for (auto const& [labels, count] : found) counts[canonical.of(labels)] += count;
    return counts;
}

void for_each_mapping_serially(Graph const& graph, Pattern const& pattern, bool induced,
                               std::span<VertexId const> roots, std::function<void()> const& look,
                               std::function<void(std::span<VertexId const>)> const& visit) {
    for_each(graph, pattern, induced, exchange(pattern, 0, 0), roots, look, visit);
}

WideCount count_ascending_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                   std::span<VertexId const> roots, std::function<void()> const& look) {
    WideCount found = 0;
    for_each(graph, pattern, induced, first_alike(pattern, induced), roots, look,
             [&](std::span<VertexId const>) { ++found; });
    return found;
}

LocalCounts count_local_ascending_serially(Graph const& graph, Pattern const& pattern, bool induced,
                                           std::vector<int> const& orbit_of, std::span<VertexId const> roots,
                                           std::function<void()> const& look) {
    std::vector<int> vertices, orbits; // those of the pattern, without anti-vertices
    for (int v = 0; v < pattern.size(); ++v) {
        if (pattern.is_anti(v)) continue;
        vertices.push_back(v);
        if (orbit_of[static_cast<std::size_t>(v)] == v) orbits.push_back(v);
    }
    std::map<OriginalId, std::map<int, WideCount>> counts; // id -> orbit -> count
    for (VertexId v = 0; v < graph.vertex_count(); ++v) counts[graph.original_id(v)];
    for_each(graph, pattern, induced, first_alike(pattern, induced), roots, look,
             [&](std::span<VertexId const> mapping) {
                 for (std::size_t i = 0; i < mapping.size(); ++i) {
                     ++counts[graph.original_id(mapping[i])][orbit_of[static_cast<std::size_t>(vertices[i])]];
                 }
             });
    LocalCounts local;
    for (auto& [id, of_orbits] : counts) {
        WideCount all = 0;
        for (int const orbit : orbits) {
            local.by_orbit.push_back(of_orbits[orbit]);
            all += of_orbits[orbit];
        }
        local.vertices.push_back({id, all});
    }
    return local;
}

std::vector<std::vector<int>> automorphisms_serially(Pattern const& pattern, bool induced) {
    Asked const asked(pattern, induced);
    std::vector<int> image = exchange(pattern, 0, 0);
    std::vector<std::vector<int>> found;
    do {
        if (asked.is_same_of(image)) found.push_back(image);
    } while (std::ranges::next_permutation(image).found);
    return found;
}

WideCount count_exchanges_serially(Pattern const& pattern, bool induced) {
    WideCount exchanges = 1;
    for (std::vector<int> const& alike : classes_of(pattern, induced)) {
        for (std::size_t i = 2; i <= alike.size() && !pattern.is_anti(alike.front()); ++i) exchanges *= i;
    }
    return exchanges;
}

WideCount count_automorphisms_serially(Pattern const& pattern, bool induced) {
    return count_keeping_order(pattern, induced) * count_exchanges_serially(pattern, induced);
}

WideCount count_matches_serially(Graph const& graph, Pattern const& pattern, bool induced) {
    std::vector<VertexId> all(graph.vertex_count());
    std::iota(all.begin(), all.end(), VertexId{0});
    return count_ascending_serially(graph, pattern, induced, all, [] {}) / count_keeping_order(pattern, induced);
}

// The serial program does not tell apart mappings that exchange alike vertices. Automorphisms are found when they are
// needed: each search for a pattern makes its serial program, and few are verified.
SerialProgram serial_program(MatchQuery const& query, bool by_labels) {
    auto const automorphisms_of_match = [meant = query.pattern.meaning(query.induced)] { return automorphisms(meant); };
    auto const asked = [pattern = query.pattern, induced = query.induced](auto const& count) {
        return [=](Graph const& prepared, int, std::span<VertexId const> roots, Look const& look) {
            return count(prepared, pattern, induced, roots, look);
        };
    };
    bool const discovers = by_labels && query.pattern.discovered() != 0;
    return {.count = asked([discovers](auto const&... given) -> CountsByPattern {
                if (discovers) return count_labels_serially(given...);
                return {{"", count_ascending_serially(given...)}};
            }),
            .locate = asked([automorphisms_of_match](Graph const& prepared, Pattern const& pattern, bool induced,
                                                     std::span<VertexId const> roots, Look const& look) {
                std::vector<int> const orbits = automorphisms_of_match().orbits;
                return count_local_ascending_serially(prepared, pattern, induced, orbits, roots, look);
            }),
            .mappings_of_match =
                [pattern = query.pattern, induced = query.induced, automorphisms_of_match](std::string const&) {
                    return automorphisms_of_match().count / count_exchanges_serially(pattern, induced);
                },
            .counts_of = discovers ? counts_by_labels : nullptr};
}

SerialProgram serial_program_of_all() {
    return {.count =
                [](Graph const& prepared, int k, std::span<VertexId const> roots, Look const& look) {
                    CountsByPattern mappings;
                    for (PatternInfo const& info : describe_all(TransitionTable::load(k))) {
                        Pattern const pattern = parse_graph6(info.graph6);
                        mappings[info.graph6] = count_ascending_serially(prepared, pattern, false, roots, look);
                    }
                    return mappings;
                },
            .mappings_of_match =
                [](std::string const& graph6) {
                    Pattern const pattern = parse_graph6(graph6);
                    return automorphisms(pattern).count / count_exchanges_serially(pattern);
                }};
}

} // namespace cerrado
