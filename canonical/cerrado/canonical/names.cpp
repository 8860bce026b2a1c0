#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/catalogue.hpp>
#include <cerrado/canonical/graph6.hpp>
#include <cerrado/canonical/names.hpp>
#include <cerrado/canonical/parse_pattern.hpp>
#include <cerrado/canonical/transition_table.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/core/wording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cerrado {

namespace {

constexpr char lowest_character = 63;   // '?'
constexpr char highest_character = 126; // '~'
constexpr int bits_per_character = 6;

[[noreturn]] void refuse(std::string_view text, std::string_view reason) {
    throw InputError(
        fmt::format("\"{}\" is not a graph6 pattern: {}; a triangle is \"Bw\", see nauty's formats.txt", text, reason));
}

// Calls take(h, j) for each edge, h < j. Returns: the number of vertices, `most` at most.
template <class Take> int read(std::string_view text, int most, Take const& take) {
    constexpr std::string_view header = ">>graph6<<";
    std::string_view body = text.starts_with(header) ? text.substr(header.size()) : text;
    if (body.empty()) refuse(text, "it is empty");
    for (char character : body)
        if (character < lowest_character || character > highest_character)
            refuse(text, "only the characters '?' to '~' are allowed");

    int const vertices = body[0] - lowest_character;
    if (vertices < 1 || vertices > most)
        refuse(text, fmt::format("its first character must say 1 to {} vertices", most));
    int const bits = adjacency_bits(vertices);
    std::size_t const expected = 1 + static_cast<std::size_t>((bits + bits_per_character - 1) / bits_per_character);
    if (body.size() != expected)
        refuse(text, fmt::format("{} take{} {} characters, not {}", counted(static_cast<WideCount>(vertices), "vertex"),
                                 vertices == 1 ? "s" : "", expected, body.size()));

    auto const has = [&](int bit) {
        int const value = body[1 + static_cast<std::size_t>(bit / bits_per_character)] - lowest_character;
        return (value >> (bits_per_character - 1 - bit % bits_per_character) & 1) != 0;
    };
    for (int bit = bits; bit < static_cast<int>(expected - 1) * bits_per_character; ++bit)
        if (has(bit)) refuse(text, "the padding at its end is not zero");
    for (int j = 1; j < vertices; ++j)
        for (int h = 0; h < j; ++h)
            if (has(adjacency_bits(j) + h)) take(h, j);
    return vertices;
}

template <class Has> std::string written(int vertices, Has const& has) {
    std::string text(1, static_cast<char>(lowest_character + vertices));
    int bit = 0;
    for (int j = 1; j < vertices; ++j) {
        for (int h = 0; h < j; ++h, ++bit) {
            if (bit % bits_per_character == 0) text.push_back(lowest_character);
            if (has(h, j)) text.back() += static_cast<char>(1 << (bits_per_character - 1 - bit % bits_per_character));
        }
    }
    return text;
}

} // namespace

std::string format_graph6(int k, std::uint64_t adjacency) {
    require_adjacency(k, adjacency);
    return written(k, [&](int h, int j) { return adjacent(adjacency, h, j); });
}

std::string format_graph6(Pattern const& pattern) {
    return written(pattern.size(), [&](int h, int j) { return (pattern.edges(h) & Pattern::bit(j)) != 0; });
}

std::uint64_t parse_graph6(std::string_view text, int& k) {
    std::uint64_t adjacency = 0;
    k = read(text, max_adjacency_vertices, [&](int h, int j) { adjacency |= adjacency_bit(h, j); });
    return adjacency;
}

Pattern parse_graph6(std::string_view text) {
    std::vector<std::pair<int, int>> edges;
    Pattern pattern(read(text, Pattern::max_vertices, [&](int h, int j) { edges.emplace_back(h, j); }));
    for (auto const& [h, j] : edges) pattern.require_edge(h, j);
    return pattern;
}

std::span<DirectedName const> directed_names() {
    static std::vector<DirectedName> const names = {
        {"1>0,1>2", {"021D"}},
        {"0>1,2>1", {"021U"}},
        {"0>1,1>2", {"021C"}},
        {"0<>1,2>1", {"111D"}},
        {"0<>1,1>2", {"111U"}},
        {"0>1,0>2,1>2", {"030T", "FFL", "feed-forward-loop"}},
        {"0>1,1>2,2>0", {"030C", "feedback-loop"}},
        {"0<>1,1<>2", {"201"}},
        {"1>0,1>2,0<>2", {"120D"}},
        {"0>1,2>1,0<>2", {"120U"}},
        {"0>1,1>2,0<>2", {"120C"}},
        {"0>1,1<>2,0<>2", {"210"}},
        {"0<>1,1<>2,0<>2", {"300"}},
        {"0>2,0>3,1>2,1>3", {"bi-fan"}},
        {"0>1,0>2,1>3,2>3", {"bi-parallel"}},
    };
    return names;
}

std::vector<std::string> names_of_directed(int k, PatternWord canonical) {
    static std::map<std::pair<int, PatternWord>, DirectedName const*> const by_arcs = [] {
        std::map<std::pair<int, PatternWord>, DirectedName const*> all;
        for (DirectedName const& each : directed_names()) {
            Pattern const pattern = parse_pattern(each.items);
            all.emplace(std::pair(pattern.size(), canonical_arcs(pattern.size(), *arcs_of(pattern)).arcs), &each);
        }
        return all;
    }();
    auto const found = by_arcs.find({k, canonical});
    return found == by_arcs.end() ? std::vector<std::string>() : found->second->names;
}

namespace {

using Names = std::vector<std::string>; // the name, then its aliases

struct ListedNames {
    char const* graph6;
    Names names;
};

// Paths, cycles and cliques by their vertices, stars by their leaves and wheels by their rim, at every size. The others
// as ISGCI, networkx and the House of Graphs call them; behind those the names that the literature of motifs has.
std::vector<ListedNames> const& listed_names() {
    static std::vector<ListedNames> const names = {
        {"A_", {"edge", "K2", "P2", "2-clique", "1-star", "K1,1"}},
        {"BW", {"3-path", "P3", "wedge", "2-star", "cherry", "K1,2"}},
        {"Bw", {"triangle", "K3", "C3", "3-cycle", "3-clique"}},
        {"CF", {"3-star", "claw", "K1,3"}},
        {"CR", {"4-path", "P4"}},
        {"CN", {"paw", "3-pan", "tailed-triangle", "4-tailed-triangle", "(3,1)-lollipop", "(3,1)-tadpole"}},
        {"Cr", {"4-cycle", "C4", "K2,2", "square", "rectangle"}},
        {"C^", {"diamond", "K4-e", "K1,1,2", "chordal-cycle", "chordal-4-cycle", "4-chordal-cycle", "2-book"}},
        {"C~", {"4-clique", "K4", "tetrahedron", "tetrahedral", "3-wheel", "W3"}},
        {"D?{", {"4-star", "K1,4"}},
        {"D@s", {"fork", "chair", "Prong"}},
        {"DDW", {"5-path", "P5"}},
        {"D@{", {"cricket", "Forktailed-tri"}},
        {"DBw", {"banner", "4-pan", "Tailed-4-cycle", "tailed-square"}},
        {"DD[", {"bull", "Doubletailed-tri"}},
        {"D`[", {"(3,2)-tadpole", "(3,2)-lollipop", "Lontailed-tri", "long-tailed-triangle"}},
        {"DqK", {"5-cycle", "C5", "pentagon"}},
        {"DB{", {"dart", "Stingray"}},
        {"DFw", {"K2,3", "3-wedge-col"}},
        {"DJk", {"kite", "Cobra", "co-fork", "co-chair"}},
        {"D`{", {"butterfly", "2-windmill", "Hourglass", "bowtie"}},
        {"Dd[", {"house", "Hatted-4-cycle", "co-P5"}},
        {"DF{", {"K1,1,3", "3-book", "3-tri-collision"}},
        {"DJ{", {"(4,1)-lollipop", "Tailed-4-clique"}},
        {"DR{", {"gem", "4-fan", "Triangle-strip"}},
        {"Dr[", {"co-(P2+P3)", "Diamond-wed-col"}},
        {"DN{", {"house-x", "Hatted-4-clique"}},
        {"Dr{", {"4-wheel", "W4", "K1,2,2"}},
        {"D^{", {"K5-e", "Almost-5-clique"}},
        {"D~{", {"5-clique", "K5"}},
    };
    return names;
}

using NameMap = std::unordered_map<std::uint64_t, Names>; // by canonical adjacency

// A graph under construction.
class Sketch {
public:
    Sketch& edge(int u, int v) {
        adjacency_ |= adjacency_bit(u, v);
        return *this;
    }
    Sketch& path(int begin, int end) {
        for (int v = begin; v + 1 < end; ++v) edge(v, v + 1);
        return *this;
    }
    Sketch& cycle(int begin, int end) { return path(begin, end).edge(begin, end - 1); }
    Sketch& clique(int begin, int end) {
        for (int v = begin; v < end; ++v)
            for (int u = begin; u < v; ++u) edge(u, v);
        return *this;
    }
    Sketch& hub(int centre, int begin, int end) {
        for (int v = begin; v < end; ++v) edge(centre, v);
        return *this;
    }
    // Vertex begin + i with vertex begin + size + i.
    Sketch& rungs(int begin, int size) {
        for (int i = 0; i < size; ++i) edge(begin + i, begin + size + i);
        return *this;
    }
    Sketch& without(int u, int v) {
        adjacency_ &= ~adjacency_bit(u, v);
        return *this;
    }
    std::uint64_t adjacency() const { return adjacency_; }

private:
    std::uint64_t adjacency_ = 0;
};

Sketch complete_multipartite(std::vector<int> const& parts) {
    Sketch sketch;
    int begin = 0;
    for (int part : parts) {
        for (int v = begin; v < begin + part; ++v) sketch.hub(v, 0, begin);
        begin += part;
    }
    return sketch;
}

class Families {
public:
    explicit Families(int k) : k_(k) {}

    NameMap build() {
        add_simple();
        add_decorated();
        if (k_ % 2 == 0) add_doubled(k_ / 2);
        if (k_ % 2 == 1) add_windmill();
        if (k_ == 9) add_grid();
        if (k_ == 10) add_petersen();
        std::vector<int> parts;
        add_multipartite(parts, k_, 1);
        return std::move(names_);
    }

private:
    // The first name of a graph stands; later ones are aliases.
    void add(Names const& names, Sketch const& sketch) {
        Names& all = names_[canonical_form(k_, sketch.adjacency()).adjacency];
        for (std::string const& name : names)
            if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    }

    static std::string named(int size, char const* family) { return fmt::format("{}-{}", size, family); }

    void add_simple() {
        int const less = k_ - 1;
        add({named(k_, "path"), fmt::format("P{}", k_)}, Sketch().path(0, k_));
        add({named(k_, "cycle"), fmt::format("C{}", k_)}, Sketch().cycle(0, k_));
        add({named(less, "star")}, Sketch().hub(less, 0, less));
        add({named(k_, "clique"), fmt::format("K{}", k_)}, Sketch().clique(0, k_));
        add({fmt::format("K{}-e", k_), fmt::format("Almost-{}-clique", k_)}, Sketch().clique(0, k_).without(0, 1));
        add({named(less, "wheel"), fmt::format("W{}", less)}, Sketch().cycle(0, less).hub(less, 0, less));
        add({named(less, "fan")}, Sketch().path(0, less).hub(less, 0, less));
        add({fmt::format("K1,1,{}", k_ - 2), named(k_ - 2, "book")}, Sketch().hub(0, 1, k_).hub(1, 2, k_));
    }

    void add_decorated() {
        int const last = k_ - 1;
        add({named(last, "pan"), fmt::format("Tailed-{}-cycle", last)}, Sketch().cycle(0, last).edge(last - 1, last));
        add({fmt::format("({},1)-lollipop", last), fmt::format("Tailed-{}-clique", last)},
            Sketch().clique(0, last).edge(last - 1, last));
        add({fmt::format("Hatted-{}-cycle", last)}, Sketch().cycle(0, last).edge(last, 0).edge(last, 1));
        add({fmt::format("Hatted-{}-clique", last)}, Sketch().clique(0, last).edge(last, 0).edge(last, 1));
    }

    void add_doubled(int half) {
        add({named(half, "barbell"), half == 3 ? "dumbbell" : named(half, "clique-dumbbell")},
            Sketch().clique(0, half).clique(half, k_).edge(half - 1, half));
        add({half == 3 ? "net" : named(half, "clique-net")}, Sketch().clique(0, half).rungs(0, half));
        if (half > 3) add({named(half, "sunlet")}, Sketch().cycle(0, half).rungs(0, half));
        Sketch sun = Sketch().clique(0, half).rungs(0, half).edge(0, k_ - 1);
        for (int i = 1; i < half; ++i) sun.edge(i, half + i - 1);
        add({named(half, "sun"), fmt::format("sun{}", half)}, sun);
        Names const prism = half == 3   ? Names{"prism", "triangular-prism"}
                            : half == 4 ? Names{"cube", "cubical"}
                                        : Names{named(half, "prism")};
        add(prism, Sketch().cycle(0, half).cycle(half, k_).rungs(0, half));
        add({half == 3 ? "domino" : named(half, "ladder")}, Sketch().path(0, half).path(half, k_).rungs(0, half));
        if (half == 3) add({"octahedron", "octahedral"}, complete_multipartite({2, 2, 2}));
    }

    void add_windmill() {
        Sketch windmill = Sketch().hub(k_ - 1, 0, k_ - 1);
        for (int v = 0; v + 1 < k_; v += 2) windmill.edge(v, v + 1);
        add({named(k_ / 2, "windmill")}, windmill);
    }

    void add_grid() {
        Sketch grid;
        for (int row = 0; row < 9; row += 3) grid.path(row, row + 3);
        add({"3x3-grid"}, grid.rungs(0, 3).rungs(3, 3));
    }

    void add_petersen() {
        Sketch petersen = Sketch().cycle(0, 5).rungs(0, 5);
        for (int v = 0; v < 5; ++v) petersen.edge(5 + v, 5 + (v + 2) % 5);
        add({"Petersen"}, petersen);
    }

    // Complete multipartite graphs by ascending part sizes: K3,3, K2,2,2, ... formerly K33, K222. K15 is no star.
    void add_multipartite(std::vector<int>& parts, int left, int smallest) {
        // With a part for each vertex it is a clique, which has its name.
        if (left == 0 && parts.size() >= 2 && static_cast<int>(parts.size()) < k_) {
            std::string former = "K";
            for (int part : parts) former += fmt::format("{}", part);
            Names names{fmt::format("K{}", fmt::join(parts, ","))};
            bool const is_star = parts.size() == 2 && parts.front() == 1;
            if (!is_star) names.push_back(former);
            add(names, complete_multipartite(parts));
        }
        for (int part = smallest; part <= left; ++part) {
            parts.push_back(part);
            add_multipartite(parts, left - part, part);
            parts.pop_back();
        }
    }

    int k_;
    NameMap names_;
};

NameMap names_of(int k) {
    if (k > 5) return Families(k).build();
    NameMap names;
    for (ListedNames const& entry : listed_names()) {
        int size = 0;
        std::uint64_t const adjacency = parse_graph6(entry.graph6, size);
        if (size == k) names.emplace(canonical_form(k, adjacency).adjacency, entry.names);
    }
    return names;
}

// Built when a pattern of that size is named for the first time.
NameMap const& names_by_size(int k) {
    static std::array<std::once_flag, max_adjacency_vertices + 1> built;
    static std::array<NameMap, max_adjacency_vertices + 1> names;
    auto const size = static_cast<std::size_t>(k);
    std::call_once(built[size], [&] { names[size] = names_of(k); });
    return names[size];
}

Names const& names_for(int k, std::uint64_t canonical) {
    static Names const none;
    require_adjacency(k, canonical);
    NameMap const& of_size = names_by_size(k);
    auto const found = of_size.find(canonical);
    return found == of_size.end() ? none : found->second;
}

} // namespace

std::string common_name(int k, std::uint64_t canonical) {
    Names const& names = names_for(k, canonical);
    return names.empty() ? std::string() : names.front();
}

std::vector<std::string> name_aliases(int k, std::uint64_t canonical) {
    Names const& names = names_for(k, canonical);
    return names.empty() ? Names() : Names(names.begin() + 1, names.end());
}

std::string plain_name(std::string_view name) {
    std::string plain;
    for (char const c : name) {
        if (c != '-' && c != '_' && c != ' ') {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    if (plain.ends_with("graph")) plain.resize(plain.size() - std::string_view("graph").size());
    return plain;
}

std::optional<NamedAdjacency> find_named(std::string_view name) {
    std::string const plain = plain_name(name);
    auto const is_alike = [&](std::string const& other) { return plain_name(other) == plain; };
    for (bool const aliases : {false, true}) {
        for (int k = 2; k <= max_adjacency_vertices; ++k) {
            for (auto const& [adjacency, names] : names_by_size(k)) {
                auto const own = names.begin() + 1;
                if (aliases ? std::any_of(own, names.end(), is_alike) : is_alike(names.front())) {
                    return NamedAdjacency{k, adjacency};
                }
            }
        }
    }
    return std::nullopt;
}

std::vector<NamedAdjacency> all_named() {
    std::vector<NamedAdjacency> all;
    for (int k = 2; k <= max_adjacency_vertices; ++k) {
        for (auto const& each : names_by_size(k)) all.push_back({k, each.first});
    }
    std::ranges::sort(all, {}, [](NamedAdjacency const& each) {
        return std::tuple(each.k, std::popcount(each.adjacency), each.adjacency);
    });
    return all;
}

PatternInfo describe_pattern(int k, std::uint64_t canonical_adjacency) {
    if (k < 2) throw InputError("a pattern of fewer than 2 vertices has no name: give 2 or more");
    return describe_canonical(k, canonical_form(k, canonical_adjacency).adjacency);
}

PatternInfo describe_canonical(int k, std::uint64_t canonical_adjacency) {
    return {format_graph6(k, canonical_adjacency), common_name(k, canonical_adjacency),
            name_aliases(k, canonical_adjacency), edges_of(k, canonical_adjacency)};
}

PatternInfo describe_canonical(PatternKind kind, int k, PatternWord canonical) {
    if (kind == PatternKind::undirected) return describe_canonical(k, static_cast<std::uint64_t>(canonical));
    std::vector<std::string> names = names_of_directed(k, canonical);
    PatternInfo info{format_digraph6(k, canonical), {}, {}, arcs_of(k, canonical)};
    if (names.empty()) return info;
    info.name = names.front();
    info.aliases.assign(names.begin() + 1, names.end());
    return info;
}

std::vector<PatternInfo> describe_all(TransitionTable const& table) {
    std::vector<PatternInfo> patterns;
    patterns.reserve(table.representatives(table.k()).size());
    for (std::uint64_t adjacency : table.representatives(table.k()))
        patterns.push_back(describe_canonical(table.kind(), table.k(), adjacency));
    return patterns;
}

} // namespace cerrado
