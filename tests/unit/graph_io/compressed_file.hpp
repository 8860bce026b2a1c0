// What tests of .cgz files share.
#pragma once

#include "helpers.hpp"

#include <cerrado/graph/cgz/cgz.hpp>

#include <array>
#include <numeric>

namespace cerrado::test {

using detail::cgz::GroupedLists;
using detail::cgz::Groups;

class CompressedFile : public TemporaryFolder {
protected:
    std::string cbin_bytes(Graph const& graph) {
        write_graph(graph, path("g.cbin"));
        return content_of(path("g.cbin"));
    }

    static std::string bytes_of(Graph const& graph, Groups const& groups = {}, VertexOrder const& order = {},
                                int threads = 1) {
        return bytes_of_lists(graph, lists_of(graph, groups, order), order, threads);
    }
    static std::string bytes_of_lists(Graph const& graph, GroupedLists const& lists, VertexOrder const& order,
                                      int threads = 1) {
        Team team(threads);
        return detail::cgz::compressed_bytes({graph, order, lists}, 2, team);
    }
    static GroupedLists lists_of(Graph const& graph, Groups const& groups, VertexOrder const& order) {
        Graph const undirected = graph.oriented() ? undirected_of(graph) : graph;
        return grouped_lists(order.empty() ? undirected : reorder(undirected, order), groups);
    }

    static Graph undirected_of(Graph const& graph) {
        std::vector<Edge> edges;
        for_each_arc_or_edge(graph, [&](VertexId v, VertexId u) { edges.push_back({v, u}); });
        return graph_from_edges(graph.vertex_count(), edges,
                                {graph.original_ids().begin(), graph.original_ids().end()});
    }

    void expect_same(Graph const& graph, std::string const& bytes) {
        for (int const threads : {1, 3}) {
            Graph const after = detail::cgz::read_compressed(bytes, "g.cgz", {.threads = threads});
            EXPECT_TRUE(cbin_bytes(after) == cbin_bytes(graph));
        }
    }
};

// Every third triangle or so, as it comes.
inline Groups some_triangles(Graph const& graph) {
    Groups groups;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (VertexId const u : graph.neighbours(v)) {
            if (u < v) continue;
            for (VertexId const w : graph.neighbours(u)) {
                if (w > u && graph.ref().adjacent(v, w) && (v + u + w) % 3 == 0) groups.add(std::array{v, u, w});
            }
        }
    }
    return groups;
}

inline VertexOrder shuffled(VertexId count) {
    VertexOrder order(count);
    std::iota(order.begin(), order.end(), VertexId{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(5));
    return order;
}

inline std::string error_of_bytes(std::string const& bytes) {
    return error_of([&] { detail::cgz::read_compressed(bytes, "g.cgz"); });
}

class DamagedFile : public CompressedFile {
protected:
    // Each flip of these bits is told, or the graph is right nevertheless: a header and an index are there twice.
    void flip_every_byte(Graph const& graph, std::string const& bytes) {
        std::string const whole = cbin_bytes(graph);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            for (char const bits : {'\x01', '\x80', '\xff'}) {
                std::string damaged = bytes;
                damaged[i] = static_cast<char>(damaged[i] ^ bits);
                std::string const error = error_of(
                    [&] { EXPECT_TRUE(cbin_bytes(detail::cgz::read_compressed(damaged, "g.cgz")) == whole) << i; });
                EXPECT_TRUE(error == "no error" || error.starts_with("input: g.cgz: ")) << i << ": " << error;
                bool const in_front = i < front_;
                bool const at_end = i >= bytes.size() - front_;
                EXPECT_EQ(error == "no error", in_front || at_end) << i << ": " << error;
            }
        }
    }
    // And each cut, unless only copies are lost.
    void cut_everywhere(std::string const& bytes) {
        std::size_t const blocks_and_sections = bytes.size() - front_;
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            std::string const error = error_of_bytes(bytes.substr(0, size));
            if (size < blocks_and_sections) {
                EXPECT_TRUE(error.starts_with("input: g.cgz: ")) << size << ": " << error;
            } else {
                EXPECT_EQ(error, "no error") << size;
            }
        }
    }
    void measure(std::string const& bytes) {
        detail::cgz::Layout const layout(bytes, "g.cgz");
        front_ = sizeof(detail::cgz::Header) + layout.block_count() * sizeof(detail::cgz::BlockEntry) +
                 layout.sections().size() * sizeof(detail::cgz::SectionEntry) + layout.header().mention_bytes;
    }
    std::size_t front_ = 0;
};

} // namespace cerrado::test
