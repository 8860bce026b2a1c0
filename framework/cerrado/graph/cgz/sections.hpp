// What a .cgz keeps beside edges: the order of its vertices, original ids, directions, labels and names. Each is a section:
// numbers as in numbers.hpp, in one stream, or text; packed and checked like a block.
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

// `order`: of the blocks; empty: that of the ids.
std::vector<Section> packed_sections(Graph const& graph, std::span<VertexId const> order, FramePacker& packer);

// Each throws InputError "path: ..." where the section is damaged. Empty where there is none.
// Of the order: what replace_ranks() makes vertices of.
std::vector<VertexId> read_order_ranks(Layout const& layout);
std::vector<OriginalId> read_ids(Layout const& layout);
// Directions and labels of edges need all edges of the graph.
std::shared_ptr<GraphMarks const> read_marks(Layout const& layout, Graph const& graph);

} // namespace cerrado::detail::cgz
