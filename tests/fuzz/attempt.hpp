// Any bytes give a sound graph or a cerrado::Error of one line, and nothing else.
#pragma once

#include <cerrado/core/error.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/names.hpp>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace cerrado::fuzz {

// Aborts unless the graph is what the rest of the framework relies on: sorted lists without loops, both directions of
// each edge.
inline void require_sound(Graph const& graph) {
    std::uint64_t entries = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        auto const list = graph.neighbours(v);
        entries += list.size();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i] >= graph.vertex_count() || list[i] == v) std::abort();
            if (i > 0 && list[i - 1] >= list[i]) std::abort();
            if (!graph.oriented() && !graph.ref().adjacent(list[i], v)) std::abort();
        }
    }
    if (entries != graph.neighbour_array().size()) std::abort();
    if (!graph.original_ids().empty() && graph.original_ids().size() != graph.vertex_count()) std::abort();
}

// Aborts unless each vertex has a name of its own that a file can hold.
inline void require_names(Graph const& graph) {
    std::vector<std::string> const& names = *graph.marks->names;
    if (names.size() != graph.vertex_count()) std::abort();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!detail::name_problem(names[i]).empty() || (i > 0 && names[i - 1] >= names[i])) std::abort();
    }
}

// True when the bytes were read, false when they were refused with a message of one line.
template <class Read> bool attempt(Read&& read) {
    try {
        require_sound(read());
        return true;
    } catch (Error const& error) {
        std::string_view const message = error.what();
        if (message.empty() || message.find('\n') != std::string_view::npos) std::abort();
        return false;
    }
}

} // namespace cerrado::fuzz
