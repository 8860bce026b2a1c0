#include "common/local_writer.hpp"

#include "common/output.hpp"

#include <fmt/format.h>

#include <bit>
#include <iterator>

namespace cerrado::command {
namespace {

static_assert(std::endian::native == std::endian::little, "binary counts are written as they lie in memory");

constexpr std::size_t part_bytes = std::size_t{1} << 16;
constexpr std::uint32_t local_format_version = 1;

template <class Value> void append_bytes(std::string& text, Value const& value) {
    text.append(reinterpret_cast<char const*>(&value), sizeof value);
}

void append_ids(std::string& text, VertexCount const& row) {
    fmt::format_to(std::back_inserter(text), "{}", row.vertex);
}
void append_ids(std::string& text, EdgeCount const& row) {
    fmt::format_to(std::back_inserter(text), "{},{}", row.source, row.target);
}

void append_id_bytes(std::string& text, VertexCount const& row) { append_bytes(text, row.vertex); }
void append_id_bytes(std::string& text, EdgeCount const& row) {
    append_bytes(text, row.source);
    append_bytes(text, row.target);
}

template <class Row> void append_row(std::string& text, Row const& row, LocalFormat format) {
    if (format == LocalFormat::csv) {
        append_ids(text, row);
        fmt::format_to(std::back_inserter(text), ",{}\n", to_string(row.count));
    } else {
        append_id_bytes(text, row);
        append_bytes(text, row.count);
    }
}

// `header`: of a CSV file; `magic`: of a binary one, 7 letters.
template <class Row> void write_rows(std::string const& target, LocalFormat format, std::vector<Row> const& rows,
                                     std::string const& header, std::string const& magic, int k) {
    if (target.empty()) return;
    ResultStream stream(target);
    std::string text = format == LocalFormat::csv ? header + "\n" : magic + '\1';
    if (format == LocalFormat::binary) {
        append_bytes(text, local_format_version);
        append_bytes(text, static_cast<std::uint32_t>(k));
    }
    for (Row const& row : rows) {
        append_row(text, row, format);
        if (text.size() < part_bytes) continue;
        stream.write(text);
        text.clear();
    }
    stream.write(text);
    stream.commit();
}

} // namespace

void write_local(LocalRequest const& request, LocalCounts const& counts, int k) {
    write_rows(request.vertices, request.format_of(request.vertices), counts.vertices, "vertex,count", "CERVERT", k);
    write_rows(request.edges, request.format_of(request.edges), counts.edges, "source,target,count", "CEREDGE", k);
}

} // namespace cerrado::command
