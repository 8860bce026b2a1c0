#include <cerrado/graph/io/arrays/binary_marks.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/graph_ref.hpp>
#include <cerrado/graph/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace cerrado::detail {

std::string packed_names(std::vector<std::string> const& names) {
    std::string bytes;
    for (std::string const& name : names) {
        auto const length = static_cast<std::uint32_t>(name.size());
        bytes.append(reinterpret_cast<char const*>(&length), sizeof length);
        bytes.append(name);
    }
    return bytes;
}

std::optional<std::vector<std::string>> unpacked_names(std::string_view bytes) {
    std::vector<std::string> names;
    while (!bytes.empty()) {
        std::uint32_t length = 0;
        if (bytes.size() < sizeof length) return std::nullopt;
        std::memcpy(&length, bytes.data(), sizeof length);
        bytes.remove_prefix(sizeof length);
        if (length > bytes.size()) return std::nullopt;
        names.emplace_back(bytes.substr(0, length));
        bytes.remove_prefix(length);
    }
    if (!std::ranges::is_sorted(names, std::less_equal<>())) return std::nullopt;
    return names;
}

std::string packed_vertex_names(std::vector<std::string> const& names) {
    std::string const packed = packed_names(names);
    std::uint64_t const length = packed.size();
    return std::string(reinterpret_cast<char const*>(&length), sizeof length) + packed;
}

std::string_view names_section(std::string_view file, std::uint64_t position) {
    std::uint64_t length = 0;
    if (position > file.size() || file.size() - position < sizeof length) return {};
    std::memcpy(&length, file.data() + position, sizeof length);
    if (length > file.size() - position - sizeof length) return {};
    return file.substr(position, sizeof length + length);
}

VertexNames unpacked_vertex_names(std::string_view section, Graph const& graph) {
    if (section.size() < sizeof(std::uint64_t)) return {};
    auto names = unpacked_names(section.substr(sizeof(std::uint64_t)));
    if (!names || !std::ranges::all_of(*names, [](auto const& name) { return name_problem(name).empty(); })) return {};
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        if (graph.original_id(v) >= names->size()) return {};
    }
    return std::make_shared<std::vector<std::string> const>(std::move(*names));
}

void check_arcs(GraphRef const& graph, std::span<std::uint8_t const> arcs, std::string const& path) {
    constexpr unsigned both = GraphMarks::arc_to | GraphMarks::arc_from;
    for (VertexId v = 0; v < graph.vertex_count; ++v) {
        for (EdgeOffset p = graph.begin(v); p < graph.end(v); ++p) {
            unsigned const code = arcs[p];
            VertexId const u = graph.neighbours[p];
            if (code == 0 || code > both) {
                throw InputError(fmt::format(
                    "{}: the direction of entry {} is {}; expected 1 to 3, convert the graph again", path, p, code));
            }
            if (u < v) continue;
            unsigned const back = arcs[graph.find(u, v)];
            if (back != ((code & 1) << 1 | code >> 1)) {
                throw InputError(
                    fmt::format("{}: vertices {} and {} differ in the direction of their edge; convert the "
                                "graph again",
                                path, v, u));
            }
        }
    }
}

void check_edge_labels(GraphRef const& graph, std::span<std::uint32_t const> labels, std::size_t names,
                       std::span<std::uint8_t const> arcs, std::string const& path) {
    auto const refuse = [&](VertexId v, VertexId u, std::string const& problem) {
        throw InputError(
            fmt::format("{}: the edge of vertices {} and {} {}; convert the graph again", path, v, u, problem));
    };
    for (VertexId v = 0; v < graph.vertex_count; ++v) {
        for (EdgeOffset p = graph.begin(v); p < graph.end(v); ++p) {
            std::uint32_t const label = labels[p];
            VertexId const u = graph.neighbours[p];
            if (label >= names && label != GraphMarks::no_label) {
                refuse(v, u, fmt::format("bears label {}, expected one of the {} that there are", label, names));
            }
            if (arcs.empty() && v < u && labels[graph.find(u, v)] != label) refuse(v, u, "has two labels");
            if (!arcs.empty() && (arcs[p] & GraphMarks::arc_to) == 0 && label != GraphMarks::no_label) {
                refuse(v, u, "bears a label where there is no arc");
            }
        }
    }
}

void check_labels(std::span<std::uint32_t const> labels, std::size_t names, std::string const& path) {
    auto const is_one = [&](std::uint32_t label) { return label < names || label == GraphMarks::no_label; };
    auto const wrong = std::ranges::find_if_not(labels, is_one);
    if (wrong == labels.end()) return;
    throw InputError(
        fmt::format("{}: vertex {} bears label {}; expected one of the {} that there are, convert the graph again",
                    path, wrong - labels.begin(), *wrong, names));
}

} // namespace cerrado::detail
