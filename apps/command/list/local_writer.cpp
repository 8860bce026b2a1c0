#include "command/list/local_writer.hpp"

#include "command/record/output.hpp"

#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <iterator>
#include <utility>
#include <vector>

namespace cerrado::command {
namespace {

static_assert(std::endian::native == std::endian::little, "binary counts are written as they lie in memory");

constexpr std::size_t part_bytes = std::size_t{1} << 16;
constexpr std::uint32_t local_format_version = 1;

template <class Value> void append_bytes(std::string& text, Value const& value) {
    text.append(reinterpret_cast<char const*>(&value), sizeof value);
}

// An id as text; of a graph with names, the name.
class IdText {
public:
    explicit IdText(VertexNames names) : names_(std::move(names)) {}

    void append(std::string& text, OriginalId id) const {
        if (names_) {
            text += csv_field((*names_)[id]);
        } else {
            fmt::format_to(std::back_inserter(text), "{}", id);
        }
    }

private:
    VertexNames names_;
};

void append_row(std::string& text, CountRow const& row, LocalFormat format, IdText const& ids) {
    for (std::size_t i = 0; i < row.id_count; ++i) {
        if (format == LocalFormat::binary) {
            append_bytes(text, row.ids[i]);
        } else {
            if (i > 0) text += ',';
            ids.append(text, row.ids[i]);
        }
    }
    for (WideCount const count : row.counts) {
        if (format == LocalFormat::binary) {
            append_bytes(text, count);
        } else {
            fmt::format_to(std::back_inserter(text), ",{}", to_string(count));
        }
    }
    if (format == LocalFormat::csv) text += '\n';
}

} // namespace

LocalCounts const& local_counts_of(RunResult const& result) {
    LocalCounts const& per_orbit = result.of<PerOrbit>();
    return per_orbit.vertices.empty() ? result.of<PerVertexAndEdge>() : per_orbit;
}

void write_counts(std::string const& target, LocalFormat format, CountTable const& table) {
    if (target.empty()) return;
    IdText const ids(table.names);
    ResultStream stream(target);
    std::string text = format == LocalFormat::csv ? table.header + "\n" : table.magic + '\1';
    if (format == LocalFormat::binary) {
        append_bytes(text, local_format_version);
        append_bytes(text, static_cast<std::uint32_t>(table.k));
    }
    for (std::size_t i = 0; i < table.rows; ++i) {
        append_row(text, table.row(i), format, ids);
        if (text.size() < part_bytes) continue;
        stream.write(text);
        text.clear();
    }
    stream.write(text);
    stream.commit();
}

void write_local(LocalRequest const& request, LocalCounts const& counts, int k, std::vector<int> const& orbits,
                 VertexNames const& names) {
    std::vector<VertexCount> const& vertices = counts.vertices;
    std::vector<EdgeCount> const& edges = counts.edges;
    auto const of_vertex = [&](std::size_t i) {
        return CountRow{.ids = {vertices[i].vertex}, .id_count = 1, .counts = {&vertices[i].count, 1}};
    };
    auto const of_edge = [&](std::size_t i) {
        return CountRow{.ids = {edges[i].source, edges[i].target}, .id_count = 2, .counts = {&edges[i].count, 1}};
    };
    auto const by_orbit = [&](std::size_t i) {
        return CountRow{.ids = {vertices[i].vertex}, .id_count = 1, .counts = counts.orbits_of(i)};
    };
    write_counts(request.vertices, request.format_of(request.vertices),
                 {"vertex,count", "CERVERT", k, names, vertices.size(), of_vertex});
    write_counts(request.edges, request.format_of(request.edges),
                 {"source,target,count", "CEREDGE", k, names, edges.size(), of_edge});
    write_counts(request.orbits, request.format_of(request.orbits),
                 {fmt::format("vertex,orbit{}", fmt::join(orbits, ",orbit")), "CERORBI", k, names,
                  counts.by_orbit.empty() ? 0 : vertices.size(), by_orbit});
}

} // namespace cerrado::command
