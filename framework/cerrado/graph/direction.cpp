#include <cerrado/graph/direction.hpp>

#include <algorithm>
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

bool says_directed(std::string_view bytes) {
    constexpr int header_lines = 16;
    for (int i = 0; i < header_lines && !bytes.empty() && (bytes[0] == '#' || bytes[0] == '%'); ++i) {
        std::string const line = next_line(bytes);
        if (line.starts_with("%%matrixmarket")) return line.find(" general") != std::string::npos;
        if (line.starts_with("% asym")) return true;
        if (line.starts_with("# directed graph")) return true;
    }
    return false;
}

} // namespace cerrado::detail
