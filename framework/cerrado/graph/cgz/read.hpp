// Makes a graph of the bytes of a .cgz.
#pragma once

#include <cerrado/graph/cgz/layout.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace cerrado::detail::cgz {

struct Reading {
    int threads = 0; // 0: one per hardware thread
    // If it is set, it is called with each damage, and the rest is read. Otherwise a damage throws.
    std::function<void(std::string const&)> damage = {};
};

// The graph is the same for any number of threads. Throws InputError "path: ...", which names a damaged block and its
// vertices. Memory: 32 bytes an edge beside the graph.
Graph read_compressed(std::string_view bytes, std::string const& path, Reading const& reading = {});

} // namespace cerrado::detail::cgz
