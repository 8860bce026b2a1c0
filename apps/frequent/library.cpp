// The functions of Cerrado::apps for frequent subgraphs.
#include "frequent/shape.hpp"
#include "frequent/typed_lists.hpp"
#include "isomorphism/plan/plan.hpp"
#include "library/on_devices.hpp"

#include <cerrado/apps/detail/time_left.hpp>
#include <cerrado/apps/frequent.hpp>
#include <cerrado/apps/isomorphism.hpp>
#include <cerrado/canonical/automorphisms.hpp>
#include <cerrado/core/detail/clock.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/run/detail/parts/result_sum.hpp>
#include <cerrado/run/devices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace cerrado {

namespace frequent {

namespace {

constexpr Label no_edge = 0;

// The labels of an entry: of the edge, or of the arc to the neighbour and of that from it.
struct EntryLabels {
    Label edge = no_edge, out = no_edge, in = no_edge;

    Label of(Way way) const { return way == Way::either ? edge : way == Way::out ? out : in; }
    bool are_of(Side const& side) const {
        auto const is_one = [&](Label label) {
            return label != no_edge && (side.label == any_label || side.label == label);
        };
        return side.way == Way::either ? is_one(edge) || is_one(out) || is_one(in) : is_one(of(side.way));
    }
};

class Entries {
public:
    Entries(Graph const& graph, bool labels)
        : graph_(graph),
          arcs_(is_directed(graph) ? graph.marks->arcs.data() : nullptr),
          labels_(labels ? graph.marks->edge_labels.data() : nullptr) {}

    // Calls visit(neighbour, labels) for each neighbour of v.
    template <class Visit> void visit(VertexId v, Visit const& visit) const {
        EdgeOffset entry = graph_.offsets()[v];
        for (VertexId const u : graph_.neighbours(v)) visit(u, labels_of(v, u, entry++));
    }

private:
    Label label_of(EdgeOffset entry) const {
        if (labels_ == nullptr || labels_[entry] == GraphMarks::no_label) return unlabelled;
        return first_label + labels_[entry];
    }
    EntryLabels labels_of(VertexId v, VertexId u, EdgeOffset entry) const {
        if (arcs_ == nullptr) return {.edge = label_of(entry)};
        EntryLabels found;
        if ((arcs_[entry] & GraphMarks::arc_to) != 0) found.out = label_of(entry);
        if ((arcs_[entry] & GraphMarks::arc_from) != 0) {
            found.in = labels_ == nullptr ? unlabelled : label_of(graph_.ref().find(u, v));
        }
        return found;
    }

    Graph const& graph_;
    std::uint8_t const* const arcs_;
    std::uint32_t const* const labels_;
};

} // namespace

Classes::Classes(std::vector<Class> of) : of_(std::move(of)), rank_(of_.size(), none) {
    for (VertexId v = 0; v < of_.size(); ++v) {
        if (of_[v] == none) continue;
        if (of_[v] >= members_.size()) members_.resize(of_[v] + 1);
        rank_[v] = static_cast<std::uint32_t>(members_[of_[v]].size());
        members_[of_[v]].push_back(v);
    }
}

std::map<EdgeType, std::uint64_t> edge_types(Graph const& graph, Classes const& classes, bool labels) {
    struct Seen {
        VertexId last;
        std::uint64_t vertices;
    };
    Entries const entries(graph, labels);
    bool const directed = is_directed(graph);
    std::map<Side, std::uint64_t> vertices; // that have a neighbour on this side
    for (Class own = 0; own < classes.size(); ++own) {
        std::unordered_map<std::uint64_t, Seen> seen; // by class, way and label
        for (VertexId const v : classes.members(own)) {
            entries.visit(v, [&](VertexId u, EntryLabels const& labels_of) {
                if (classes.of(u) == Classes::none) return;
                for (Way const way : {Way::either, Way::out, Way::in}) {
                    std::uint64_t const label = labels_of.of(way);
                    if (label == no_edge) continue;
                    std::uint64_t const key =
                        (std::uint64_t{classes.of(u)} * 3 + static_cast<unsigned>(way)) << 30 | label;
                    auto const [at, is_new] = seen.try_emplace(key, Seen{v, 1});
                    if (is_new || at->second.last == v) continue;
                    at->second = {v, at->second.vertices + 1};
                }
            });
        }
        for (auto const& [key, of] : seen) {
            std::uint64_t const other = key >> 30;
            vertices[{own, static_cast<Class>(other / 3), static_cast<Way>(other % 3),
                      static_cast<Label>(key & ((1u << 30) - 1))}] = of.vertices;
        }
    }
    std::map<EdgeType, std::uint64_t> types;
    for (auto const& [side, count] : vertices) {
        if (side.way == Way::in || (side.way == Way::either && side.own > side.other)) continue;
        EdgeType const type{side.own, side.other, side.label};
        types[type] = std::min(count, vertices.at(side_to(type, directed)));
    }
    return types;
}

TypedLists::TypedLists(Graph const& graph, Classes const& classes, bool labels, std::vector<Side> sides)
    : sides_(std::move(sides)) {
    sort_once(sides_);
    std::uint64_t lists = 0;
    for (Side const& side : sides_) {
        first_.push_back(lists);
        lists += classes.members(side.own).size() + 1;
    }
    begins_.resize(lists + 1);

    Entries const entries(graph, labels);
    std::vector<std::span<Side const>> sides_to(classes.size()); // from one class, by the other
    auto const for_each_entry = [&](auto const& visit) {
        for (auto own = sides_.begin(); own != sides_.end();) {
            auto const of_class = own;
            while (own != sides_.end() && own->own == of_class->own) {
                auto const first = own;
                while (own != sides_.end() && own->own == first->own && own->other == first->other) ++own;
                sides_to[first->other] = std::span(first, own);
            }
            for (VertexId const v : classes.members(of_class->own)) {
                entries.visit(v, [&](VertexId u, EntryLabels const& labels_of) {
                    if (classes.of(u) == Classes::none) return;
                    for (Side const& side : sides_to[classes.of(u)]) {
                        auto const list = static_cast<std::size_t>(&side - sides_.data());
                        if (labels_of.are_of(side)) visit(first_[list] + classes.rank(v), classes.rank(u));
                    }
                });
            }
            for (auto done = of_class; done != own; ++done) sides_to[done->other] = {};
        }
    };
    for_each_entry([&](std::uint64_t list, std::uint32_t) { ++begins_[list + 1]; });
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    ranks_.resize(begins_.back());
    std::vector<std::uint64_t> next(begins_.begin(), begins_.end() - 1);
    for_each_entry([&](std::uint64_t list, std::uint32_t rank) { ranks_[next[list]++] = rank; });
}

std::optional<std::uint32_t> TypedLists::number(Side const& side) const {
    auto const at = std::ranges::lower_bound(sides_, side);
    if (at == sides_.end() || *at != side) return std::nullopt;
    return static_cast<std::uint32_t>(at - sides_.begin());
}

namespace {

Classes classes_by_label(Graph const& graph) {
    if (!has_labels(graph)) return Classes(std::vector<Class>(graph.vertex_count(), 0));
    static_assert(GraphMarks::no_label == Classes::none);
    return Classes(graph.marks->labels);
}

// The words of a vertex set.
void set_bit(std::vector<std::uint32_t>& words, std::uint64_t first, std::uint32_t rank) {
    words[first + rank / 32] |= std::uint32_t{1} << rank % 32;
}

// use(v) for each vertex of a row of a class.
template <class Use>
void for_each_of_row(std::vector<VertexId> const& members, std::span<std::uint32_t const> words, Use const& use) {
    for (std::uint32_t rank = 0; rank < members.size(); ++rank) {
        if ((words[rank / 32] >> rank % 32 & 1) != 0) use(members[rank]);
    }
}

std::vector<OriginalId> ids_of(Graph const& graph, std::vector<VertexId> const& members,
                               std::span<std::uint32_t const> words) {
    std::vector<OriginalId> ids;
    for_each_of_row(members, words, [&](VertexId v) { ids.push_back(graph.original_id(v)); });
    std::ranges::sort(ids);
    return ids;
}

// Returns: the number of different graphs that the vertices of a row belong to.
std::uint64_t graphs_of(std::vector<std::uint32_t> const& graph_of, std::vector<VertexId> const& members,
                        std::span<std::uint32_t const> words) {
    std::vector<std::uint32_t> graphs;
    for_each_of_row(members, words, [&](VertexId v) { graphs.push_back(graph_of[v]); });
    sort_once(graphs);
    return graphs.size();
}

bool is_stopped(RunOptions const& options) { return options.interrupt != nullptr && options.interrupt->load(); }

// The lists that a search makes of the graph lie beside a resident one.
RunOptions options_beside(GraphOrResident const& graph, RunOptions options) {
    if (graph.resident() != nullptr) options = options_on(*graph.resident(), options);
    options.order = GraphOrder::given;
    return options;
}

// The types of a graph's edges, and those that patterns may have.
struct Types {
    std::vector<EdgeType> all, frequent;

    Types(Graph const& graph, Classes const& classes, std::uint64_t least) {
        for (auto const& [type, support] : edge_types(graph, classes, has_edge_labels(graph))) {
            bool const is_unlabelled = has_edge_labels(graph) && type.label == unlabelled;
            all.push_back(type);
            if (support >= least && !is_unlabelled) frequent.push_back(type);
        }
    }

    // The sides that patterns ask for. Induced ones also ask that there is no edge, of any type.
    std::vector<Side> sides(bool directed, bool induced) const {
        std::vector<Side> sides;
        std::vector<Class> classes;
        for (EdgeType const& type : frequent) {
            sides.insert(sides.end(), {side_from(type, directed), side_to(type, directed)});
            classes.insert(classes.end(), {type.from, type.to});
        }
        sort_once(classes);
        auto const is_one = [&](Class of) { return std::ranges::binary_search(classes, of); };
        for (EdgeType const& type : all) {
            if (!induced || !is_one(type.from) || !is_one(type.to)) continue;
            for (auto const& [own, other] : {std::pair(type.from, type.to), std::pair(type.to, type.from)}) {
                for (Way const way : {Way::either, Way::out, Way::in}) {
                    if (directed || way == Way::either) sides.push_back({own, other, way, any_label});
                }
            }
        }
        return sides;
    }
};

// The words of the rows of patterns that are searched together.
std::uint64_t most_words(RunOptions const& options) {
    constexpr std::uint64_t share = 32, most = std::uint64_t{1} << 31;
    return std::min(memory_of(resolve_device(options.device)) / share / sizeof(std::uint32_t), most);
}

// A frequent pattern, with its place in the level's rows.
struct Known {
    CanonicalSketch canonical;
    std::vector<std::uint64_t> rows; // by vertex: where its row begins in the level's words
    std::vector<std::uint64_t> sizes;
    std::uint64_t support = 0;
    bool has_equal = false, has_larger = false; // a larger frequent pattern, of the same support
};

struct Level {
    std::vector<Known> patterns; // ascending by sketch
    std::vector<std::uint32_t> words;

    Known* find(Sketch const& sketch) {
        auto const at = std::ranges::lower_bound(
            patterns, sketch, {}, [](Known const& one) -> Sketch const& { return one.canonical.sketch; });
        return at == patterns.end() || at->canonical.sketch != sketch ? nullptr : &*at;
    }
};

// A pattern that may be frequent: all connected ones that are one smaller are.
struct Candidate {
    CanonicalSketch canonical;
    std::vector<std::uint32_t> parents;           // in the level before
    std::vector<std::vector<std::uint64_t>> rows; // by vertex: the rows of the parents
};

class Miner {
public:
    Miner(Graph const& graph, FrequentQuery const& query, RunOptions const& options)
        : graph_(graph),
          query_(query),
          options_(options),
          time_(options),
          directed_(is_directed(graph)),
          support_(query.support),
          team_(options.threads > 0 ? options.threads : hardware_threads()),
          classes_(classes_by_label(graph)),
          types_(graph, classes_, query.support),
          growth_(directed_, query.induced, types_.frequent, most_vertices_of(query)),
          lists_(graph, classes_, has_edge_labels(graph), types_.sides(directed_, query.induced)),
          search_(lists_, options_) {
        prepared_ = time_.spent();
    }

    FrequentResult mine() {
        std::vector<Candidate> candidates;
        for (Sketch const& sketch : growth_.first()) candidates.push_back({canonical(sketch, directed_), {}, {}});
        int size = query_.induced ? 2 : 1;
        while (result_.status == Status::complete && !candidates.empty()) {
            std::uint64_t const count = candidates.size();
            bool const wants_words = !is_last(size) || query_.domains || !query_.graph_of.empty();
            std::optional<Level> next = frequent_of(std::move(candidates), wants_words);
            if (!next) break;
            keep(level_);
            result_.levels.push_back({size, count, next->patterns.size()});
            level_ = *std::move(next);
            candidates = is_last(size) ? std::vector<Candidate>() : larger();
            ++size;
        }
        keep(level_);
        conclude();
        return std::move(result_);
    }

private:
    static int most_vertices_of(FrequentQuery const& query) {
        return query.max_vertices == 0 ? most_vertices : query.max_vertices;
    }

    bool is_last(int size) const {
        return query_.induced ? size == most_vertices_of(query_) : query_.max_edges != 0 && size == query_.max_edges;
    }

    // Returns: the patterns that are one larger than those of the level, and may be frequent. Empty if the run is to
    // end.
    std::vector<Candidate> larger() {
        std::vector<std::vector<CanonicalSketch>> found(static_cast<std::size_t>(team_.size()));
        team_.run([&](cerrado::Member member) {
            auto& own = found[static_cast<std::size_t>(member.index)];
            std::size_t sorted = 0;
            for (std::size_t i = static_cast<std::size_t>(member.index); i < level_.patterns.size();
                 i += static_cast<std::size_t>(member.count)) {
                if (must_end()) return;
                growth_.for_each_larger(level_.patterns[i].canonical.sketch, [&](Sketch const& sketch) {
                    if (has_too_many_edges(sketch)) return;
                    own.push_back(canonical(sketch, directed_));
                });
                if (own.size() > 2 * sorted + 10'000) {
                    sort_once(own);
                    sorted = own.size();
                }
            }
            sort_once(own);
        });
        if (must_end()) return stop();
        std::vector<CanonicalSketch> all = merged(found);
        std::vector<std::optional<Candidate>> may_be(all.size());
        team_.run([&](cerrado::Member member) {
            member.for_part_of(all.size(), [&](std::size_t i) {
                if (i % 64 == 0 && must_end()) return;
                may_be[i] = candidate(std::move(all[i]));
            });
        });
        if (must_end()) return stop();
        std::vector<Candidate> candidates;
        for (auto& one : may_be) {
            if (one) candidates.push_back(*std::move(one));
        }
        if (candidates.size() > many_candidates && query_.note) {
            query_.note(fmt::format("{} candidates of {} {}: this may take long; give a greater support, or a deadline",
                                    candidates.size(), result_.levels.back().size + 1,
                                    query_.induced ? "vertices" : "edges"));
        }
        return candidates;
    }
    // Returns: those of all lists, each of which ascends, ascending and each once. Lists are merged two by two.
    std::vector<CanonicalSketch> merged(std::vector<std::vector<CanonicalSketch>>& lists) {
        for (std::size_t step = 1; step < lists.size(); step *= 2) {
            team_.run([&](cerrado::Member member) {
                std::size_t const pairs = (lists.size() + 2 * step - 1) / (2 * step);
                member.for_part_of(pairs, [&](std::size_t pair) {
                    std::size_t const at = pair * 2 * step;
                    if (at + step >= lists.size()) return;
                    auto &one = lists[at], &other = lists[at + step];
                    std::vector<CanonicalSketch> both;
                    both.reserve(one.size() + other.size());
                    std::merge(std::make_move_iterator(one.begin()), std::make_move_iterator(one.end()),
                               std::make_move_iterator(other.begin()), std::make_move_iterator(other.end()),
                               std::back_inserter(both));
                    both.erase(std::unique(both.begin(), both.end()), both.end());
                    one = std::move(both);
                    other = {};
                });
            });
        }
        return std::move(lists.front());
    }
    bool has_too_many_edges(Sketch const& sketch) const {
        return query_.max_edges != 0 && static_cast<int>(sketch.bonds.size()) > query_.max_edges;
    }

    // Returns: nothing if a connected part of it is infrequent.
    std::optional<Candidate> candidate(CanonicalSketch own) {
        Candidate found{std::move(own), {}, {}};
        found.rows.resize(found.canonical.sketch.classes.size());
        for (Growth::Smaller const& smaller : growth_.smaller(found.canonical.sketch)) {
            CanonicalSketch const form = canonical(smaller.sketch, directed_);
            Known const* const known = level_.find(form.sketch);
            if (known == nullptr) return std::nullopt;
            found.parents.push_back(static_cast<std::uint32_t>(known - level_.patterns.data()));
            for (std::size_t i = 0; i < smaller.kept.size(); ++i) {
                std::uint64_t const row = known->rows[static_cast<std::size_t>(form.positions[i])];
                auto& rows = found.rows[static_cast<std::size_t>(smaller.kept[i])];
                if (std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
            }
        }
        return found;
    }

    // Returns: the candidates that are frequent, or nothing if the run was stopped.
    std::optional<Level> frequent_of(std::vector<Candidate> candidates, bool wants_words) {
        search_.set_parents(level_.words);
        std::vector<std::optional<Shape>> shapes(candidates.size());
        team_.run([&](cerrado::Member member) {
            member.for_part_of(candidates.size(), [&](std::size_t i) {
                if (i % 64 == 0 && must_end()) return;
                shapes[i] = shape_of(candidates[i].canonical, directed_, query_.induced);
                shapes[i]->parents = std::move(candidates[i].rows);
            });
        });
        if (must_end()) {
            stop();
            return std::nullopt;
        }
        Level level;
        level.patterns.reserve(candidates.size());
        for (std::size_t first = 0; first < candidates.size();) {
            Batch batch;
            batch.wants_words = wants_words;
            std::size_t end = first;
            for (; end < candidates.size() && (end == first || batch.words < most_words(options_)); ++end) {
                add_to(batch, *shapes[end], classes_, lists_);
                shapes[end].reset();
            }
            Domains const found = search_.find(batch, static_cast<std::uint32_t>(support_), false, time_.in(options_));
            add_run(found.run);
            if (found.run.status != Status::complete) return std::nullopt;
            take(level, std::span(candidates).subspan(first, end - first), batch, found);
            first = end;
        }
        return level;
    }

    // The patterns that are not dead, with their rows.
    void take(Level& level, std::span<Candidate> candidates, Batch const& batch, Domains const& found) {
        std::size_t row = 0;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            std::size_t const first = row;
            while (row < batch.rows.size() && batch.rows[row].pattern == i) ++row;
            if (found.dead[i] != 0) continue;
            Known known{std::move(candidates[i].canonical), {}, {}, std::numeric_limits<std::uint64_t>::max()};
            std::vector<int> const& orbits = known.canonical.orbits;
            std::size_t next = first;
            for (std::size_t v = 0; v < orbits.size(); ++v) {
                if (auto const least = static_cast<std::size_t>(orbits[v]); least != v) {
                    known.rows.push_back(known.rows[least]);
                    known.sizes.push_back(known.sizes[least]);
                    continue;
                }
                Row const& own = batch.rows[next];
                known.rows.push_back(level.words.size());
                known.sizes.push_back(found.sizes[next]);
                known.support = std::min<std::uint64_t>(known.support, found.sizes[next]);
                ++next;
                if (!batch.wants_words) continue;
                auto const words = std::span(found.words).subspan(own.first_word, own.words());
                if (!query_.graph_of.empty()) {
                    auto const& members = classes_.members(known.canonical.sketch.classes[v]);
                    known.support = std::min(known.support, graphs_of(query_.graph_of, members, words));
                }
                level.words.insert(level.words.end(), words.begin(), words.end());
            }
            if (known.support < support_) continue; // fewer graphs than vertices
            for (std::uint32_t const parent : candidates[i].parents) {
                Known& smaller = level_.patterns[parent];
                smaller.has_larger = true;
                if (smaller.support == known.support) smaller.has_equal = true;
            }
            level.patterns.push_back(std::move(known));
        }
    }

    // Moves the patterns that are asked for to the result.
    void keep(Level const& level) {
        std::vector<Known const*> kept;
        for (Known const& known : level.patterns) {
            if ((query_.closed && known.has_equal) || (query_.maximal && known.has_larger)) continue;
            kept.push_back(&known);
        }
        std::size_t const first = result_.patterns.size();
        result_.patterns.resize(first + kept.size());
        team_.run([&](cerrado::Member member) {
            member.for_part_of(kept.size(),
                               [&](std::size_t i) { result_.patterns[first + i] = pattern_of(*kept[i], level.words); });
        });
        if (query_.top == 0 || result_.patterns.size() <= query_.top || query_.closed || query_.maximal) return;
        auto const last = result_.patterns.begin() + static_cast<std::ptrdiff_t>(query_.top);
        std::ranges::nth_element(result_.patterns, last - 1, std::greater(), &FrequentPattern::support);
        support_ = std::max(support_, (last - 1)->support);
    }

    FrequentPattern pattern_of(Known const& known, std::vector<std::uint32_t> const& words) const {
        Sketch const& sketch = known.canonical.sketch;
        FrequentPattern found{pattern_of(sketch), static_cast<int>(sketch.bonds.size()),
                              known.support,      known.canonical.orbits,
                              known.sizes,        {}};
        if (!query_.domains) return found;
        for (std::size_t v = 0; v < sketch.classes.size(); ++v) {
            bool const is_first = known.canonical.orbits[v] == static_cast<int>(v);
            auto const row = std::span(words).subspan(known.rows[v]);
            found.domains.push_back(is_first ? ids_of(graph_, classes_.members(sketch.classes[v]), row)
                                             : std::vector<OriginalId>());
        }
        return found;
    }
    Pattern pattern_of(Sketch const& sketch) const {
        Pattern pattern(sketch.size());
        for (std::size_t v = 0; has_labels(graph_) && v < sketch.classes.size(); ++v)
            pattern.label(static_cast<int>(v), {graph_.marks->label_names[sketch.classes[v]]});
        for (Bond const& bond : sketch.bonds) {
            directed_ ? pattern.require_arc(bond.from, bond.to) : pattern.require_edge(bond.from, bond.to);
            if (!has_edge_labels(graph_)) continue;
            std::string const& label = graph_.marks->edge_label_names[bond.label - first_label];
            directed_ ? pattern.label_arc(bond.from, bond.to, label) : pattern.label_edge(bond.from, bond.to, label);
        }
        return pattern;
    }

    bool must_end() const { return is_stopped(options_) || time_.is_over(); }
    std::vector<Candidate> stop() {
        result_.status = is_stopped(options_) ? Status::interrupted : Status::deadline;
        return {};
    }
    void add_run(RunResult const& run) {
        result_.status = run.status;
        result_.device = run.device;
        add_seconds(result_, run);
    }
    void conclude() {
        std::vector<std::size_t> order(result_.patterns.size()); // patterns are large, so each is moved once at the end
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, [this](std::size_t i, std::size_t j) {
            FrequentPattern const &a = result_.patterns[i], &b = result_.patterns[j];
            if (query_.top == 0 && a.edges != b.edges) return a.edges < b.edges;
            return a.support > b.support;
        });
        arrange(result_.patterns, order);
        if (query_.top != 0 && result_.patterns.size() > query_.top)
            result_.patterns.erase(result_.patterns.begin() + static_cast<std::ptrdiff_t>(query_.top),
                                   result_.patterns.end());
        result_.count = result_.patterns.size();
        result_.chosen.form = "levels";
        result_.seconds.prepare += prepared_;
        result_.seconds.run = time_.spent() - result_.seconds.prepare - result_.seconds.start;
    }

    // Brings patterns[order[i]] to place i, for all i.
    static void arrange(std::vector<FrequentPattern>& patterns, std::vector<std::size_t>& order) {
        for (std::size_t first = 0; first < order.size(); ++first) {
            if (order[first] == first) continue;
            FrequentPattern saved = std::move(patterns[first]);
            std::size_t at = first;
            while (order[at] != first) {
                patterns[at] = std::move(patterns[order[at]]);
                at = std::exchange(order[at], at);
            }
            patterns[at] = std::move(saved);
            order[at] = at;
        }
    }

    static constexpr std::size_t many_candidates = 1'000'000;

    Graph const& graph_;
    FrequentQuery const& query_;
    RunOptions const options_;
    TimeLeft const time_;
    bool const directed_;
    std::uint64_t support_; // grows if only the top is asked for
    Team team_;
    Classes const classes_;
    Types const types_;
    Growth const growth_;
    TypedLists const lists_;
    DomainSearch search_;
    double prepared_ = 0;
    Level level_;
    FrequentResult result_;
};

void require_undivided(RunOptions const& options) {
    if (options.checkpoint.on())
        throw InputError("frequent patterns have no checkpoints: unset RunOptions::checkpoint");
    if (options.roots) throw InputError("the support needs the whole graph: unset RunOptions::roots");
}

// Throws InputError if no pattern can have the support.
void require_possible(std::uint64_t support, Graph const& graph, std::vector<std::uint32_t> graph_of) {
    if (!graph_of.empty() && graph_of.size() != graph.vertex_count())
        throw InputError(fmt::format("graph_of has {} entries, but the graph has {} vertices", graph_of.size(),
                                     graph.vertex_count()));
    bool const is_of_graphs = !graph_of.empty();
    sort_once(graph_of);
    std::uint64_t const most = is_of_graphs ? graph_of.size() : graph.vertex_count();
    if (support <= most) return;
    throw InputError(fmt::format(
        "no pattern has a support of {}, since {}: give at most that", support,
        is_of_graphs ? fmt::format("there are {} graphs", most) : fmt::format("the graph has {} vertices", most)));
}

void check(Graph const& graph, FrequentQuery const& query, RunOptions const& options) {
    require_undivided(options);
    if (query.support == 0) throw InputError("a support of 0 holds for every pattern: give 1 or more");
    require_possible(query.support, graph, query.graph_of);
    if (query.max_edges < 0) throw InputError("a pattern has one edge or more: give a positive number, or 0 for any");
    if (query.max_vertices != 0 && (query.max_vertices < 2 || query.max_vertices > most_vertices)) {
        throw InputError(fmt::format("patterns of up to {} vertices cannot be mined: give 2 to {}", query.max_vertices,
                                     most_vertices));
    }
    if (query.closed && query.maximal) throw InputError("every maximal pattern is closed: give only one of both");
}

// The pattern of a query as the graph's lists know it. If each of its vertices has one label, the classes are the
// labels. Otherwise all vertices are of one class, and each domain begins with those that bear one of the labels.
class Asked {
public:
    Asked(Graph const& graph, Pattern const& pattern, bool induced)
        : graph_(graph),
          pattern_(pattern),
          directed_(is_directed(graph)),
          by_label_(every_vertex_has_one_label()),
          by_edge_label_(pattern.has_edge_labels()),
          classes_(by_label_ ? classes_by_label(graph) : Classes(std::vector<Class>(graph.vertex_count(), 0))) {
        for (int v = 0; v < pattern.size(); ++v) {
            shape_.classes.push_back(by_label_ ? label_of(pattern.labels(v).front()) : 0);
            for (int u = 0; u < v; ++u) add_conditions(u, v, induced);
        }
        shape_.orbits = automorphisms(pattern.meaning(induced)).orbits;
        if (!by_label_ && pattern.has_labels()) {
            for (int v = 0; v < pattern.size(); ++v) shape_.parents.push_back({add_bearers(v)});
        }
    }

    Shape const& shape() const { return shape_; }
    Classes const& classes() const { return classes_; }
    bool by_edge_label() const { return by_edge_label_; }
    std::vector<std::uint32_t> const& bearers() const { return bearers_; }
    std::vector<Side> sides() const {
        std::vector<Side> sides;
        for (Condition const& one : shape_.conditions) {
            sides.push_back(shape_.side(one));
            sides.push_back(shape_.side(one.reversed()));
        }
        return sides;
    }

private:
    bool every_vertex_has_one_label() const {
        if (!has_labels(graph_)) return false;
        for (int v = 0; v < pattern_.size(); ++v) {
            if (pattern_.labels(v).size() != 1) return false;
        }
        return true;
    }
    Class label_of(std::string const& name) const {
        return static_cast<Class>(std::ranges::lower_bound(graph_.marks->label_names, name) -
                                  graph_.marks->label_names.begin());
    }
    Label edge_label_of(std::string const& name) const {
        if (name.empty()) return any_label;
        auto const& names = graph_.marks->edge_label_names;
        return first_label + static_cast<Label>(std::ranges::lower_bound(names, name) - names.begin());
    }

    void add_conditions(int u, int v, bool induced) {
        auto const has = [](Pattern::Vertices set, int one) { return (set & Pattern::bit(one)) != 0; };
        bool const forth = has(pattern_.arcs_from(u), v), back = has(pattern_.arcs_from(v), u);
        if (forth) shape_.conditions.push_back({u, v, Way::out, edge_label_of(pattern_.arc_label(u, v)), true});
        if (back) shape_.conditions.push_back({v, u, Way::out, edge_label_of(pattern_.arc_label(v, u)), true});
        bool const joined = has(pattern_.edges(u), v);
        if (joined && (!(forth || back) || !pattern_.edge_label(u, v).empty()))
            shape_.conditions.push_back({u, v, Way::either, edge_label_of(pattern_.edge_label(u, v)), true});
        auto const forbid = [&](int from, int to, Way way) {
            shape_.conditions.push_back({from, to, way, any_label, false});
        };
        bool const any = forth || back || joined;
        if (has(pattern_.strangers(u), v) || (induced && !any)) return forbid(u, v, Way::either);
        if (has(pattern_.no_arcs_from(u), v) || (induced && back && !forth)) forbid(u, v, Way::out);
        if (has(pattern_.no_arcs_from(v), u) || (induced && forth && !back)) forbid(v, u, Way::out);
    }

    // Returns: where the row of the vertices begins that bear one of v's labels.
    std::uint64_t add_bearers(int v) {
        std::uint64_t const first = bearers_.size();
        bearers_.resize(first + (graph_.vertex_count() + 31) / 32);
        std::vector<std::string> const& labels = pattern_.labels(v);
        for (VertexId x = 0; x < graph_.vertex_count(); ++x) {
            std::uint32_t const label = graph_.marks->labels[x];
            bool const bears =
                labels.empty() || (label != GraphMarks::no_label &&
                                   std::ranges::find(labels, graph_.marks->label_names[label]) != labels.end());
            if (bears) set_bit(bearers_, first, x);
        }
        return first;
    }

    Graph const& graph_;
    Pattern const& pattern_;
    bool const directed_, by_label_, by_edge_label_;
    Classes const classes_;
    Shape shape_;
    std::vector<std::uint32_t> bearers_;
};

void check(Graph const& graph, SupportQuery const& query, RunOptions const& options) {
    require_undivided(options);
    if (std::popcount(query.pattern.core()) != query.pattern.size()) {
        throw InputError(
            "a pattern with an anti-vertex has no support here: take match --per-orbit, and count the "
            "vertices that are above 0");
    }
    if (query.pattern.discovered() != 0)
        throw InputError("the support of a pattern needs its labels: write 0:A for 0:?");
    if (query.pattern.size() < 2) throw InputError("the pattern has one vertex: add an edge");
    if (query.pattern.size() > most_vertices) {
        throw InputError(
            fmt::format("a pattern of {} vertices is too large: give up to {}", query.pattern.size(), most_vertices));
    }
    require_possible(query.at_least, graph, query.graph_of);
    require_marks({.pattern = query.pattern}, graph);
}

int edges_of(Pattern const& pattern) {
    int edges = 0;
    for (int v = 0; v < pattern.size(); ++v) {
        edges += std::popcount(pattern.arcs_from(v));
        for (int u = 0; u < v; ++u) {
            auto const has = [](Pattern::Vertices set, int one) { return (set & Pattern::bit(one)) != 0; };
            bool const is_arc = has(pattern.arcs_from(u), v) || has(pattern.arcs_from(v), u);
            edges += has(pattern.edges(v), u) && !is_arc ? 1 : 0;
        }
    }
    return edges;
}

// The pattern with its exact domains. A search that ends with the first empty domain leaves others too large.
FrequentPattern pattern_of(Graph const& graph, SupportQuery const& query, Asked const& asked, Batch const& batch,
                           Domains const& found) {
    bool const is_there = found.dead.front() == 0;
    FrequentPattern pattern{query.pattern, edges_of(query.pattern), 0, asked.shape().orbits, {}, {}};
    std::size_t row = 0;
    std::uint64_t support = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t v = 0; v < pattern.orbits.size(); ++v) {
        auto const least = static_cast<std::size_t>(pattern.orbits[v]);
        pattern.domains.emplace_back();
        if (least != v) {
            pattern.domain_sizes.push_back(pattern.domain_sizes[least]);
            continue;
        }
        auto const& members = asked.classes().members(asked.shape().classes[v]);
        auto const words = std::span(found.words).subspan(batch.rows[row].first_word, batch.rows[row].words());
        std::uint64_t const size = is_there ? found.sizes[row] : 0;
        pattern.domain_sizes.push_back(size);
        support =
            std::min(support, query.graph_of.empty() || size == 0 ? size : graphs_of(query.graph_of, members, words));
        if (query.domains && size > 0) pattern.domains.back() = ids_of(graph, members, words);
        ++row;
    }
    pattern.support = support;
    if (!query.domains) pattern.domains.clear();
    return pattern;
}

SupportResult find_support(Graph const& graph, SupportQuery const& query, RunOptions const& options) {
    TimeLeft const time(options);
    Asked const asked(graph, query.pattern, query.induced);
    TypedLists const lists(graph, asked.classes(), asked.by_edge_label(), asked.sides());
    DomainSearch search(lists, options);
    search.set_parents(asked.bearers());
    Batch batch;
    add_to(batch, asked.shape(), asked.classes(), lists);
    double const prepared = time.spent();
    bool const asks_whether = query.at_least != 0;
    bool const early = asks_whether && query.graph_of.empty(); // the search counts vertices, not graphs
    Domains const found =
        search.find(batch, early ? static_cast<std::uint32_t>(query.at_least) : 1, early, time.in(options));
    SupportResult result{found.run, {}, {}};
    result.seconds.prepare += prepared;
    result.chosen.form = "domains";
    result.count = 0;
    if (result.status != Status::complete) return result;
    if (early) {
        result.is_at_least = found.dead.front() == 0;
        return result;
    }
    FrequentPattern pattern = pattern_of(graph, query, asked, batch, found);
    if (asks_whether) {
        result.is_at_least = pattern.support >= query.at_least;
    } else {
        result.found = std::move(pattern);
    }
    return result;
}

} // namespace
} // namespace frequent

std::string semantics_of(FrequentQuery const& query) {
    return std::string(query.graph_of.empty()
                           ? "patterns by the size of the smallest domain of a vertex (minimum image based support); "
                           : "patterns by the number of graphs that have them; ") +
           (query.induced ? "induced: no edge but the pattern's" : "edge-induced: other edges may be there");
}

FrequentResult mine_frequent(GraphOrResident const& graph, FrequentQuery const& query, RunOptions const& options) {
    frequent::check(graph.graph(), query, options);
    auto const mine = [&](RunOptions const& own) {
        return frequent::Miner(graph.graph(), query, frequent::options_beside(graph, own)).mine();
    };
    if (!options.is_shared()) return mine(options);
    return run_on_devices<FrequentResult>(
        graph, options, [&](RunOptions const& own) { return done_by_one<FrequentResult>(own, mine); });
}

SupportResult support_of(GraphOrResident const& graph, SupportQuery const& query, RunOptions const& options) {
    frequent::check(graph.graph(), query, options);
    auto const find = [&](RunOptions const& own) {
        return frequent::find_support(graph.graph(), query, frequent::options_beside(graph, own));
    };
    if (!options.is_shared()) return find(options);
    return run_on_devices<SupportResult>(graph, options,
                                         [&](RunOptions const& own) { return done_by_one<SupportResult>(own, find); });
}

std::string estimate_frequent(Graph const& graph, FrequentQuery const& query, RunOptions const& options) {
    using namespace frequent;
    frequent::check(graph, query, options);
    Classes const classes = classes_by_label(graph);
    Types const types(graph, classes, query.support);
    TypedLists const lists(graph, classes, has_edge_labels(graph), types.sides(is_directed(graph), query.induced));
    std::uint64_t largest = 0;
    for (EdgeType const& type : types.frequent)
        largest = std::max({largest, classes.members(type.from).size(), classes.members(type.to).size()});
    std::uint64_t const row = 2 * ((largest + 31) / 32) * sizeof(std::uint32_t); // candidates, and those that were met
    constexpr double mebibyte = 1 << 20;
    auto const mebibytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / mebibyte; };
    return fmt::format(
        "edges         {} of {} or more\n"
        "lists         {:.1f} MiB\n"
        "rows          at most {:.3f} MiB for a vertex of a pattern, {:.0f} MiB for the patterns that are searched "
        "together\n"
        "time          unknown: it depends on the number of frequent patterns; --deadline ends it after a whole "
        "level\n",
        counted(static_cast<WideCount>(types.frequent.size()), "type"), query.support,
        mebibytes(lists.begins().size_bytes() + lists.ranks().size_bytes()), mebibytes(row),
        mebibytes(2 * sizeof(std::uint32_t) * most_words(options)));
}

} // namespace cerrado
