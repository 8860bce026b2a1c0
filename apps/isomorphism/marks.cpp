#include "isomorphism/marks.hpp"

#include <cerrado/apps/detail/each_match.hpp>
#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/marks.hpp>
#include <cerrado/graph/numbering.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace cerrado {

namespace {

// Collects the bits of a pattern.
class Collecting {
public:
    Collecting(Pattern const& pattern, bool induced) : pattern_(pattern), induced_(induced) {}

    PatternNeeds needs() && {
        auto const size = static_cast<std::size_t>(pattern_.size());
        needs_.needs.resize(size * size);
        for (int v = 0; v < pattern_.size(); ++v) {
            if (!pattern_.labels(v).empty()) need(v, v) |= bit(needs_.bits.of_vertex, pattern_.labels(v));
            for (int u = 0; u < v; ++u) put_pair(u, v);
        }
        if (needs_.bits.is_empty()) needs_.needs.clear();
        return std::move(needs_);
    }

private:
    using Kind = PatternBits::Kind;

    std::uint32_t& need(int of, int to) { return needs_.needs[static_cast<std::size_t>(of * pattern_.size() + to)]; }
    // Bits beyond the last one are dropped: PatternBits::fit() tells that there are too many.
    template <class Condition> static std::uint32_t bit(std::vector<Condition>& all, Condition const& one) {
        auto const place = static_cast<std::size_t>(std::ranges::find(all, one) - all.begin());
        if (place == all.size()) all.push_back(one);
        return place < 32 ? std::uint32_t{1} << place : 0;
    }
    EntryNeeds both(Kind there, Kind back, std::string const& label = {}) {
        return {bit(needs_.bits.of_entry, {there, label}), bit(needs_.bits.of_entry, {back, label})};
    }
    static bool has(Pattern::Vertices set, int v) { return (set & Pattern::bit(v)) != 0; }

    void put_pair(int u, int v) {
        if (has(pattern_.strangers(u), v) || (induced_ && !has(pattern_.neighbours(u), v)))
            return needs_.forbidden.push_back({u, v, {}});
        bool const goes = has(pattern_.arcs_from(u), v), comes = has(pattern_.arcs_from(v), u);
        // vertices of an induced match that an arc joins have no other arc, unless the pattern has an edge
        bool const only = induced_ && !has(pattern_.edges(u), v);
        bool const never_goes = has(pattern_.no_arcs_from(u), v) || (only && comes && !goes);
        bool const never_comes = has(pattern_.no_arcs_from(v), u) || (only && goes && !comes);
        if (!has(pattern_.neighbours(u), v)) { // an edge that is no such arc may be there
            if (never_goes) needs_.forbidden.push_back({u, v, both(Kind::to, Kind::from)});
            if (never_comes) needs_.forbidden.push_back({u, v, both(Kind::from, Kind::to)});
            return;
        }
        auto const add = [&](bool asked, Kind there, Kind back, std::string const& label) {
            if (!asked) return;
            auto const [own, other] = both(there, back, label);
            need(u, v) |= own;
            need(v, u) |= other;
        };
        add(goes, Kind::to, Kind::from, {});
        add(comes, Kind::from, Kind::to, {});
        add(never_goes, Kind::no_to, Kind::no_from, {});
        add(never_comes, Kind::no_from, Kind::no_to, {});
        std::string const &edge = pattern_.edge_label(u, v), &there = pattern_.arc_label(u, v),
                          &back = pattern_.arc_label(v, u);
        add(!edge.empty(), Kind::label_either, Kind::label_either, edge);
        add(!there.empty(), Kind::label_to, Kind::label_from, there);
        add(!back.empty(), Kind::label_from, Kind::label_to, back);
    }

    Pattern const& pattern_;
    bool const induced_;
    PatternNeeds needs_;
};

// Returns: the place of a name among ascending names.
std::optional<std::uint32_t> place_of(std::string const& name, std::vector<std::string> const& names) {
    auto const place = std::ranges::lower_bound(names, name);
    if (place == names.end() || *place != name) return std::nullopt;
    return static_cast<std::uint32_t>(place - names.begin());
}

// The labels of a graph.
class OwnLabels final : public LabelMeaning {
public:
    std::vector<std::uint8_t> of_vertices(Graph const& graph, std::string const& label) const override {
        return borne(graph.marks->labels, place_of(label, graph.marks->label_names));
    }
    std::vector<std::uint8_t> of_entries(Graph const& graph, std::string const& label) const override {
        return borne(graph.marks->edge_labels, place_of(label, graph.marks->edge_label_names));
    }

private:
    static std::vector<std::uint8_t> borne(std::vector<std::uint32_t> const& labels,
                                           std::optional<std::uint32_t> place) {
        std::vector<std::uint8_t> found(labels.size());
        for (std::size_t i = 0; place && i < labels.size(); ++i) found[i] = labels[i] == *place ? 1 : 0;
        return found;
    }
};

std::vector<std::uint32_t> bits_of_vertices(Graph const& graph, PatternBits const& bits, LabelMeaning const& meaning) {
    std::vector<std::uint32_t> found(graph.vertex_count());
    for (std::size_t i = 0; i < bits.of_vertex.size(); ++i) {
        for (std::string const& label : bits.of_vertex[i]) {
            std::vector<std::uint8_t> const borne = meaning.of_vertices(graph, label);
            for (std::size_t v = 0; v < found.size(); ++v) found[v] |= static_cast<std::uint32_t>(borne[v]) << i;
        }
    }
    return found;
}

// Finds the bits of an entry of the lists.
class BitsOfEntries {
public:
    BitsOfEntries(Graph const& graph, PatternBits const& bits, LabelMeaning const& meaning)
        : graph_(graph),
          arcs_(is_directed(graph) ? graph.marks->arcs.data() : nullptr),
          bits_(bits) {
        for (PatternBits::OfEntry const& one : bits.of_entry) {
            has_labels_ |= one.kind >= Kind::label_to;
            if (one.kind >= Kind::label_to && !borne_.contains(one.label))
                borne_[one.label] = meaning.of_entries(graph, one.label);
            borne_by_.push_back(one.kind >= Kind::label_to ? borne_[one.label].data() : nullptr);
        }
        for (unsigned arcs = 0; arcs < of_arcs_.size() && !has_labels_; ++arcs) of_arcs_[arcs] = met_by(arcs, 0, 0);
    }

    template <class Bits> std::vector<Bits> all() const {
        std::vector<Bits> found(graph_.neighbour_array().size());
        Team team(numbering_team_size(graph_, 0));
        team.run([&](Member member) {
            for_vertices_of(member, graph_.ref(), [&](VertexId v) {
                for (EdgeOffset entry = graph_.offsets()[v]; entry < graph_.offsets()[v + 1]; ++entry)
                    found[entry] = static_cast<Bits>(of(v, entry));
            });
        });
        return found;
    }

private:
    using Kind = PatternBits::Kind;

    std::uint32_t of(VertexId v, EdgeOffset entry) const {
        unsigned const arcs = arcs_ == nullptr ? 0 : arcs_[entry];
        if (!has_labels_) return of_arcs_[arcs];
        return met_by(arcs, entry, arcs_ == nullptr ? entry : graph_.ref().find(graph_.neighbour_array()[entry], v));
    }
    // `there`, `back`: the entries of the arcs to the neighbour and from it.
    std::uint32_t met_by(unsigned arcs, EdgeOffset there, EdgeOffset back) const {
        std::uint32_t met = 0;
        for (std::size_t i = 0; i < borne_by_.size(); ++i) {
            std::uint8_t const* const borne = borne_by_[i];
            bool is_met = false;
            switch (bits_.of_entry[i].kind) {
            case Kind::to: is_met = (arcs & GraphMarks::arc_to) != 0; break;
            case Kind::from: is_met = (arcs & GraphMarks::arc_from) != 0; break;
            case Kind::no_to: is_met = (arcs & GraphMarks::arc_to) == 0; break;
            case Kind::no_from: is_met = (arcs & GraphMarks::arc_from) == 0; break;
            case Kind::label_to: is_met = borne[there] != 0; break;
            case Kind::label_from: is_met = borne[back] != 0; break;
            case Kind::label_either: is_met = borne[there] != 0 || borne[back] != 0; break;
            }
            if (is_met) met |= std::uint32_t{1} << i;
        }
        return met;
    }

    Graph const& graph_;
    std::uint8_t const* const arcs_;
    PatternBits const& bits_;
    std::map<std::string, std::vector<std::uint8_t>> borne_; // by label: entries whose arc to the neighbour bears it
    std::vector<std::uint8_t const*> borne_by_;              // for each bit
    bool has_labels_ = false;
    std::array<std::uint32_t, 4> of_arcs_{};
};

MarkBits evaluated(Graph const& graph, PatternBits const& bits, LabelMeaning const& meaning) {
    MarkBits found;
    if (!bits.of_vertex.empty()) found.of_vertex = bits_of_vertices(graph, bits, meaning);
    if (bits.of_entry.empty()) return found;
    BitsOfEntries const of_entries(graph, bits, meaning);
    if (bits.of_entry.size() <= PatternBits::narrow) {
        found.of_entry = of_entries.all<std::uint8_t>();
    } else {
        found.wide_of_entry = of_entries.all<std::uint32_t>();
    }
    return found;
}

} // namespace

PatternNeeds needs_of(Pattern const& pattern, bool induced) { return Collecting(pattern, induced).needs(); }

MarkBits LabelMeaning::bits(Graph const& graph, PatternBits const& asked) const {
    std::lock_guard const lock(mutex_);
    if (!last_ || last_->first != asked) last_.emplace(asked, evaluated(graph, asked, *this));
    return last_->second;
}

MarkBits bits_of(Graph const& graph, PatternBits const& bits, LabelMeaning const* meaning) {
    return meaning != nullptr ? meaning->bits(graph, bits) : evaluated(graph, bits, OwnLabels());
}

namespace detail {

namespace {

// The conditions on the entries of a list and on their neighbours.
struct ListNeeds {
    MarkedPlan::Bits needs = 0, refused = 0, of_vertex = 0;
    friend bool operator==(ListNeeds const&, ListNeeds const&) = default;
};

// Returns: the lists of the entries that meet these conditions.
EntryLists entries_that_meet(ListNeeds const& wanted, Resident const& graph, MarkBits const& bits, bool wants_entries,
                             Team& team) {
    GraphRef const ref = graph.numbered().ref();
    auto const entry_of = graph.positions(Per::edge), vertex_of = graph.positions(Per::vertex);
    auto const meets = [&](EdgeOffset p) {
        std::uint64_t const entry = entry_of[p];
        MarkedPlan::Bits const own = bits.of_entry.empty() ? bits.wide_of_entry[entry] : bits.of_entry[entry];
        if ((own & wanted.needs) != wanted.needs || (own & wanted.refused) != 0) return false;
        return wanted.of_vertex == 0 ||
               (bits.of_vertex[vertex_of[ref.neighbours[p]]] & wanted.of_vertex) == wanted.of_vertex;
    };
    EntryLists made;
    made.offsets.resize(ref.vertex_count + std::size_t{1});
    team.run([&](Member member) {
        for_vertices_of(member, ref, [&](VertexId v) {
            for (EdgeOffset p = ref.begin(v); p < ref.end(v); ++p) made.offsets[v + std::size_t{1}] += meets(p) ? 1 : 0;
        });
    });
    EdgeOffset const total = add_up(team, std::span(made.offsets));
    made.neighbours.resize(total);
    if (wants_entries) made.entries.resize(total);
    team.run([&](Member member) {
        for_vertices_of(member, ref, [&](VertexId v) {
            EdgeOffset at = made.offsets[v];
            for (EdgeOffset p = ref.begin(v); p < ref.end(v); ++p) {
                if (!meets(p)) continue;
                made.neighbours[at] = ref.neighbours[p];
                if (wants_entries) made.entries[at] = entry_of[p];
                ++at;
            }
        });
    });
    return made;
}

} // namespace

std::vector<EntryLists> take_lists(MarkedPlan& plan, Resident const& graph, MarkBits const& bits, bool wants_entries,
                                   int threads) {
    std::vector<ListNeeds> kinds;
    std::vector<int> list_of_kind; // from 1 on; 0: all entries meet the conditions
    std::vector<EntryLists> lists;
    std::size_t const entries = graph.graph().neighbour_array().size();
    Team team(numbering_team_size(graph.graph(), threads));
    for (int i = 1; i < plan.size; ++i) {
        for (int j = 0; j < i; ++j) {
            if ((plan.joined[i] >> j & 1) == 0) continue;
            auto const position = static_cast<MatchingPlan::Positions>(1u << j);
            ListNeeds const own{plan.entries[i][j].needs, plan.entries[i][j].refused, plan.vertex_needs[i]};
            auto const kind = static_cast<std::size_t>(std::ranges::find(kinds, own) - kinds.begin());
            if (kind == kinds.size()) {
                if (lists.size() == MarkedPlan::max_lists) continue;
                kinds.push_back(own);
                EntryLists made = entries_that_meet(own, graph, bits, wants_entries, team);
                bool const has_all = made.neighbours.size() == entries;
                if (!has_all) lists.push_back(std::move(made));
                list_of_kind.push_back(has_all ? 0 : static_cast<int>(lists.size()));
            }
            plan.list_of[i][j] = static_cast<std::uint8_t>(list_of_kind[kind]);
            if (list_of_kind[kind] != 0) continue;
            plan.joined[i] &= static_cast<MatchingPlan::Positions>(~position);
            plan.asked[i] &= static_cast<MatchingPlan::Positions>(~position);
            plan.beyond[i] &= static_cast<MatchingPlan::Positions>(~position);
        }
    }
    return lists;
}

} // namespace detail

} // namespace cerrado
