#include <cerrado/graph/io/arrays/binary_csr_layout.hpp>
#include <cerrado/graph/io/arrays/binary_marks.hpp>
#include <cerrado/graph/io/arrays/checksum.hpp>
#include <cerrado/graph/io/output_file.hpp>
#include <cerrado/graph/names.hpp>

#include <array>
#include <span>
#include <string>

namespace cerrado::detail {
namespace {

template <class Value> std::string_view as_bytes(std::span<Value const> values) {
    return {reinterpret_cast<char const*>(values.data()), values.size_bytes()};
}

std::uint32_t flags_of(Graph const& graph, GraphMarks const& marks) {
    return (graph.oriented() ? binary_csr_oriented : 0) | (graph.original_ids().empty() ? 0 : binary_csr_has_ids) |
           (marks.arcs.empty() ? 0 : binary_csr_has_arcs) | (marks.labels.empty() ? 0 : binary_csr_has_labels) |
           (marks.edge_labels.empty() ? 0 : binary_csr_has_edge_labels) | (marks.names ? binary_csr_has_names : 0);
}

std::string_view padding_of(std::string_view section) {
    static constexpr char zeros[binary_csr_alignment] = {};
    return {zeros, aligned(section.size()) - section.size()};
}

// Padding included.
std::uint64_t checksum_of(std::span<std::string_view const> sections) {
    Checksum checksum;
    for (std::string_view const section : sections) {
        std::size_t const whole = section.size() / binary_csr_alignment * binary_csr_alignment;
        checksum.add(section.substr(0, whole));
        if (whole == section.size()) continue;
        std::string last(section.substr(whole));
        checksum.add(last.append(padding_of(section)));
    }
    return checksum.value();
}

} // namespace

BinaryCsrBytes::BinaryCsrBytes(Graph const& graph) {
    static constexpr EdgeOffset no_edge = 0;
    static GraphMarks const none;
    auto const offsets = graph.offsets().empty() ? std::span<EdgeOffset const>(&no_edge, 1) : graph.offsets();
    GraphMarks const& marks = graph.marks ? *graph.marks : none;
    if (!marks.labels.empty()) label_names_ = packed_names(marks.label_names);
    if (!marks.edge_labels.empty()) edge_label_names_ = packed_names(marks.edge_label_names);
    if (marks.names) names_ = packed_vertex_names(*marks.names);
    header_ = laid_out({graph.vertex_count(), graph.neighbour_array().size(), flags_of(graph, marks),
                        label_names_.size(), edge_label_names_.size(), names_.size()});
    sections_ = {as_bytes(offsets),
                 as_bytes(graph.neighbour_array()),
                 as_bytes(graph.original_ids()),
                 as_bytes(std::span(marks.arcs)),
                 as_bytes(std::span(marks.labels)),
                 std::string_view(label_names_),
                 as_bytes(std::span(marks.edge_labels)),
                 std::string_view(edge_label_names_),
                 std::string_view(names_)};
    header_.array_checksum = checksum_of(sections_);
    header_.header_checksum = header_checksum(header_);
}

void BinaryCsrBytes::for_each_part(std::function<void(std::string_view)> const& take) const {
    take({reinterpret_cast<char const*>(&header_), sizeof header_});
    for (std::string_view const section : sections_) {
        take(section);
        take(padding_of(section));
    }
}

void write_binary_csr(Graph const& graph, OutputFile& file) {
    BinaryCsrBytes(graph).for_each_part([&](std::string_view part) { file.write(part); });
}

} // namespace cerrado::detail
