#include "isomorphism/parts/marks.hpp"

#include <cerrado/graph/marks.hpp>

#include <algorithm>
#include <bit>
#include <optional>

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

std::vector<std::uint32_t> bits_of_vertices(Graph const& graph, PatternBits const& bits) {
    std::vector<std::uint32_t> of_name(graph.marks->label_names.size());
    for (std::size_t i = 0; i < bits.of_vertex.size(); ++i)
        for (std::string const& label : bits.of_vertex[i])
            if (auto const place = place_of(label, graph.marks->label_names)) of_name[*place] |= std::uint32_t{1} << i;
    std::vector<std::uint32_t> found(graph.vertex_count());
    for (std::size_t v = 0; v < found.size(); ++v)
        if (std::uint32_t const label = graph.marks->labels[v]; label != GraphMarks::no_label)
            found[v] = of_name[label];
    return found;
}

std::vector<std::uint8_t> bits_of_entries(Graph const& graph, PatternBits const& bits) {
    using Kind = PatternBits::Kind;
    GraphMarks const& marks = *graph.marks;
    std::vector<std::uint32_t> labels; // of the bits; one that the graph lacks has a number that no edge has
    for (PatternBits::OfEntry const& one : bits.of_entry)
        labels.push_back(place_of(one.label, marks.edge_label_names).value_or(GraphMarks::no_label - 1));
    bool const has_labels =
        std::ranges::any_of(bits.of_entry, [](auto const& one) { return one.kind >= Kind::label_to; });
    std::vector<std::uint8_t> found(graph.neighbour_array().size());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (EdgeOffset entry = graph.offsets()[v]; entry < graph.offsets()[v + 1]; ++entry) {
            unsigned const arcs = marks.arcs.empty() ? 0 : marks.arcs[entry];
            std::uint32_t there = GraphMarks::no_label, back = GraphMarks::no_label;
            if (has_labels) {
                there = marks.edge_labels[entry];
                back =
                    marks.arcs.empty() ? there : marks.edge_labels[graph.ref().find(graph.neighbour_array()[entry], v)];
            }
            unsigned met = 0;
            for (std::size_t i = 0; i < bits.of_entry.size(); ++i) {
                bool is_met = false;
                switch (bits.of_entry[i].kind) {
                case Kind::to: is_met = (arcs & GraphMarks::arc_to) != 0; break;
                case Kind::from: is_met = (arcs & GraphMarks::arc_from) != 0; break;
                case Kind::no_to: is_met = (arcs & GraphMarks::arc_to) == 0; break;
                case Kind::no_from: is_met = (arcs & GraphMarks::arc_from) == 0; break;
                case Kind::label_to: is_met = there == labels[i]; break;
                case Kind::label_from: is_met = back == labels[i]; break;
                case Kind::label_either: is_met = there == labels[i] || back == labels[i]; break;
                }
                if (is_met) met |= 1u << i;
            }
            found[entry] = static_cast<std::uint8_t>(met);
        }
    }
    return found;
}

} // namespace

PatternNeeds needs_of(Pattern const& pattern, bool induced) { return Collecting(pattern, induced).needs(); }

MarkBits MarkBits::of(Graph const& graph, PatternBits const& bits) {
    MarkBits found;
    if (!bits.of_vertex.empty()) found.of_vertex = bits_of_vertices(graph, bits);
    if (!bits.of_entry.empty()) found.of_entry = bits_of_entries(graph, bits);
    return found;
}

} // namespace cerrado
