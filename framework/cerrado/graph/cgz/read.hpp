// The bytes of a .cgz as a graph.
#pragma once

#include <cerrado/graph/cgz/layout.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace cerrado::detail::cgz {

struct Reading {
    int threads = 0; // 0: one per hardware thread
    // Where it is there, it is called with each damage, and the rest is read; else a damage throws.
    std::function<void(std::string const&)> damage = {};
};

// Throws InputError "path: ...", which names the block and its vertices where one is damaged. The same graph whatever the
// threads. Memory: 32 bytes an edge beside the graph.
Graph read_compressed(std::string_view bytes, std::string const& path, Reading const& reading = {});

} // namespace cerrado::detail::cgz
