#include <cerrado/core/nearest.hpp>

#include <algorithm>
#include <cstddef>

namespace cerrado {
namespace {

// How many letters to change, add, remove or swap with their neighbour (Damerau and Levenshtein, each place once).
std::size_t distance(std::string const& a, std::string const& b) {
    std::vector<std::vector<std::size_t>> to(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                to[i][j] = i + j;
                continue;
            }
            std::size_t const change = a[i - 1] == b[j - 1] ? 0 : 1;
            to[i][j] = std::min({to[i - 1][j] + 1, to[i][j - 1] + 1, to[i - 1][j - 1] + change});
            bool const swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) to[i][j] = std::min(to[i][j], to[i - 2][j - 2] + 1);
        }
    }
    return to[a.size()][b.size()];
}

} // namespace

std::string nearest(std::string const& word, std::vector<std::string> const& known) {
    std::string found;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (std::string const& candidate : known) {
        std::size_t const away = distance(word, candidate);
        if (away >= least) continue;
        least = away;
        found = candidate;
    }
    return found;
}

} // namespace cerrado
