#include "command/list/local_writer.hpp"

#include "command/record/output.hpp"
#include "command/record/text.hpp"

#include <cerrado/output/per_orbit.hpp>
#include <cerrado/output/per_vertex_and_edge.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <iterator>
#include <span>
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

void append_ids(std::string& text, VertexCount const& row, IdText const& ids) { ids.append(text, row.vertex); }
void append_ids(std::string& text, EdgeCount const& row, IdText const& ids) {
    ids.append(text, row.source);
    text += ',';
    ids.append(text, row.target);
}

void append_id_bytes(std::string& text, VertexCount const& row) { append_bytes(text, row.vertex); }
void append_id_bytes(std::string& text, EdgeCount const& row) {
    append_bytes(text, row.source);
    append_bytes(text, row.target);
}

// Of a vertex, with a count for each orbit.
struct OrbitRow {
    OriginalId vertex;
    std::span<WideCount const> counts;
};
void append_ids(std::string& text, OrbitRow const& row, IdText const& ids) { ids.append(text, row.vertex); }
void append_id_bytes(std::string& text, OrbitRow const& row) { append_bytes(text, row.vertex); }

template <class Row> std::span<WideCount const> counts_of(Row const& row) { return {&row.count, 1}; }
std::span<WideCount const> counts_of(OrbitRow const& row) { return row.counts; }

template <class Row> void append_row(std::string& text, Row const& row, LocalFormat format, IdText const& ids) {
    if (format == LocalFormat::csv) {
        append_ids(text, row, ids);
        for (WideCount const count : counts_of(row)) {
            fmt::format_to(std::back_inserter(text), ",{}", to_string(count));
        }
        text += '\n';
    } else {
        append_id_bytes(text, row);
        for (WideCount const count : counts_of(row)) append_bytes(text, count);
    }
}

// `header`: of a CSV file; `magic`: of a binary one, 7 letters.
template <class Row> void write_rows(std::string const& target, LocalFormat format, std::vector<Row> const& rows,
                                     std::string const& header, std::string const& magic, int k, IdText const& ids) {
    if (target.empty()) return;
    ResultStream stream(target);
    std::string text = format == LocalFormat::csv ? header + "\n" : magic + '\1';
    if (format == LocalFormat::binary) {
        append_bytes(text, local_format_version);
        append_bytes(text, static_cast<std::uint32_t>(k));
    }
    for (Row const& row : rows) {
        append_row(text, row, format, ids);
        if (text.size() < part_bytes) continue;
        stream.write(text);
        text.clear();
    }
    stream.write(text);
    stream.commit();
}

} // namespace

LocalCounts const& local_counts_of(RunResult const& result) {
    LocalCounts const& per_orbit = result.of<PerOrbit>();
    return per_orbit.vertices.empty() ? result.of<PerVertexAndEdge>() : per_orbit;
}

void write_local(LocalRequest const& request, LocalCounts const& counts, int k, std::vector<int> const& orbits,
                 VertexNames names) {
    IdText const ids(std::move(names));
    write_rows(request.vertices, request.format_of(request.vertices), counts.vertices, "vertex,count", "CERVERT", k,
               ids);
    write_rows(request.edges, request.format_of(request.edges), counts.edges, "source,target,count", "CEREDGE", k, ids);
    std::vector<OrbitRow> rows;
    for (std::size_t i = 0; i < counts.vertices.size() && !counts.by_orbit.empty(); ++i) {
        auto const of_vertex = counts.orbits_of(i);
        rows.push_back({counts.vertices[i].vertex, of_vertex});
    }
    write_rows(request.orbits, request.format_of(request.orbits), rows,
               fmt::format("vertex,orbit{}", fmt::join(orbits, ",orbit")), "CERORBI", k, ids);
}

} // namespace cerrado::command
