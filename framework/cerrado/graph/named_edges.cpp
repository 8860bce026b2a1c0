#include <cerrado/graph/named_edges.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/team.hpp>
#include <cerrado/core/unfilled_vector.hpp>
#include <cerrado/graph/edge_lines.hpp>
#include <cerrado/graph/names.hpp>
#include <cerrado/graph/partition.hpp>
#include <cerrado/graph/text_input.hpp>

#include <fmt/format.h>

#include <atomic>

namespace cerrado::detail {
namespace {

// Of some of the lines. Edges are of ranks in the table.
struct NamedPart {
    NameTable table;
    std::vector<Edge> edges; // no self-loops
    std::uint64_t self_loops = 0;
};

NamedPart parse_named(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    NamedPart part;
    while (input.seek_content("#%")) {
        std::string_view const source = input.name();
        input.skip_name_separators();
        if (input.at_line_end()) {
            input.fail(
                fmt::format("one name, '{}', on the line; expected two names, an edge's ends", printable(source)));
        }
        std::string_view const target = input.name();
        input.skip_line();
        if (source == target) {
            ++part.self_loops;
            continue;
        }
        VertexId const rank = part.table.rank(source);
        part.edges.push_back({rank, part.table.rank(target)});
        check_vertex_count(part.table.names().size(), input);
    }
    return part;
}

// As with numbers, all is read again to find the first line that is wrong.
std::vector<NamedPart> parse_parts(std::string_view text, std::string const& path, Team& team) {
    std::vector<NamedPart> parts(static_cast<std::size_t>(team.size()));
    try {
        team.run([&](Member member) {
            std::size_t const begin = line_begin(text, member.begin(text.size()));
            std::size_t const end = line_begin(text, member.end(text.size()));
            if (begin >= end) return;
            parts[static_cast<std::size_t>(member.index)] = parse_named(text.substr(begin, end - begin), path);
        });
    } catch (InputError const&) {
        parts.clear();
        parts.push_back(parse_named(text, path));
    }
    return parts;
}

struct NumberedNames {
    std::vector<Edge> edges;
    VertexNames names;
};

NumberedNames number_names(std::vector<NamedPart> parts, TextInput const& input, Team& team) {
    NameTable all = std::move(parts.front().table);
    std::vector<std::vector<VertexId>> ranks(parts.size()); // of each part but the first, which has those of all
    for (std::size_t i = 1; i < parts.size(); ++i) {
        for (std::string_view const name : parts[i].table.names()) ranks[i].push_back(all.rank(name));
        check_vertex_count(all.names().size(), input);
    }
    SortedNames sorted = sorted_names(all.names());
    std::vector<std::size_t> begins{0};
    for (NamedPart const& part : parts) begins.push_back(begins.back() + part.edges.size());
    NumberedNames numbered;
    numbered.names = std::move(sorted.names);
    numbered.edges.resize(begins.back());
    std::atomic<std::size_t> next = 0;
    team.run([&](Member) {
        for (std::size_t i; (i = next++) < parts.size();) {
            auto const place = [&](VertexId rank) { return sorted.places[i == 0 ? rank : ranks[i][rank]]; };
            for (std::size_t j = 0; j < parts[i].edges.size(); ++j) {
                auto const [source, target] = parts[i].edges[j];
                numbered.edges[begins[i] + j] = {place(source), place(target)};
            }
        }
    });
    return numbered;
}

// A header joins two names that are nowhere else.
void note_header(Graph const& graph, Edge const& first, std::string const& path, ReadOptions const& options) {
    bool const is_alone = graph.degree(first.source) == 1 && graph.degree(first.target) == 1;
    if (!options.note || !is_alone || graph.edge_count() == 1) return;
    options.note(
        fmt::format("{}: the first line joins '{}' and '{}', which are on no other line; if it is a header, begin "
                    "it with #",
                    path, printable(vertex_name(graph, first.source)), printable(vertex_name(graph, first.target))));
}

} // namespace

Graph read_named_edges(std::string_view text, std::string const& path, ReadOptions const& options) {
    constexpr std::size_t bytes_an_entry = 8;
    Team team(team_size(text.size() / bytes_an_entry, options.threads));
    std::vector<NamedPart> parts = parse_parts(text, path, team);
    std::uint64_t self_loops = 0;
    for (NamedPart const& part : parts) self_loops += part.self_loops;
    NumberedNames numbered = number_names(std::move(parts), TextInput(text, path), team);
    Graph graph;
    if (!numbered.edges.empty()) {
        auto const vertices = static_cast<VertexId>(numbered.names->size());
        graph = graph_from_edges(vertices, numbered.edges, {}, team);
        if (options.directed) graph = with_arcs(std::move(graph), numbered.edges, team);
        graph = with_sorted_names(std::move(graph), std::move(numbered.names));
        note_header(graph, numbered.edges.front(), path, options);
    }
    graph.cleaning.self_loops += self_loops;
    return graph;
}

} // namespace cerrado::detail
