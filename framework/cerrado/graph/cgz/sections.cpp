#include <cerrado/graph/cgz/sections.hpp>

#include <cerrado/core/error.hpp>
#include <cerrado/graph/cgz/places.hpp>
#include <cerrado/graph/io/arrays/binary_marks.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace cerrado::detail::cgz {
namespace {

class NumberPacker {
public:
    void put(std::uint64_t number) {
        CodedNumber const coding = coded(number);
        bytes_.push_back(static_cast<char>(coding.byte));
        raw_.put(coding.rest, coding.raw_bits);
    }
    Section finish(SectionKind kind, FramePacker& packer) {
        std::string const frame = packer.pack(bytes_);
        std::string bytes;
        put_length(bytes, frame.size());
        return {kind, bytes_.size(), bytes + frame + raw_.finish()};
    }

private:
    std::string bytes_;
    BitWriter raw_;
};

[[noreturn]] void refuse_section(Layout const& layout, SectionKind kind) {
    layout.fail(fmt::format("{} are damaged; fetch or compress it again", name_of(kind)));
}

std::string_view bytes_of_section(Layout const& layout, SectionEntry const& entry) {
    auto const bytes = layout.section_bytes(entry);
    if (!bytes) refuse_section(layout, entry.kind);
    return *bytes;
}

std::string text_of(Layout const& layout, SectionEntry const& entry) {
    std::string text;
    if (!FrameUnpacker().unpack(bytes_of_section(layout, entry), entry.count, text)) refuse_section(layout, entry.kind);
    return text;
}

// Calls take(number) for each; false from it refuses them.
template <class Take>
void take_numbers(Layout const& layout, SectionEntry const& entry, std::uint64_t expected, Take const& take) {
    std::string_view rest = bytes_of_section(layout, entry);
    std::uint64_t frame = 0;
    std::string bytes;
    if (entry.count != expected || !take_length(rest, frame) || frame > rest.size() ||
        !FrameUnpacker().unpack(rest.substr(0, frame), entry.count, bytes)) {
        refuse_section(layout, entry.kind);
    }
    BitReader raw(rest.substr(frame));
    for (char const c : bytes) {
        auto const byte = static_cast<std::uint8_t>(c);
        if (!take(number_of(byte, raw.take(raw_bits_after(byte))))) refuse_section(layout, entry.kind);
    }
    if (raw.overran() || !raw.at_end()) refuse_section(layout, entry.kind);
}

Section packed_order(std::span<VertexId const> order, FramePacker& packer) {
    NumberPacker numbers;
    RemainingVertices remaining(static_cast<VertexId>(order.size()));
    VertexId before = 0; // rank of the first that remains after the one before
    for (VertexId const v : order) {
        VertexId const rank = remaining.rank(v);
        numbers.put(rank >= before ? rank - before : rank + remaining.left() - before);
        remaining.remove(v);
        before = rank;
    }
    return numbers.finish(SectionKind::order, packer);
}

Section packed_ids(std::span<OriginalId const> ids, FramePacker& packer) {
    NumberPacker numbers;
    bool const ascends = std::ranges::is_sorted(ids, std::less_equal<>());
    OriginalId before = ascends ? ~OriginalId{0} : 0;
    for (OriginalId const id : ids) {
        numbers.put(ascends ? id - before - 1 : folded(id - before));
        before = id;
    }
    return numbers.finish(ascends ? SectionKind::ascending_ids : SectionKind::ids, packer);
}

std::uint64_t coded_label(std::uint32_t label) { return static_cast<std::uint32_t>(label + 1); } // no_label is 0

// Calls visit(entry, entry from the other end) for each edge, by its upper end.
template <class Visit> void for_entries(Graph const& graph, Visit const& visit) {
    GraphRef const ref = graph.ref();
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
        for (EdgeOffset p = ref.begin(v); p < ref.end(v) && ref.neighbours[p] < v; ++p) {
            visit(p, ref.find(ref.neighbours[p], v));
        }
    }
}

Section packed_edge_labels(Graph const& graph, FramePacker& packer) {
    NumberPacker numbers;
    GraphMarks const& marks = *graph.marks;
    for_entries(graph, [&](EdgeOffset own, EdgeOffset other) {
        numbers.put(coded_label(marks.edge_labels[own]));
        if (!marks.arcs.empty()) numbers.put(coded_label(marks.edge_labels[other]));
    });
    return numbers.finish(SectionKind::edge_labels, packer);
}

Section packed_arcs(Graph const& graph, FramePacker& packer) {
    std::string codes;
    for_entries(graph, [&](EdgeOffset own, EdgeOffset) { codes.push_back(static_cast<char>(graph.marks->arcs[own])); });
    return {SectionKind::arcs, codes.size(), packer.pack(codes)};
}

Section packed_labels(std::span<std::uint32_t const> labels, FramePacker& packer) {
    NumberPacker numbers;
    for (std::uint32_t const label : labels) numbers.put(coded_label(label));
    return numbers.finish(SectionKind::labels, packer);
}

Section packed_text(SectionKind kind, std::string const& text, FramePacker& packer) {
    return {kind, text.size(), packer.pack(text)};
}

void read_arcs(Layout const& layout, Graph const& graph, GraphMarks& marks) {
    SectionEntry const* const entry = layout.section(SectionKind::arcs);
    if (!entry) return;
    std::string const codes = text_of(layout, *entry);
    if (codes.size() != graph.edge_count()) refuse_section(layout, entry->kind);
    marks.arcs.resize(graph.neighbour_array().size());
    std::size_t next = 0;
    for_entries(graph, [&](EdgeOffset own, EdgeOffset other) {
        auto const code = static_cast<std::uint8_t>(codes[next++]);
        marks.arcs[own] = code;
        marks.arcs[other] = static_cast<std::uint8_t>((code & 1) << 1 | code >> 1);
    });
    check_arcs(graph.ref(), marks.arcs, layout.path());
}

std::vector<std::string> read_names(Layout const& layout, SectionKind kind) {
    SectionEntry const* const entry = layout.section(kind);
    if (!entry) refuse_section(layout, kind);
    auto names = unpacked_names(text_of(layout, *entry));
    if (!names) refuse_section(layout, kind);
    return std::move(*names);
}

std::vector<std::uint32_t> read_label_numbers(Layout const& layout, SectionEntry const& entry, std::uint64_t count) {
    std::vector<std::uint32_t> labels;
    take_numbers(layout, entry, count, [&](std::uint64_t number) {
        labels.push_back(static_cast<std::uint32_t>(number) - 1);
        return number <= GraphMarks::no_label;
    });
    return labels;
}

void read_vertex_labels(Layout const& layout, Graph const& graph, GraphMarks& marks) {
    SectionEntry const* const entry = layout.section(SectionKind::labels);
    if (!entry) return;
    marks.label_names = read_names(layout, SectionKind::label_names);
    marks.labels = read_label_numbers(layout, *entry, graph.vertex_count());
    check_labels(marks.labels, marks.label_names.size(), layout.path());
}

void read_edge_labels(Layout const& layout, Graph const& graph, GraphMarks& marks) {
    SectionEntry const* const entry = layout.section(SectionKind::edge_labels);
    if (!entry) return;
    bool const directed = !marks.arcs.empty();
    marks.edge_label_names = read_names(layout, SectionKind::edge_label_names);
    auto const labels = read_label_numbers(layout, *entry, graph.edge_count() * (directed ? 2 : 1));
    marks.edge_labels.resize(graph.neighbour_array().size());
    std::size_t next = 0;
    for_entries(graph, [&](EdgeOffset own, EdgeOffset other) {
        marks.edge_labels[own] = labels[next];
        if (directed) ++next;
        marks.edge_labels[other] = labels[next++];
    });
    check_edge_labels(graph.ref(), marks.edge_labels, marks.edge_label_names.size(), marks.arcs, layout.path());
}

} // namespace

std::string_view name_of(SectionKind kind) {
    switch (kind) {
    case SectionKind::order: return "the order of its vertices";
    case SectionKind::ascending_ids:
    case SectionKind::ids: return "its original ids";
    case SectionKind::arcs: return "the directions of its edges";
    case SectionKind::labels: return "the labels of its vertices";
    case SectionKind::label_names: return "the names of its labels";
    case SectionKind::edge_labels: return "the labels of its edges";
    case SectionKind::edge_label_names: return "the names of its edges' labels";
    case SectionKind::names: return "the names of its vertices";
    }
    return "a section";
}

std::vector<Section> packed_sections(Graph const& graph, std::span<VertexId const> order, FramePacker& packer) {
    std::vector<Section> sections;
    if (!order.empty()) sections.push_back(packed_order(order, packer));
    if (!graph.original_ids().empty()) sections.push_back(packed_ids(graph.original_ids(), packer));
    if (!graph.marks) return sections;
    GraphMarks const& marks = *graph.marks;
    if (!marks.arcs.empty()) sections.push_back(packed_arcs(graph, packer));
    if (!marks.labels.empty()) {
        sections.push_back(packed_labels(marks.labels, packer));
        sections.push_back(packed_text(SectionKind::label_names, packed_names(marks.label_names), packer));
    }
    if (!marks.edge_labels.empty()) {
        sections.push_back(packed_edge_labels(graph, packer));
        sections.push_back(packed_text(SectionKind::edge_label_names, packed_names(marks.edge_label_names), packer));
    }
    if (marks.names) sections.push_back(packed_text(SectionKind::names, packed_vertex_names(*marks.names), packer));
    return sections;
}

std::vector<VertexId> read_order_ranks(Layout const& layout) {
    SectionEntry const* const entry = layout.section(SectionKind::order);
    std::vector<VertexId> ranks;
    if (!entry) return ranks;
    ranks.reserve(layout.vertex_count());
    std::uint64_t rank = 0, left = layout.vertex_count();
    take_numbers(layout, *entry, layout.vertex_count(), [&](std::uint64_t number) {
        if (number >= left) return false;
        rank += number;
        if (rank >= left) rank -= left;
        ranks.push_back(static_cast<VertexId>(rank));
        --left;
        return true;
    });
    return ranks;
}

std::vector<OriginalId> read_ids(Layout const& layout) {
    SectionEntry const* entry = layout.section(SectionKind::ascending_ids);
    bool const ascends = entry != nullptr;
    if (!entry) entry = layout.section(SectionKind::ids);
    std::vector<OriginalId> ids;
    if (!entry) return ids;
    OriginalId before = ascends ? ~OriginalId{0} : 0;
    take_numbers(layout, *entry, layout.vertex_count(), [&](std::uint64_t number) {
        OriginalId const id = before + (ascends ? number + 1 : unfolded(number));
        bool const is_above = !ascends || ids.empty() || id > before;
        ids.push_back(before = id);
        return is_above;
    });
    return ids;
}

std::shared_ptr<GraphMarks const> read_marks(Layout const& layout, Graph const& graph) {
    auto marks = std::make_shared<GraphMarks>();
    read_arcs(layout, graph, *marks);
    read_vertex_labels(layout, graph, *marks);
    read_edge_labels(layout, graph, *marks);
    if (SectionEntry const* const entry = layout.section(SectionKind::names)) {
        marks->names = unpacked_vertex_names(text_of(layout, *entry), graph);
        if (!marks->names) refuse_section(layout, entry->kind);
    }
    bool const has_any = !marks->arcs.empty() || !marks->labels.empty() || !marks->edge_labels.empty() || marks->names;
    return has_any ? marks : nullptr;
}

} // namespace cerrado::detail::cgz
