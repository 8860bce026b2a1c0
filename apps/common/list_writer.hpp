// Listed subgraphs as a file or on standard output, while the search runs.
#pragma once

#include "common/list_options.hpp"
#include "common/output.hpp"

#include <cerrado/runtime/session.hpp>

#include <span>
#include <vector>

namespace cerrado::command {

// Text: a line per subgraph, ids ascending, apart by a blank. Binary: a header of 16 bytes (`CERLIST` and a byte 1; the
// version 1 and k, 32 bits each), then the ids, 64 bits each, little-endian, ascending within a subgraph.
class ListWriter {
public:
    ListWriter(ListRequest const& request, int k);
    ListWriter(ListWriter const&) = delete;

    // k ids each, one subgraph after the other. Throws Error, or ReaderGone where standard output was closed.
    void write(std::span<OriginalId const> ids);
    void commit();
    std::string const& temporary() const { return stream_.temporary(); }

private:
    void write_header();
    void add(std::span<OriginalId const> subgraph);
    void add_text(std::span<OriginalId const> sorted);
    void flush();

    std::size_t k_;
    ListFormat format_;
    ResultStream stream_;
    std::vector<char> buffer_;
    char* end_;
    Stopwatch since_flush_;
};

} // namespace cerrado::command
