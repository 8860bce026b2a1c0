#include <cerrado/graph/io/assembly.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace cerrado::detail {
namespace {

// The text of a mark on one line, without blanks around it.
std::string on_one_line(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::size_t const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return "";
    std::string line(text.substr(first, text.find_last_not_of(blanks) - first + 1));
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

// Where each of these stands among all, which ascend.
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

// From here on edges join places, and one without a direction is an arc both ways.
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

Graph Assembly::finish() {
    if (options_.directed && !has_arcs_) {
        throw InputError(
            fmt::format("{}: it has no directions, all edges are undirected; leave --directed out", path_));
    }
    Places const where = places();
    place_edges(where);
    Graph graph = graph_of_edges(where);
    try {
        return with_marks(std::move(graph), where);
    } catch (InputError const& error) {
        throw InputError(fmt::format("{}: {}", path_, error.what()));
    }
}

} // namespace cerrado::detail
