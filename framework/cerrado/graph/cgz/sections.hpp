// What a .cgz keeps beside edges: the order of its vertices, original ids, directions, labels and names. Each is a
// section: one stream of numbers as in numbers.hpp, or text. It is packed and checked like a block.
#pragma once

#include <cerrado/graph/cgz/layout.hpp>
#include <cerrado/graph/marks.hpp>

#include <span>
#include <string>
#include <vector>

namespace cerrado::detail::cgz {

struct Section {
    SectionKind kind;
    std::uint64_t count; // see SectionEntry
    std::string bytes;
};

std::string_view name_of(SectionKind kind); // for a person: "its original ids"

// `order` is the order of the vertices in the blocks. Empty: the order of the ids.
std::vector<Section> packed_sections(Graph const& graph, std::span<VertexId const> order, FramePacker& packer);

// The functions below return something empty if the file lacks the section. They throw InputError "path: ..." if it is
// damaged.
// The ranks of the order. replace_ranks() turns them into vertices.
std::vector<VertexId> read_order_ranks(Layout const& layout);
std::vector<OriginalId> read_ids(Layout const& layout);
// Requires: the graph has all its edges, since directions and labels of edges refer to them.
std::shared_ptr<GraphMarks const> read_marks(Layout const& layout, Graph const& graph);

} // namespace cerrado::detail::cgz
