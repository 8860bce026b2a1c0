#include <cerrado/graph/io/direction.hpp>

#include <algorithm>
#include <cstdio>
#include <string>

namespace cerrado::detail {
namespace {

// The first line in lower case; at most as long as a header may be.
std::string next_line(std::string_view& bytes) {
    constexpr std::size_t longest = 1024;
    std::size_t const end = std::min(bytes.find('\n'), bytes.size());
    std::string line(bytes.substr(0, std::min(end, longest)));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    for (char& c : line) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return line;
}

} // namespace

SaidDirection said_direction(std::string_view bytes) {
    constexpr int header_lines = 16;
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    SaidDirection said;
    if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
    for (int i = 0; i < header_lines && !bytes.empty() && (bytes[0] == '#' || bytes[0] == '%'); ++i) {
        std::string const line = next_line(bytes);
        if (line.starts_with("%%matrixmarket")) said.directed |= line.find(" general") != std::string::npos;
        said.directed |= line.starts_with("% asym") || line.starts_with("# directed graph");
        said.undirected |= line.starts_with("% sym") || line.starts_with("# undirected graph");
        said.bipartite |= line.starts_with("% bip");
        // The line of sizes: edges, left vertices, right vertices.
        unsigned long long edges = 0, left = 0;
        if (said.bipartite && std::sscanf(line.c_str(), "%% %llu %llu", &edges, &left) == 2) said.left = left;
    }
    return said;
}

} // namespace cerrado::detail
