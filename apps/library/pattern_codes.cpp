#include <cerrado/apps/pattern_codes.hpp>

#include <cerrado/canonical/adjacency.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace cerrado {

namespace {

// In a directed graph an entry without an arc to the neighbour has no label. It is no edge.
bool has_edge_without_label(Graph const& graph) {
    for (std::size_t entry = 0; entry < graph.marks->edge_labels.size(); ++entry) {
        bool const is_arc = !is_directed(graph) || (graph.marks->arcs[entry] & GraphMarks::arc_to) != 0;
        if (is_arc && graph.marks->edge_labels[entry] == GraphMarks::no_label) return true;
    }
    return false;
}

} // namespace

PatternLabels PatternLabels::of(Graph const& graph, bool vertices, bool edges) {
    if (vertices && !has_labels(graph)) {
        throw InputError("the vertices of this graph have no labels: give labels, or search without them");
    }
    if (edges && !has_edge_labels(graph)) {
        throw InputError(
            "the edges of this graph have no labels: read the graph with edge labels, or search without edge_labels");
    }
    PatternLabels labels;
    if (edges) {
        labels.edge_names = graph.marks->edge_label_names;
        if (has_edge_without_label(graph)) labels.edge_names.emplace_back();
    }
    if (!vertices) return labels;
    labels.vertex_names = graph.marks->label_names;
    bool const one_lacks = std::ranges::find(graph.marks->labels, GraphMarks::no_label) != graph.marks->labels.end();
    if (one_lacks) labels.vertex_names.emplace_back();
    for (std::uint32_t const label : graph.marks->labels) {
        labels.of_vertex.push_back(std::min(
            label,
            static_cast<std::uint32_t>(labels.vertex_names.size() - 1))); // the last number stands for a missing label
    }
    return labels;
}

std::uint32_t PatternLabels::edge_number(Graph const& graph, std::uint64_t entry) const {
    if (edge_names.empty()) return 1;
    return 1 + std::min(graph.marks->edge_labels[entry], static_cast<std::uint32_t>(edge_names.size() - 1));
}

SubgraphCodes::SubgraphCodes(int k, bool is_directed, PatternLabels const& labels, int most_bits)
    : k_(k),
      is_directed_(is_directed),
      arc_numbers_(static_cast<std::uint32_t>(std::max<std::size_t>(1, labels.edge_names.size()) + 1)),
      kinds_(is_directed ? std::uint64_t{arc_numbers_} * arc_numbers_ : arc_numbers_),
      labels_(std::max<std::size_t>(1, labels.vertex_names.size())) {
    PatternCode const most = PatternCode{1} << most_bits;
    for (int digit = 0; digit < adjacency_bits(k) + k; ++digit) {
        weights_.push_back(count_);
        std::uint64_t const numbers = digit < adjacency_bits(k) ? kinds_ : labels_;
        if (count_ <= most / numbers) {
            count_ *= numbers;
            continue;
        }
        throw InputError(fmt::format(
            "patterns of {} vertices, with {} and {}, are too many (their codes have more than {} bits): "
            "take a smaller k, or fewer labels",
            k, counted(labels_, "label"), counted(labels.edge_names.size(), "label") + " of edges", most_bits));
    }
}

PatternCode SubgraphCodes::code(LabelledGraph const& graph) const {
    PatternCode code = 0;
    std::size_t digit = 0;
    auto const size = static_cast<std::size_t>(graph.k);
    for (std::size_t j = 1; j < size; ++j)
        for (std::size_t i = 0; i < j; ++i) code += weights_[digit++] * kind(graph.arcs[i][j], graph.arcs[j][i]);
    digit = static_cast<std::size_t>(adjacency_bits(k_));
    for (std::size_t v = 0; v < size; ++v) code += weights_[digit++] * graph.labels[v];
    return code;
}

LabelledGraph SubgraphCodes::graph(PatternCode code) const {
    LabelledGraph all{.k = k_};
    auto const k = static_cast<std::size_t>(k_);
    std::vector<bool> is_joined(k);
    for (std::size_t j = 1; j < k; ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            auto const kind = static_cast<std::uint32_t>(code % kinds_);
            code /= kinds_;
            all.arcs[i][j] = kind % arc_numbers_;
            all.arcs[j][i] = is_directed_ ? kind / arc_numbers_ : kind;
            if (kind != 0) is_joined[i] = is_joined[j] = true;
        }
    }
    for (std::size_t v = 0; v < k; ++v) {
        all.labels[v] = static_cast<std::uint32_t>(code % labels_);
        code /= labels_;
    }
    std::vector<std::size_t> there;
    for (std::size_t v = 0; v < k; ++v)
        if (is_joined[v]) there.push_back(v);
    LabelledGraph graph{.k = static_cast<int>(there.size())};
    for (std::size_t i = 0; i < there.size(); ++i) {
        graph.labels[i] = all.labels[there[i]];
        for (std::size_t j = 0; j < there.size(); ++j) graph.arcs[i][j] = all.arcs[there[i]][there[j]];
    }
    return graph;
}

namespace {

// The kinds of pairs, by entry of the lists. None if all are 1.
std::vector<std::uint32_t> kinds_of(Graph const& graph, PatternLabels const& labels, SubgraphCodes const& codes) {
    std::vector<std::uint32_t> kinds;
    if (!is_directed(graph) && labels.edge_names.empty()) return kinds;
    kinds.reserve(graph.neighbour_array().size());
    GraphRef const ref = graph.ref();
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (EdgeOffset entry = ref.begin(v); entry < ref.end(v); ++entry) {
            if (!is_directed(graph)) {
                std::uint32_t const number = labels.edge_number(graph, entry);
                kinds.push_back(codes.kind(number, number));
                continue;
            }
            std::uint8_t const arcs = graph.marks->arcs[entry];
            EdgeOffset const reverse = ref.find(ref.neighbours[entry], v);
            kinds.push_back(codes.kind((arcs & GraphMarks::arc_to) != 0 ? labels.edge_number(graph, entry) : 0,
                                       (arcs & GraphMarks::arc_from) != 0 ? labels.edge_number(graph, reverse) : 0));
        }
    }
    return kinds;
}

int checked_size(int k) {
    if (k >= 2 && k <= max_adjacency_vertices) return k;
    throw InputError(fmt::format("patterns with codes have 2 to {} vertices, not {}", max_adjacency_vertices, k));
}

} // namespace

PatternCodes::PatternCodes(Resident const& resident, int k)
    : PatternCodes(
          resident, k,
          PatternLabels::of(resident.graph(), has_labels(resident.graph()), has_edge_labels(resident.graph()))) {}

PatternCodes::PatternCodes(Resident const& resident, int k, PatternLabels labels)
    : k_(checked_size(k)),
      is_directed_(is_directed(resident.graph())),
      names_(std::move(labels)),
      codes_(k, is_directed_, names_),
      labels_(names_.of_vertex.empty() ? resident.array<std::uint32_t>(0)
                                       : resident.array(Per::vertex, names_.of_vertex)),
      kinds_(resident.array<std::uint32_t>(0)),
      weights_(resident.array(codes_.weights())) {
    std::vector<std::uint32_t> const kinds = kinds_of(resident.graph(), names_, codes_);
    if (!kinds.empty()) kinds_ = resident.array(Per::edge, kinds);
}

PatternCoder PatternCodes::coder() const {
    return {.k = k_, .digits = {.labels = labels_.ref(), .kinds = kinds_.ref(), .weights = weights_.ref()}};
}

Pattern PatternCodes::pattern(PatternCode code) const {
    LabelledGraph const graph = canonical_labelled(codes_.graph(code));
    Pattern pattern(graph.k);
    auto const name_of = [&](int u, int v) {
        std::uint32_t const number = graph.arcs[static_cast<std::size_t>(u)][static_cast<std::size_t>(v)];
        return names_.edge_names.empty() ? std::string() : names_.edge_names[number - 1];
    };
    for (int u = 0; u < graph.k; ++u) {
        if (!names_.of_vertex.empty()) {
            std::string const& name = names_.vertex_names[graph.labels[static_cast<std::size_t>(u)]];
            if (!name.empty()) pattern.label(u, {name});
        }
        for (int v = 0; v < graph.k; ++v) {
            if (graph.arcs[static_cast<std::size_t>(u)][static_cast<std::size_t>(v)] == 0) continue;
            std::string const name = name_of(u, v);
            if (is_directed_) {
                pattern.require_arc(u, v);
                if (!name.empty()) pattern.label_arc(u, v, name);
            } else if (u < v) {
                pattern.require_edge(u, v);
                if (!name.empty()) pattern.label_edge(u, v, name);
            }
        }
    }
    return pattern;
}

std::vector<CountedPattern> PatternCodes::patterns(std::vector<KeyValue<PatternCode, WideCount>> const& found) const {
    std::map<PatternCode, WideCount> counts;
    for (auto const& [code, count] : found) add_to(counts[canonical(code)], count);
    std::vector<CountedPattern> patterns;
    for (auto const& [code, count] : counts) patterns.push_back({pattern(code), count});
    std::ranges::stable_sort(patterns, std::ranges::greater{}, &CountedPattern::count);
    return patterns;
}

} // namespace cerrado
