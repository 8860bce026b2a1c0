#include <cerrado/graph/io/tables/metis.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/io/text_input.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace cerrado::detail {
namespace {

struct Header {
    VertexId vertices = 0;
    std::uint64_t edges = 0;
    std::uint64_t numbers_before_list = 0; // a size, weights
    bool edge_weights = false;
};

// A list's entries, parted by direction: a right file holds the same pairs in both.
struct Lists {
    std::vector<Edge> upward;   // vertex < neighbour
    std::vector<Edge> downward; // as {neighbour, vertex}
    std::uint64_t self_loops = 0;

    std::uint64_t entries() const { return upward.size() + downward.size() + self_loops; }
};

// The flags are decimal digits: hundreds: sizes, tens: vertex weights, ones: edge weights.
void read_format(TextInput& input, Header& header) {
    std::uint64_t const format = input.number("format");
    bool const binary_digits = format <= 111 && format % 10 <= 1 && format / 10 % 10 <= 1;
    if (!binary_digits) input.fail(fmt::format("format {}; expected three digits of 0 and 1, like 011", format));
    input.skip_separators();
    std::uint64_t constraints = 1;
    if (!input.at_line_end()) {
        constraints = input.number("number of constraints");
        input.skip_separators();
    }
    bool const vertex_weights = format / 10 % 10 == 1;
    if (constraints > input.remaining()) {
        input.fail(fmt::format("{} weights per vertex are more than the file has bytes; expected a few", constraints));
    }
    header.numbers_before_list = (format >= 100 ? 1 : 0) + (vertex_weights ? constraints : 0);
    header.edge_weights = format % 10 == 1;
}

void check_promises(std::uint64_t vertices, std::uint64_t edges, TextInput const& input) {
    constexpr std::uint64_t shortest_edge = 4;
    check_vertex_count(vertices, input);
    if (vertices > input.remaining()) {
        input.fail(fmt::format(
            "the header promises {} vertex lines, the file has room for {} at most; expected the whole file, "
            "fetch it again",
            vertices, input.remaining()));
    }
    if (edges > (input.remaining() + 1) / shortest_edge) {
        input.fail(fmt::format(
            "the header promises {} edges, the file has room for {} at most, as METIS lists each edge twice, at both "
            "its ends; expected the whole file, fetch it again",
            edges, (input.remaining() + 1) / shortest_edge));
    }
}

Header read_header(TextInput& input) {
    if (!input.seek_content("%")) input.fail("the file ends before the header; expected 'vertices edges [format]'");
    Header header;
    std::uint64_t const vertices = input.number("number of vertices");
    input.skip_separators();
    if (input.at_line_end()) input.fail("one number in the header; expected 'vertices edges [format]'");
    header.edges = input.number("number of edges");
    input.skip_separators();
    if (!input.at_line_end()) read_format(input, header);
    if (!input.at_line_end())
        input.fail("more than four numbers in the header; expected 'vertices edges format constraints'");
    check_promises(vertices, header.edges, input);
    header.vertices = static_cast<VertexId>(vertices);
    input.skip_line();
    return header;
}

void skip_numbers(TextInput& input, std::uint64_t count, std::string_view noun) {
    for (; count > 0; --count) {
        if (input.at_line_end())
            input.fail(fmt::format("the line ends before its {}; expected one as the header's format says", noun));
        std::string_view const word = input.word();
        if (word.empty() || word.find_first_not_of("0123456789.+-eE") != std::string_view::npos) {
            input.fail(fmt::format("'{}' cannot be the {}; expected a number", printable(word), noun));
        }
        input.skip_separators();
    }
}

void read_vertex_line(TextInput& input, Header const& header, VertexId vertex, Lists& lists) {
    input.skip_separators();
    skip_numbers(input, header.numbers_before_list, "vertex size or weight");
    while (!input.at_line_end()) {
        std::uint64_t const number = input.number("neighbour");
        if (number < 1 || number > header.vertices) {
            input.fail(fmt::format("neighbour {} is no vertex; expected 1 to {}", number, header.vertices));
        }
        auto const neighbour = static_cast<VertexId>(number - 1);
        if (vertex < neighbour) {
            lists.upward.push_back({vertex, neighbour});
        } else if (neighbour < vertex) {
            lists.downward.push_back({neighbour, vertex});
        } else {
            ++lists.self_loops;
        }
        input.skip_separators();
        if (header.edge_weights) skip_numbers(input, 1, "edge weight");
    }
    input.skip_line();
}

Lists read_lists(TextInput& input, Header const& header) {
    Lists lists;
    lists.upward.reserve(header.edges);
    lists.downward.reserve(header.edges);
    for (VertexId vertex = 0; vertex < header.vertices; ++vertex) {
        input.skip_comments("%");
        bool const last_line_is_empty = vertex + 1 == header.vertices && header.numbers_before_list == 0;
        if (input.at_end() && !last_line_is_empty) {
            input.fail(fmt::format("the file ends after {} of the {} vertices that the header promises; fetch it again",
                                   vertex, header.vertices));
        }
        read_vertex_line(input, header, vertex, lists);
    }
    if (input.seek_content("%")) {
        input.fail(fmt::format("a line after the {} vertices that the header promises; expected the file's end",
                               header.vertices));
    }
    return lists;
}

// Sums of mixed pairs tell unequal multisets apart but for one case in 2^64; sorting is left to the error path.
std::uint64_t fingerprint(std::vector<Edge> const& edges) {
    std::uint64_t sum = edges.size();
    for (Edge const& edge : edges) {
        std::uint64_t pair = (static_cast<std::uint64_t>(edge.source) << 32 | edge.target) + 0x9e3779b97f4a7c15u;
        pair = (pair ^ pair >> 30) * 0xbf58476d1ce4e5b9u;
        pair = (pair ^ pair >> 27) * 0x94d049bb133111ebu;
        sum += pair ^ pair >> 31;
    }
    return sum;
}

void require_both_directions(Lists& lists, TextInput const& input) {
    if (fingerprint(lists.upward) == fingerprint(lists.downward)) return;
    auto const before = [](Edge const& a, Edge const& b) {
        return a.source != b.source ? a.source < b.source : a.target < b.target;
    };
    std::sort(lists.upward.begin(), lists.upward.end(), before);
    std::sort(lists.downward.begin(), lists.downward.end(), before);
    auto const [up, down] =
        std::mismatch(lists.upward.begin(), lists.upward.end(), lists.downward.begin(), lists.downward.end());
    bool const upward_alone = down == lists.downward.end() || (up != lists.upward.end() && before(*up, *down));
    Edge const lonely = upward_alone ? *up : *down;
    std::uint64_t const lower = lonely.source + 1ull, higher = lonely.target + 1ull;
    input.fail_whole(
        fmt::format("vertex {} lists {} more often than {} lists {}; expected every edge in the lists of both its ends",
                    upward_alone ? lower : higher, upward_alone ? higher : lower, upward_alone ? higher : lower,
                    upward_alone ? lower : higher));
}

} // namespace

Graph read_metis(std::string_view text, std::string const& path) {
    TextInput input(text, path);
    Header const header = read_header(input);
    Lists lists = read_lists(input, header);
    if (lists.entries() != 2 * header.edges) {
        input.fail_whole(fmt::format("the header promises {}, the lists hold {}; expected {}, two per edge",
                                     counted(header.edges, "edge"), counted(lists.entries(), "entry"),
                                     2 * header.edges));
    }
    require_both_directions(lists, input);
    std::vector<OriginalId> numbers(header.vertices);
    std::iota(numbers.begin(), numbers.end(), OriginalId{1});
    Graph graph = graph_from_edges(header.vertices, lists.upward, std::move(numbers));
    graph.cleaning.self_loops += lists.self_loops;
    return graph;
}

void write_metis(Graph const& graph, OutputFile& file) {
    if (graph.oriented()) {
        std::vector<Edge> edges;
        edges.reserve(graph.edge_count());
        for (VertexId v = 0; v < graph.vertex_count(); ++v) {
            for (VertexId u : graph.neighbours(v)) edges.push_back({v, u});
        }
        return write_metis(graph_from_edges(graph.vertex_count(), edges), file);
    }
    file.write(fmt::format("% vertices are positions from 1; original ids are not kept\n{} {}\n", graph.vertex_count(),
                           graph.edge_count()));
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        std::string_view separator = "";
        for (VertexId u : graph.neighbours(v)) {
            file.write(separator);
            file.write_number(u + 1ull);
            separator = " ";
        }
        file.write("\n");
    }
}

} // namespace cerrado::detail
