// What the fuzzer calls for each reader, and what the ordinary tests replay: any bytes give a sound graph or a
// cerrado::Error, and nothing else.
#pragma once

#include "attempt.hpp"
#include "binary_targets.hpp"

#include <cerrado/graph/detail/cgz/cgz.hpp>
#include <cerrado/graph/detail/io/formats.hpp>
#include <cerrado/graph/detail/io/tables/matrix.hpp>
#include <cerrado/graph/detail/io/tables/table.hpp>
#include <cerrado/graph/io.hpp>
#include <cerrado/graph/names.hpp>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace cerrado::fuzz {

inline bool edge_list(std::string_view bytes) {
    return attempt([&] { return detail::read_edge_list(bytes, "fuzz.txt"); });
}

inline bool named_edge_list(std::string_view bytes) {
    return attempt([&] {
        Graph const graph = detail::read_edge_list(bytes, "fuzz.txt", {.names = true});
        if (graph.vertex_count() > 0) require_names(graph);
        return graph;
    });
}

inline bool adjacency_list(std::string_view bytes) {
    ReadReport report;
    bool const by_name =
        attempt([&] { return detail::read_adjacency_list(bytes, "fuzz.adjlist", {.names = true}, report); });
    return attempt([&] { return detail::read_adjacency_list(bytes, "fuzz.adjlist", {}, report); }) || by_name;
}

inline bool matrix(std::string_view bytes) {
    ReadReport report;
    return attempt([&] {
        if (!detail::is_matrix(bytes, "fuzz.adjacency")) throw InputError("no matrix");
        return detail::read_matrix(bytes, "fuzz.adjacency", {}, report);
    });
}

// Whatever lines of numbers and words are, by numbers, names, directions and columns.
inline bool table(std::string_view bytes) {
    bool is_read = false;
    for (ReadOptions const& options : {ReadOptions{}, ReadOptions{.names = true}, ReadOptions{.directed = true},
                                       ReadOptions{.edge_labels = true}, ReadOptions{.columns = "2,3"}}) {
        ReadReport report;
        is_read |= attempt([&] { return detail::read_table(bytes, "fuzz.txt", options, report); });
    }
    return is_read;
}

inline bool matrix_market(std::string_view bytes) {
    ReadReport report;
    attempt([&] { return detail::read_matrix_market(bytes, "fuzz.mtx", {.attributes = true}, report); });
    return attempt([&] { return detail::read_matrix_market(bytes, "fuzz.mtx", {}, report); });
}

inline bool metis(std::string_view bytes) {
    return attempt([&] { return detail::read_metis(bytes, "fuzz.graph"); });
}

inline bool graphml(std::string_view bytes) {
    ReadReport report;
    return attempt([&] {
        Graph const graph = detail::read_graphml(bytes, "fuzz.graphml", {}, report);
        if (has_names(graph)) require_names(graph);
        return graph;
    });
}

inline bool lg(std::string_view bytes) {
    ReadReport report;
    return attempt([&] { return detail::read_lg(bytes, "fuzz.lg", {}, report); });
}

// Checksums keep a fuzzer out of all that comes after them, so the bytes are read again with checksums that fit.
inline std::string with_fitting_checksums(std::string_view bytes) {
    std::string sealed(bytes);
    detail::BinaryCsrHeader header;
    if (sealed.size() < sizeof header) return sealed;
    detail::Checksum arrays;
    arrays.add(bytes.substr(sizeof header));
    std::memcpy(&header, sealed.data(), sizeof header);
    header.array_checksum = arrays.value();
    detail::Checksum front;
    std::string_view const all{reinterpret_cast<char const*>(&header), sizeof header};
    front.add(all.substr(0, offsetof(detail::BinaryCsrHeader, header_checksum)));
    if (header.version > 1) front.add(all.substr(offsetof(detail::BinaryCsrHeader, arcs_position)));
    header.header_checksum = front.value();
    std::memcpy(sealed.data(), &header, sizeof header);
    return sealed;
}

inline bool binary_csr(std::string_view bytes) {
    bool const as_it_is = attempt([&] { return detail::read_binary_csr(bytes, "fuzz.cbin"); });
    std::string const sealed = with_fitting_checksums(bytes);
    return attempt([&] { return detail::read_binary_csr(sealed, "fuzz.cbin"); }) || as_it_is;
}

// A file of a few bytes may hold many edges: one of all pairs of a group. Those are right to read, and left out here.
inline bool is_small(detail::cgz::Layout const& layout) {
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < layout.block_count(); ++i)
        pairs += std::min<std::uint64_t>(layout.block(i).group_pairs, 1 << 20);
    return layout.header().vertex_count <= 1 << 20 && layout.header().edge_count <= 1 << 20 && pairs < 1 << 20;
}

inline void put_into(std::string& bytes, std::size_t place, std::string_view part) {
    std::copy(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(place));
}

template <class Entry> std::string_view bytes_of_entry(Entry const& entry) {
    return {reinterpret_cast<char const*>(&entry), sizeof entry};
}

// With checksums that fit, in the first header and index. The bytes are those of a header whose counts are sound.
inline std::string with_fitting_checksums_of_parts(std::string_view bytes) {
    using namespace detail::cgz;
    std::string sealed(bytes);
    Header header;
    if (bytes.size() < sizeof header) return sealed;
    std::memcpy(&header, bytes.data(), sizeof header);
    std::uint64_t const entries = header.block_count * sizeof(BlockEntry) + header.section_count * sizeof(SectionEntry);
    if (entries > bytes.size() || header.mention_bytes > bytes.size()) return sealed;
    std::uint64_t const index = entries + header.mention_bytes;
    if (sizeof header + index > bytes.size()) return sealed;
    std::uint64_t position = sizeof header + index;
    auto const seal = [&](auto entry, std::size_t place) {
        std::memcpy(&entry, bytes.data() + place, sizeof entry);
        if (position > bytes.size() || entry.bytes > bytes.size() - position) return;
        entry.checksum = checksum_of(bytes.substr(position, entry.bytes));
        position += entry.bytes;
        put_into(sealed, place, bytes_of_entry(entry));
    };
    std::size_t place = sizeof header;
    for (std::uint32_t i = 0; i < header.block_count; ++i, place += sizeof(BlockEntry)) seal(BlockEntry{}, place);
    for (std::uint32_t i = 0; i < header.section_count; ++i, place += sizeof(SectionEntry)) seal(SectionEntry{}, place);
    header.index_checksum = checksum_of(std::string_view(sealed).substr(sizeof header, index));
    header.file_bytes = bytes.size();
    header.header_checksum = header_checksum(header);
    put_into(sealed, 0, bytes_of_entry(header));
    return sealed;
}

inline bool compressed(std::string_view bytes) {
    auto const read = [](std::string_view all) {
        return attempt([&] {
            if (!is_small(detail::cgz::Layout(all, "fuzz.cgz"))) throw InputError("too large for the fuzzer");
            detail::cgz::read_compressed(all, "fuzz.cgz", {.damage = [](std::string const&) {}});
            return detail::cgz::read_compressed(all, "fuzz.cgz");
        });
    };
    bool const as_it_is = read(bytes);
    return read(with_fitting_checksums_of_parts(bytes)) || as_it_is;
}

// The whole door: gzip and the detection of the format, then whichever reader that leads to.
inline bool any_format(std::string_view bytes) {
    return attempt([&] { return detail::read_buffer(bytes, "fuzz"); });
}

} // namespace cerrado::fuzz
