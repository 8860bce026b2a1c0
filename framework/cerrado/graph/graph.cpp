#include <cerrado/graph/graph.hpp>

#include <cerrado/core/detail/team.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/detail/columns.hpp>
#include <cerrado/graph/detail/graph_arrays.hpp>
#include <cerrado/graph/detail/io/assembly.hpp>
#include <cerrado/graph/detail/io/text_input.hpp>
#include <cerrado/graph/detail/order/list_building.hpp>
#include <cerrado/graph/detail/shape.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace cerrado {

namespace {

void check_offsets(GraphArrays const& arrays) {
    auto const& offsets = arrays.offsets;
    if (offsets.empty() || offsets.front() != 0) {
        throw InputError("graph arrays: offsets must have vertex_count + 1 entries, the first of them 0");
    }
    if (offsets.size() - 1 > std::numeric_limits<VertexId>::max()) {
        throw InputError(fmt::format("graph arrays: {} vertices are more than 32-bit vertex ids hold; at most {}",
                                     offsets.size() - 1, std::numeric_limits<VertexId>::max()));
    }
    auto const falling = std::adjacent_find(offsets.begin(), offsets.end(), std::greater<>{});
    if (falling != offsets.end()) {
        throw InputError(fmt::format("graph arrays: offsets must not decrease, and the one after entry {} ({}) is less",
                                     falling - offsets.begin(), *falling));
    }
    if (offsets.back() != arrays.neighbours.size()) {
        throw InputError(fmt::format("graph arrays: the last offset ({}) must be the number of neighbours ({})",
                                     offsets.back(), arrays.neighbours.size()));
    }
    if (!arrays.original_ids.empty() && arrays.original_ids.size() != offsets.size() - 1) {
        throw InputError(fmt::format("graph arrays: {} for {}; give one per vertex or none",
                                     counted(arrays.original_ids.size(), "original id"),
                                     counted(offsets.size() - 1, "vertex")));
    }
}

void check_list(GraphArrays const& arrays, VertexId v, VertexId vertex_count, bool oriented) {
    for (EdgeOffset i = arrays.offsets[v]; i < arrays.offsets[v + 1]; ++i) {
        VertexId const u = arrays.neighbours[i];
        if (u >= vertex_count) {
            throw InputError(fmt::format("graph arrays: neighbour {} of vertex {} is not below the vertex count {}", u,
                                         v, vertex_count));
        }
        if (u == v || (oriented && u < v)) {
            throw InputError(fmt::format("graph arrays: vertex {} lists {}; {}", v, u,
                                         oriented ? "lists of an oriented graph may have only higher vertices"
                                                  : "self-loops are not allowed, see graph_from_edges"));
        }
        if (i > arrays.offsets[v] && arrays.neighbours[i - 1] >= u) {
            throw InputError(
                fmt::format("graph arrays: neighbours of vertex {} must be strictly ascending, but {} follows {}", v, u,
                            arrays.neighbours[i - 1]));
        }
    }
}

// Visits the arcs v -> u by ascending v. In a symmetric graph with sorted lists, v is then the next entry of u's list
// that was not met yet.
void check_symmetry(GraphArrays const& arrays, VertexId vertex_count) {
    std::vector<EdgeOffset> next(arrays.offsets.begin(), arrays.offsets.end() - 1);
    for (VertexId v = 0; v < vertex_count; ++v) {
        for (EdgeOffset i = arrays.offsets[v]; i < arrays.offsets[v + 1]; ++i) {
            VertexId const u = arrays.neighbours[i];
            if (next[u] == arrays.offsets[u + 1] || arrays.neighbours[next[u]] != v) {
                throw InputError(
                    fmt::format("graph arrays: an edge of vertex {} or {} is stored in only one of the two lists; "
                                "store it in both, or build the graph with graph_from_edges",
                                std::min(u, v), std::max(u, v)));
            }
            ++next[u];
        }
    }
}

GraphArrays checked(GraphArrays arrays, bool oriented) {
    check_offsets(arrays);
    auto const vertex_count = static_cast<VertexId>(arrays.offsets.size() - 1);
    for (VertexId v = 0; v < vertex_count; ++v) check_list(arrays, v, vertex_count, oriented);
    if (!oriented) check_symmetry(arrays, vertex_count);
    require_distinct(arrays.original_ids);
    return arrays;
}

} // namespace

void require_distinct(std::span<OriginalId const> original_ids) {
    if (std::ranges::adjacent_find(original_ids, std::ranges::greater_equal{}) == original_ids.end()) return;
    std::vector<VertexId> by_id(original_ids.size());
    std::iota(by_id.begin(), by_id.end(), VertexId{0});
    auto const id_of = [&](VertexId v) { return original_ids[v]; };
    std::ranges::stable_sort(by_id, {}, id_of);
    auto const twice = std::ranges::adjacent_find(by_id, {}, id_of);
    if (twice == by_id.end()) return;
    throw InputError(fmt::format(
        "vertices {} and {} have the same original id {}; give each vertex its own id, or make one vertex of the two",
        twice[0], twice[1], id_of(*twice)));
}

Graph::Graph(std::vector<EdgeOffset> offsets, std::vector<VertexId> neighbours, std::vector<OriginalId> original_ids,
             bool oriented)
    : Graph(adopt_arrays(checked({std::move(offsets), std::move(neighbours), std::move(original_ids)}, oriented),
                         oriented)) {}

Graph::Graph(std::span<EdgeOffset const> offsets, std::span<VertexId const> neighbours,
             std::span<OriginalId const> original_ids, std::shared_ptr<void const> storage, bool oriented)
    : storage_(std::move(storage)),
      offsets_(offsets),
      neighbours_(neighbours),
      original_ids_(original_ids),
      oriented_(oriented) {
    measure();
}

void Graph::measure() {
    max_degree_ = 0;
    for (VertexId v = 0; v < vertex_count(); ++v) max_degree_ = std::max(max_degree_, degree(v));
}

// graph_from_edges checks the ends of the edges, then builds the lists.

namespace {

[[noreturn]] void refuse_edge(VertexId vertex_count, std::span<Edge const> edges) {
    for (std::size_t i = 0;; ++i) {
        Edge const& edge = edges[i];
        if (std::max(edge.source, edge.target) < vertex_count) continue;
        throw InputError(fmt::format("edge {} of {} ({} {}): ends must be below the vertex count {}", i + 1,
                                     edges.size(), edge.source, edge.target, vertex_count));
    }
}

// Returns: the self-loops.
std::uint64_t check_edges(VertexId vertex_count, std::span<Edge const> edges, Team& team) {
    std::atomic<std::uint64_t> self_loops = 0;
    std::atomic<bool> valid = true;
    team.run([&](Member member) {
        std::uint64_t loops = 0;
        VertexId highest = 0;
        member.for_part_of(edges.size(), [&](std::size_t i) {
            highest = std::max({highest, edges[i].source, edges[i].target});
            loops += edges[i].source == edges[i].target;
        });
        self_loops += loops;
        if (member.begin(edges.size()) < member.end(edges.size()) && highest >= vertex_count) valid = false;
    });
    if (!valid) refuse_edge(vertex_count, edges);
    return self_loops;
}

} // namespace

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids,
                       Team& team) {
    if (!original_ids.empty() && original_ids.size() != vertex_count) {
        throw InputError(fmt::format("{} for {}; give one per vertex or none",
                                     counted(original_ids.size(), "original id"), counted(vertex_count, "vertex")));
    }
    require_distinct(original_ids);
    std::uint64_t const self_loops = check_edges(vertex_count, edges, team);
    detail::ListBuilding building(vertex_count, team);
    building.part(edges.size(), [&](std::size_t i, auto const& put) {
        auto const [source, target] = edges[i];
        if (source != target) put(source, target);
    });
    Graph graph = building.run(std::move(original_ids));
    graph.cleaning.self_loops = self_loops;
    return graph;
}

Graph graph_from_edges(VertexId vertex_count, std::span<Edge const> edges, std::vector<OriginalId> original_ids) {
    Team team(team_size(edges.size(), 0));
    return graph_from_edges(vertex_count, edges, std::move(original_ids), team);
}

GraphShape shape_of(Graph const& graph) {
    std::vector<VertexId> lists(graph.max_degree() + std::size_t{1});
    for (VertexId v = 0; v < graph.vertex_count(); ++v) ++lists[graph.degree(v)];
    return {graph.vertex_count(), graph.neighbour_array().size(),
            std::make_shared<std::vector<VertexId> const>(std::move(lists))};
}

double list_cubes(GraphShape const& shape) {
    double sum = 0;
    for (std::size_t length = 0; length < shape.lists->size(); ++length) {
        double const size = static_cast<double>(length);
        sum += static_cast<double>((*shape.lists)[length]) * size * size * size;
    }
    return sum;
}

} // namespace cerrado

namespace cerrado::detail {

namespace {

// Returns: the text of a mark, on one line.
std::string on_one_line(std::string_view text) {
    std::string line(text);
    std::ranges::replace_if(
        line,
        [](char c) {
            return char_classes[static_cast<unsigned char>(c)] == CharClass::control || c == '\r' || c == '\n';
        },
        ' ');
    return line;
}

void put(std::vector<std::string>& texts, VertexId place, std::string_view text) {
    if (texts.size() <= place) texts.resize(place + std::size_t{1});
    texts[place] = on_one_line(text);
}

// Returns: the handles of the keys, in the keys' ascending order.
template <class Keys> std::vector<VertexId> ascending(Keys const& keys) {
    std::vector<VertexId> handles(keys.size());
    std::iota(handles.begin(), handles.end(), VertexId{0});
    std::ranges::sort(
        handles, {}, [&](VertexId handle) -> auto const& { return keys[handle]; });
    return handles;
}

std::vector<VertexId> places_among(std::vector<VertexId> const& handles) {
    std::vector<VertexId> places(handles.size());
    for (VertexId place = 0; place < handles.size(); ++place) places[handles[place]] = place;
    return places;
}

} // namespace

std::optional<std::vector<OriginalId>> whole_numbers(std::span<std::string_view const> texts) {
    std::vector<OriginalId> numbers;
    numbers.reserve(texts.size());
    for (std::string_view const text : texts) {
        OriginalId number = 0;
        auto const [stop, status] = std::from_chars(text.data(), text.data() + text.size(), number);
        bool const is_whole = status == std::errc() && stop == text.data() + text.size();
        if (!is_whole || (text.size() > 1 && text[0] == '0')) return std::nullopt;
        numbers.push_back(number);
    }
    return numbers;
}

VertexId Assembly::next_handle() {
    constexpr std::uint64_t most = 0xffffffff; // the last number is kept for "none"
    if (count_ >= most) {
        throw InputError(fmt::format("{}: more than {} vertices; Cerrado numbers them with 32 bits", path_, most - 1));
    }
    return static_cast<VertexId>(count_++);
}

void Assembly::count_vertices(std::uint64_t count, OriginalId first) {
    count_ = count;
    if (count > 0) --count_, next_handle();
    first_ = first;
}

VertexId Assembly::vertex(OriginalId id) {
    auto const [place, is_new] = place_.try_emplace(id, static_cast<VertexId>(count_));
    if (is_new) {
        next_handle();
        ids_.push_back(id);
    }
    return place->second;
}

VertexId Assembly::vertex(std::string_view text) {
    VertexId const rank = texts_.rank_of_copy(text);
    if (rank == count_) next_handle();
    return rank;
}

void Assembly::call(VertexId vertex, std::string_view name) { put(called_, vertex, name); }
void Assembly::label(VertexId vertex, std::string_view text) { put(labels_, vertex, text); }

void Assembly::add(VertexId source, VertexId target, std::string_view label, bool is_arc) {
    edges_.push_back({source, target});
    if (options_.directed) is_arc_.push_back(is_arc);
    has_arcs_ |= is_arc;
    if (options_.edge_labels) edge_labels_.push_back(on_one_line(label));
}

std::string Assembly::text_of(VertexId handle) const {
    if (handle < called_.size() && !called_[handle].empty()) return called_[handle];
    if (!texts_.names().empty()) return std::string(texts_.names()[handle]);
    return fmt::to_string(ids_.empty() ? first_ + handle : ids_[handle]);
}

Assembly::Places Assembly::places() const {
    bool const by_text = !texts_.names().empty();
    if (!options_.names && by_text) {
        if (auto const numbers = whole_numbers(texts_.names())) return by_numbers(*numbers);
    }
    if (options_.names || by_text) {
        std::vector<std::string> names(count_);
        for (VertexId handle = 0; handle < count_; ++handle) names[handle] = text_of(handle);
        return by_names(names);
    }
    if (!ids_.empty()) return by_numbers(ids_);
    Places places;
    places.by_handle.resize(count_);
    std::iota(places.by_handle.begin(), places.by_handle.end(), VertexId{0});
    if (first_ == 0) return places;
    places.ids.resize(count_);
    std::iota(places.ids.begin(), places.ids.end(), first_);
    return places;
}

Assembly::Places Assembly::by_numbers(std::vector<OriginalId> const& ids) const {
    std::vector<VertexId> const handles = ascending(ids);
    Places places{.by_handle = places_among(handles), .ids = {}, .names = {}};
    for (VertexId const handle : handles) places.ids.push_back(ids[handle]);
    return places;
}

Assembly::Places Assembly::by_names(std::vector<std::string> const& names) const {
    std::vector<VertexId> const handles = ascending(names);
    auto sorted = std::make_shared<std::vector<std::string>>();
    for (VertexId const handle : handles) {
        std::string const& name = names[handle];
        if (std::string_view const problem = name_problem(name); !problem.empty()) {
            throw InputError(fmt::format("{}: '{}' cannot be a vertex's name: {}", path_, printable(name), problem));
        }
        if (!sorted->empty() && sorted->back() == name) {
            throw InputError(
                fmt::format("{}: two vertices are called '{}'; leave --names out, so that they go by their "
                            "numbers",
                            path_, printable(name)));
        }
        sorted->push_back(name);
    }
    return {.by_handle = places_among(handles), .ids = {}, .names = std::move(sorted)};
}

// Turns the ends of edges into places. If directions are asked for, an edge without a direction becomes two arcs.
void Assembly::place_edges(Places const& places) {
    for (auto& [source, target] : edges_) {
        source = places.by_handle[source];
        target = places.by_handle[target];
    }
    if (!options_.directed) return;
    for (std::size_t i = 0; i < is_arc_.size(); ++i) {
        auto const [source, target] = edges_[i]; // a copy
        if (is_arc_[i] || source == target) continue;
        edges_.push_back({target, source});
        if (!edge_labels_.empty()) edge_labels_.push_back(std::string(edge_labels_[i]));
    }
}

Graph Assembly::graph_of_edges(Places const& places) const {
    auto const vertices = static_cast<VertexId>(count_);
    Graph graph = options_.directed ? graph_from_arcs(vertices, edges_, places.ids)
                                    : graph_from_edges(vertices, edges_, places.ids);
    if (are_told_twice_ && !options_.directed) {
        graph.cleaning.duplicates -= std::min(graph.cleaning.duplicates, graph.edge_count());
    }
    graph.cleaning.directed = has_arcs_ && !options_.directed && graph.cleaning.duplicates < graph.edge_count();
    return graph;
}

Graph Assembly::with_marks(Graph graph, Places const& places) const {
    auto const is_any = [](std::vector<std::string> const& texts) {
        return std::ranges::any_of(texts, [](std::string const& text) { return !text.empty(); });
    };
    if (places.names) graph = with_sorted_names(std::move(graph), places.names);
    if (is_any(labels_)) {
        std::vector<std::string> labels(count_);
        for (std::size_t handle = 0; handle < labels_.size(); ++handle)
            labels[places.by_handle[handle]] = labels_[handle];
        graph = with_labels(std::move(graph), labels);
    }
    return is_any(edge_labels_) ? with_edge_labels(std::move(graph), edges_, edge_labels_) : graph;
}

void Assembly::Attributes::set(std::size_t row, std::string_view column, std::string_view text,
                               std::optional<ColumnType> type, char const* line) {
    auto const place = static_cast<std::size_t>(std::ranges::find(names, column) - names.begin());
    if (place == names.size()) {
        names.emplace_back(column);
        types.emplace_back();
    }
    if (type) types[place] = type;
    rows.set(place, row, text, type == ColumnType::text, line);
}

// Returns: a place in the line that has this attribute, or null if that is not known.
char const* Assembly::line_of(std::string_view attribute) const {
    std::less_equal<> const is_up_to; // for pointers into different texts
    bool const is_of_text = is_up_to(text_.data(), attribute.data()) &&
                            is_up_to(attribute.data() + attribute.size(), text_.data() + text_.size());
    return is_of_text ? attribute.data() : nullptr;
}

void Assembly::attribute(VertexId vertex, std::string_view column, std::string_view text,
                         std::optional<ColumnType> type) {
    if (options_.attributes) of_vertices_.set(vertex, column, text, type, line_of(text));
}

void Assembly::edge_attribute(std::size_t edge, std::string_view column, std::string_view text,
                              std::optional<ColumnType> type) {
    if (options_.attributes) of_edges_.set(edge, column, text, type, line_of(text));
}

std::vector<Column> Assembly::columns_of(Attributes& attributes, std::size_t rows,
                                         std::function<void(std::string const&)> const& remark) const {
    ColumnTypes types = options_.column_types;
    for (std::size_t i = 0; i < attributes.names.size(); ++i) {
        if (attributes.types[i]) types.given.emplace_back(attributes.names[i], *attributes.types[i]);
    }
    attributes.rows.resize(rows);
    TableText table{.text = text_, .path = path_, .header = attributes.names, .left_out = {}, .parts = {}};
    table.parts.push_back(std::move(attributes.rows));
    Team team;
    return detail::columns_of(table, types, team, remark);
}

Graph Assembly::with_attributes(Graph graph, Places const& places,
                                std::function<void(std::string const&)> const& remark) {
    Team team;
    if (!of_vertices_.names.empty()) {
        std::vector<Column> columns = columns_of(of_vertices_, count_, remark);
        std::vector<std::uint32_t> handles(count_);
        for (VertexId handle = 0; handle < count_; ++handle) handles[places.by_handle[handle]] = handle;
        for (Column& column : columns) column = picked(column, handles, team);
        graph = with_vertex_columns(std::move(graph), std::move(columns));
    }
    if (!are_rows_) return graph;
    std::vector<std::uint32_t> rows; // of the edges, and then of those that became a second arc, see place_edges()
    for (std::size_t i = 0; i < edge_count_; ++i) rows.push_back(static_cast<std::uint32_t>(i));
    for (std::size_t i = 0; i < edge_count_ && options_.directed; ++i) {
        if (!is_arc_[i] && edges_[i].source != edges_[i].target) rows.push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<Column> columns = columns_of(of_edges_, edge_count_, remark);
    for (Column& column : columns) column = picked(column, rows, team);
    return with_rows(std::move(graph), edges_, std::move(columns), team);
}

Graph Assembly::finish(std::function<void(std::string const&)> const& remark) {
    if (options_.directed && !has_arcs_) {
        throw InputError(fmt::format("{}: all edges of this file are undirected; leave --directed out", path_));
    }
    Places const where = places();
    edge_count_ = edges_.size();
    place_edges(where);
    Graph graph = graph_of_edges(where);
    try {
        graph = with_marks(std::move(graph), where);
    } catch (InputError const& error) {
        throw InputError(fmt::format("{}: {}", path_, error.what()));
    }
    return options_.attributes ? with_attributes(std::move(graph), where, remark) : graph;
}

} // namespace cerrado::detail
