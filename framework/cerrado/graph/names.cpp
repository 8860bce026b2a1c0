#include <cerrado/graph/names.hpp>

#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/io/edges/vertex_lines.hpp>
#include <cerrado/graph/detail/io/files.hpp>
#include <cerrado/graph/detail/io/tables/table_layout.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/io/text_lines.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cerrado {

namespace detail {
namespace {

constexpr std::uint32_t no_rank = ~std::uint32_t{0};

// The first bytes of a text as a number with the same order. So only few comparisons look at the text itself.
std::uint64_t first_bytes(std::string_view name) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
        value = value << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0);
    }
    return value;
}

std::uint32_t hash_of(std::string_view name) {
    std::size_t const hash = std::hash<std::string_view>()(name);
    return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

} // namespace

std::string_view name_problem(std::string_view name) {
    if (name.empty()) return "it is empty";
    if (name.size() > longest_name) return "it has more than 65535 bytes";
    if (name.starts_with("\xEF\xBB\xBF")) return "it begins with a byte order mark";
    if (std::ranges::any_of(name, is_control)) return "it has a control character";
    return {};
}

NameTable::NameTable() : slots_(std::size_t{1} << 10, Slot{0, no_rank}) {}

std::size_t NameTable::slot_of(std::string_view name, std::uint32_t hash) const {
    std::size_t const mask = slots_.size() - 1;
    for (std::size_t place = hash & mask;; place = (place + 1) & mask) {
        Slot const& slot = slots_[place];
        if (slot.rank == no_rank || (slot.hash == hash && names_[slot.rank] == name)) return place;
    }
}

VertexId NameTable::rank(std::string_view name) {
    std::uint32_t const hash = hash_of(name);
    Slot& slot = slots_[slot_of(name, hash)];
    if (slot.rank != no_rank) return slot.rank;
    auto const rank = static_cast<VertexId>(names_.size());
    slot = {hash, rank};
    names_.push_back(name);
    if (names_.size() * 2 > slots_.size()) grow();
    return rank;
}

VertexId NameTable::rank_of_copy(std::string_view name) {
    std::uint32_t const rank = slots_[slot_of(name, hash_of(name))].rank;
    return rank != no_rank ? rank : this->rank(copies_.emplace_back(name));
}

void NameTable::grow() {
    std::vector<Slot> larger(slots_.size() * 2, Slot{0, no_rank});
    std::size_t const mask = larger.size() - 1;
    for (Slot const& slot : slots_) {
        if (slot.rank == no_rank) continue;
        std::size_t place = slot.hash & mask;
        while (larger[place].rank != no_rank) place = (place + 1) & mask;
        larger[place] = slot;
    }
    slots_ = std::move(larger);
}

SortedNames sorted_names(std::span<std::string_view const> names) {
    struct Key {
        std::uint64_t first;
        VertexId rank;
    };
    std::vector<Key> keys(names.size());
    for (VertexId rank = 0; rank < keys.size(); ++rank) keys[rank] = {first_bytes(names[rank]), rank};
    std::ranges::sort(keys, [&](Key const& a, Key const& b) {
        return a.first != b.first ? a.first < b.first : names[a.rank] < names[b.rank];
    });
    SortedNames sorted;
    sorted.places.resize(names.size());
    auto texts = std::make_shared<std::vector<std::string>>();
    texts->reserve(names.size());
    for (VertexId place = 0; place < keys.size(); ++place) {
        sorted.places[keys[place].rank] = place;
        texts->emplace_back(names[keys[place].rank]);
    }
    sorted.names = std::move(texts);
    return sorted;
}

Graph with_sorted_names(Graph graph, VertexNames names) {
    auto marks = graph.marks ? std::make_shared<GraphMarks>(*graph.marks) : std::make_shared<GraphMarks>();
    marks->names = std::move(names);
    graph.marks = std::move(marks);
    return graph;
}

void require_written(Graph const& graph, WrittenTexts texts, std::string_view (*problem)(std::string_view text)) {
    auto const require = [&](std::vector<std::string> const& all) {
        for (std::string const& text : all) {
            std::string_view const why = problem(text);
            if (!why.empty()) throw InputError(fmt::format("'{}' {}", printable(text), why));
        }
    };
    bool const has_labels_beside =
        texts == WrittenTexts::names_and_labels || (texts == WrittenTexts::names_or_labels && !has_names(graph));
    if (has_names(graph)) require(*graph.marks->names);
    if (has_labels_beside && has_labels(graph)) require(graph.marks->label_names);
    if (has_edge_labels(graph)) require(graph.marks->edge_label_names);
}

} // namespace detail

namespace {

bool needs_quotes(std::string_view name) {
    constexpr std::string_view separators = " \t,;";
    bool const begins_comment = name.starts_with('#') || name.starts_with('%') || name.starts_with("//");
    return begins_comment || detail::is_missing(name) || name.starts_with('"') ||
           name.find_first_of(separators) != std::string_view::npos;
}

} // namespace

std::string name_on_line(std::string_view name) {
    return needs_quotes(name) ? detail::in_quotation_marks(name) : std::string(name);
}

VertexNames names_on_lines(VertexNames names) {
    if (!names || std::ranges::none_of(*names, needs_quotes)) return names;
    auto quoted = std::make_shared<std::vector<std::string>>();
    for (std::string const& name : *names) quoted->push_back(name_on_line(name));
    return quoted;
}

Graph with_names(Graph graph, std::vector<std::string> names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::string_view const problem = detail::name_problem(names[i]); !problem.empty()) {
            throw InputError(fmt::format("'{}' cannot be a vertex's name: {}", detail::printable(names[i]), problem));
        }
        if (i > 0 && names[i - 1] >= names[i]) {
            throw InputError(fmt::format("the name '{}' comes after '{}'; give them ascending, each once",
                                         detail::printable(names[i]), detail::printable(names[i - 1])));
        }
    }
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (graph.original_id(v) < names.size()) continue;
        throw InputError(fmt::format("{} names, and a vertex has the original id {}; give each vertex a name",
                                     names.size(), graph.original_id(v)));
    }
    return detail::with_sorted_names(std::move(graph),
                                     std::make_shared<std::vector<std::string> const>(std::move(names)));
}

namespace {

std::shared_ptr<GraphMarks> copied_marks(Graph const& graph) {
    return graph.marks ? std::make_shared<GraphMarks>(*graph.marks) : std::make_shared<GraphMarks>();
}

// Returns: for each text its place among all distinct texts in ascending order, or no_label for an empty text.
std::vector<std::uint32_t> numbered(std::vector<std::string> const& texts, std::vector<std::string>& names) {
    std::unordered_map<std::string_view, std::uint32_t> places;
    for (std::string const& text : texts) {
        if (!text.empty()) places.emplace(text, 0);
    }
    names.clear();
    for (auto const& [name, place] : places) names.emplace_back(name);
    std::ranges::sort(names);
    for (std::uint32_t place = 0; place < names.size(); ++place) places.at(names[place]) = place;
    std::vector<std::uint32_t> numbers;
    numbers.reserve(texts.size());
    for (std::string const& text : texts) numbers.push_back(text.empty() ? GraphMarks::no_label : places.at(text));
    return numbers;
}

std::string id_text(Graph const& graph, OriginalId id) {
    return has_names(graph) ? detail::printable(vertex_name(graph, id)) : fmt::to_string(id);
}

} // namespace

Graph with_arcs(Graph graph, std::span<Edge const> arcs, Team& team) {
    auto marks = copied_marks(graph);
    marks->arcs.assign(graph.neighbour_array().size(), 0);
    GraphRef const ref = graph.ref();
    std::atomic<bool> are_there = true;
    std::atomic<std::uint64_t> loops = 0, distinct = 0; // distinct arcs are counted at their sources
    auto const mark = [&](VertexId v, VertexId u, std::uint8_t bit) {
        EdgeOffset const entry = ref.find(v, u);
        if (entry == ref.end(v)) {
            are_there = false;
            return;
        }
        std::uint8_t const before = std::atomic_ref(marks->arcs[entry]).fetch_or(bit, std::memory_order_relaxed);
        if ((before & bit) == 0 && bit == GraphMarks::arc_to) ++distinct;
    };
    team.run([&](Member member) {
        member.for_part_of(arcs.size(), [&](std::size_t i) {
            auto const [source, target] = arcs[i];
            if (source == target) {
                ++loops;
                return;
            }
            if (std::max(source, target) >= ref.vertex_count) {
                are_there = false;
                return;
            }
            mark(source, target, GraphMarks::arc_to);
            mark(target, source, GraphMarks::arc_from);
        });
    });
    if (!are_there)
        throw InputError(
            "an arc joins two vertices that have no edge in the graph: give only arcs between adjacent vertices");
    graph.marks = std::move(marks);
    graph.cleaning.duplicates = arcs.size() - loops - distinct;
    return graph;
}

Graph graph_from_arcs(VertexId vertex_count, std::span<Edge const> arcs, std::vector<OriginalId> original_ids) {
    Team team;
    return with_arcs(graph_from_edges(vertex_count, arcs, std::move(original_ids), team), arcs, team);
}

std::vector<VertexId> vertices_of(Graph const& graph, std::span<OriginalId const> ids) {
    if (ids.empty()) return {};
    constexpr VertexId none = ~VertexId{0};
    std::unordered_map<OriginalId, VertexId> asked;
    for (OriginalId const id : ids) asked.emplace(id, none);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (auto const found = asked.find(graph.original_id(v)); found != asked.end()) found->second = v;
    }
    auto const text_of = [&](OriginalId id) {
        return has_names(graph) && id < graph.marks->names->size() ? vertex_name(graph, id) : fmt::to_string(id);
    };
    std::vector<VertexId> vertices;
    for (OriginalId const id : ids) {
        VertexId& vertex = asked.at(id);
        if (vertex == none)
            throw InputError(fmt::format("the graph has no vertex {}; give ids of its vertices", text_of(id)));
        if (vertex == graph.vertex_count())
            throw InputError(fmt::format("vertex {} is given twice; give it once", text_of(id)));
        vertices.push_back(std::exchange(vertex, graph.vertex_count()));
    }
    return vertices;
}

Graph within(Graph const& graph, std::vector<VertexId> vertices) {
    std::ranges::sort(vertices);
    std::vector<VertexId> number(graph.vertex_count(), graph.vertex_count());
    for (std::size_t i = 0; i < vertices.size(); ++i) number[vertices[i]] = static_cast<VertexId>(i);
    std::vector<EdgeOffset> offsets{0};
    std::vector<VertexId> neighbours;
    std::vector<OriginalId> ids;
    for (VertexId const v : vertices) {
        for (VertexId const u : graph.neighbours(v)) {
            if (number[u] != graph.vertex_count()) neighbours.push_back(number[u]);
        }
        offsets.push_back(neighbours.size());
        ids.push_back(graph.original_id(v));
    }
    Graph part(std::move(offsets), std::move(neighbours), std::move(ids));
    Team team;
    part.marks = marks_in_order(graph, part, vertices, team);
    part.columns = columns_in_order(graph, part, vertices);
    part.source = graph.source;
    part.cleaning = graph.cleaning;
    part.read_as = graph.read_as;
    return part;
}

Graph with_labels(Graph graph, std::vector<std::string> const& labels) {
    if (labels.size() != graph.vertex_count()) {
        throw InputError(fmt::format("{} for {}; give one per vertex, empty for none", counted(labels.size(), "label"),
                                     counted(graph.vertex_count(), "vertex")));
    }
    auto marks = copied_marks(graph);
    marks->labels = numbered(labels, marks->label_names);
    graph.marks = std::move(marks);
    return graph;
}

Graph with_edge_labels(Graph graph, std::span<Edge const> edges, std::vector<std::string> const& labels) {
    if (labels.size() != edges.size()) {
        throw InputError(fmt::format("{} for {}; give one per edge, empty for none", counted(labels.size(), "label"),
                                     counted(edges.size(), "edge")));
    }
    auto marks = copied_marks(graph);
    std::vector<std::uint32_t> const places = numbered(labels, marks->edge_label_names);
    marks->edge_labels.assign(graph.neighbour_array().size(), GraphMarks::no_label);
    GraphRef const ref = graph.ref();
    auto const name = [&](char const* what, Edge const& edge, std::string const& problem) {
        throw InputError(fmt::format("the {} from {} to {} {}", what, id_text(graph, graph.original_id(edge.source)),
                                     id_text(graph, graph.original_id(edge.target)), problem));
    };
    auto const mark = [&](Edge const& edge, std::uint32_t label) {
        EdgeOffset const entry = ref.find(edge.source, edge.target);
        bool const directed = !marks->arcs.empty();
        bool const is_there = entry < ref.end(edge.source) && (!directed || (marks->arcs[entry] & GraphMarks::arc_to));
        char const* const what = directed ? "arc" : "edge";
        if (!is_there) name(what, edge, "is not in the graph; give labels only for edges of the graph");
        std::uint32_t& given = marks->edge_labels[entry];
        if (given != GraphMarks::no_label && given != label) {
            name(what, edge,
                 fmt::format("is labelled '{}' and '{}'; give it one label", marks->edge_label_names[given],
                             marks->edge_label_names[label]));
        }
        given = label;
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
        auto const [source, target] = edges[i];
        if (source == target || places[i] == GraphMarks::no_label) continue;
        if (std::max(source, target) >= ref.vertex_count) {
            throw InputError(
                fmt::format("an edge joins vertices {} and {}; there are {}", source, target, ref.vertex_count));
        }
        mark({source, target}, places[i]);
        if (marks->arcs.empty()) mark({target, source}, places[i]);
    }
    graph.marks = std::move(marks);
    return graph;
}

namespace {

// Returns: the words of a file that has one on each line, or nothing if a line has more. A pipe could not be read a
// second time.
std::vector<std::string> words_of_lines(std::string const& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return {};
    detail::FileBytes const file = detail::load_unpacked(path);
    detail::TextLines lines(file.bytes, path);
    std::vector<std::string> words;
    while (lines.next()) {
        std::string_view rest = lines.line();
        std::string_view const word = detail::next_word(rest);
        if (word.starts_with('#') || word.starts_with('%')) continue;
        if (word.empty() || !rest.empty() || word.find_first_of(",;:|\"") != std::string_view::npos) {
            return {}; // lines of ids and labels, or not a line for each vertex
        }
        words.emplace_back(word);
    }
    return words;
}

// Labels one per line, as TUDataset has them: for the vertices 1, 2, ..., or 0, 1, ...
std::optional<std::vector<std::string>> labels_of_lines(Graph const& graph, std::string const& path,
                                                        std::function<void(std::string const&)> const& note) {
    if (graph.vertex_count() == 0) return std::nullopt;
    std::vector<std::string> const words = words_of_lines(path);
    if (words.empty()) return std::nullopt;
    OriginalId least = graph.original_id(0), largest = least;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        least = std::min(least, graph.original_id(v));
        largest = std::max(largest, graph.original_id(v));
    }
    OriginalId const first = largest + 1 == words.size() && least == 0 ? 0 : 1;
    if (has_names(graph) || least < first || largest - first + 1 != words.size()) {
        throw InputError(
            fmt::format("{}: {} of one word, and the graph's ids are {}{} to {}; expected lines 'id label'. If line 1 "
                        "is for vertex 1: `awk '{{print NR, $1}}' FILE > FILE.txt`; if it is for vertex 0: `awk "
                        "'{{print NR-1, $1}}' FILE > FILE.txt`",
                        path, counted(words.size(), "line"), has_names(graph) ? "names, " : "", least, largest));
    }
    if (note)
        note(fmt::format("{}: each line has only a label, and line 1 is taken as that of vertex {}", path, first));
    std::vector<std::string> labels(graph.vertex_count());
    for (VertexId v = 0; v < graph.vertex_count(); ++v) labels[v] = words[graph.original_id(v) - first];
    return labels;
}

} // namespace

Graph read_labels(Graph graph, std::string const& path, std::function<void(std::string const&)> const& note) {
    if (auto const of_lines = labels_of_lines(graph, path, note)) return with_labels(std::move(graph), *of_lines);
    std::vector<std::string> labels(graph.vertex_count());
    auto const take = [&](detail::VertexLine const& line) {
        std::string& label = labels[line.vertex];
        if (!label.empty()) {
            line.fail(fmt::format("vertex {} has a label already; give it one label", detail::printable(line.id)));
        }
        label = line.text;
    };
    detail::read_vertex_lines(graph, path, "label", take, note);
    return with_labels(std::move(graph), labels);
}

std::shared_ptr<GraphMarks const> marks_in_order(Graph const& graph, Graph const& renumbered, VertexOrder const& order,
                                                 Team& team) {
    if (!graph.marks) return nullptr;
    auto marks = std::make_shared<GraphMarks>();
    marks->label_names = graph.marks->label_names;
    marks->edge_label_names = graph.marks->edge_label_names;
    marks->names = graph.marks->names;
    GraphRef const from = graph.ref();
    GraphRef const to = renumbered.ref();
    if (has_labels(graph)) marks->labels.resize(to.vertex_count);
    bool const directed = is_directed(graph), labelled = has_edge_labels(graph);
    if (directed) marks->arcs.resize(renumbered.neighbour_array().size());
    if (labelled) marks->edge_labels.resize(renumbered.neighbour_array().size());
    team.run([&](Member member) {
        for_vertices_of(member, to, [&](VertexId v) {
            VertexId const old = order[v];
            if (has_labels(graph)) marks->labels[v] = graph.marks->labels[old];
            if (!directed && !labelled) return;
            for (EdgeOffset p = to.begin(v); p < to.end(v); ++p) {
                EdgeOffset const entry = from.find(old, order[to.neighbours[p]]);
                if (directed) marks->arcs[p] = graph.marks->arcs[entry];
                if (labelled) marks->edge_labels[p] = graph.marks->edge_labels[entry];
            }
        });
    });
    return marks;
}

} // namespace cerrado
