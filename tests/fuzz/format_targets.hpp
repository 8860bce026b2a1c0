// Likewise the readers of the text formats in graph/io: the content is looked at and read, first for the plain graph, then for
// all that it may bear.
#pragma once

#include "targets.hpp"

#include <cerrado/graph/detail/io/foreign.hpp>
#include <cerrado/graph/detail/io/formats.hpp>

namespace cerrado::fuzz {

// A header of a few bytes may ask for a million vertices, whose names would take all of the fuzzer's time.
inline constexpr VertexId most_vertices_with_names = 1 << 12;

// Returns: whether the plain graph was read.
template <class Is, class Read> bool format(std::string_view bytes, Is const& is_format, Read const& read) {
    is_format(bytes);
    VertexId vertices = 0;
    auto const read_as = [&](ReadOptions const& options) {
        return attempt([&] {
            ReadReport report;
            Graph const graph = read(bytes, "fuzz", options, report);
            vertices = graph.vertex_count();
            if (has_names(graph)) require_names(graph);
            return graph;
        });
    };
    bool const is_read = read_as({});
    if (!is_read || vertices > most_vertices_with_names) return is_read;
    read_as({.directed = true, .edge_labels = true});
    read_as({.names = true, .graph = 2});
    read_as({.attributes = true});
    return true;
}

inline bool dimacs(std::string_view bytes) { return format(bytes, detail::is_dimacs, detail::read_dimacs); }
inline bool pajek(std::string_view bytes) { return format(bytes, detail::is_pajek, detail::read_pajek); }
inline bool gml(std::string_view bytes) { return format(bytes, detail::is_gml, detail::read_gml); }
inline bool graph6(std::string_view bytes) { return format(bytes, detail::is_graph6, detail::read_graph6); }
inline bool tgf(std::string_view bytes) { return format(bytes, detail::is_tgf, detail::read_tgf); }
inline bool lgl(std::string_view bytes) { return format(bytes, detail::is_lgl, detail::read_lgl); }
inline bool mol(std::string_view bytes) { return format(bytes, detail::is_mol, detail::read_mol); }
inline bool ntriples(std::string_view bytes) { return format(bytes, detail::is_ntriples, detail::read_ntriples); }
inline bool sif(std::string_view bytes) { return format(bytes, detail::is_sif, detail::read_sif); }

// Whether it is known by sight, with a name and a remedy of one line each.
inline bool foreign(std::string_view bytes) {
    auto const found = detail::foreign_format(bytes, "fuzz");
    if (!found) return false;
    for (std::string const& text : {found->name, found->remedy}) {
        if (text.empty() || text.find('\n') != std::string::npos) std::abort();
    }
    return true;
}

} // namespace cerrado::fuzz
