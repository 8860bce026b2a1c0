#include <cerrado/graph/generators.hpp>

#include <cerrado/core/detail/philox.hpp>
#include <cerrado/core/detail/wording.hpp>
#include <cerrado/core/error.hpp>
#include <cerrado/graph/columns.hpp>
#include <cerrado/graph/detail/columns.hpp>
#include <cerrado/graph/detail/generate/generator_spec.hpp>
#include <cerrado/graph/detail/generate/random_items.hpp>
#include <cerrado/graph/detail/generate/random_source.hpp>
#include <cerrado/graph/detail/order/shares.hpp>
#include <cerrado/graph/graph.hpp>
#include <cerrado/graph/marks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <limits>
#include <numeric>
#include <span>
#include <unistd.h>
#include <utility>

namespace cerrado {

// A random simple graph in which every vertex has degree d.

// Uses the pairing model, and removes its self-loops and repeated edges by switching (McKay and Wormald 1990). If d is
// above half of the vertices, it draws the complement. Requires: d < n or d == 0, n * d even. O(n d + d^3) expected, 16
// bytes per edge.
std::vector<Edge> random_regular_edges(std::uint64_t n, std::uint64_t d, RandomSource& random);

namespace {

constexpr std::string_view prefix = "gen:";

std::uint64_t power_of_ten(int exponent) {
    std::uint64_t result = 1;
    for (; exponent > 0; --exponent) result *= 10;
    return result;
}

// Returns: a decimal number in units of 10^-decimals. Returns nothing if `text` is not a number or has more decimals.
std::optional<std::uint64_t> read_number(std::string_view text, int decimals) {
    std::string digits(text.substr(0, text.find('.')));
    std::string_view fraction = text.size() > digits.size() ? text.substr(digits.size() + 1) : std::string_view{};
    bool const point_without_digits = text.size() > digits.size() && fraction.empty();
    if (digits.empty() || point_without_digits || fraction.size() > static_cast<std::size_t>(decimals)) return {};
    digits.append(fraction);
    digits.append(static_cast<std::size_t>(decimals) - fraction.size(), '0');
    if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) return {};
    std::uint64_t value = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) return {};
    return value;
}

[[noreturn]] void refuse_spec(std::string const& spec, std::string const& what, GeneratorKind const& kind) {
    throw InputError(fmt::format("{}: {}; {} takes {}, e.g. {}", spec, what, kind.name, kind.usage(), kind.example));
}

GeneratorKind const& find_kind(std::string const& spec, std::string_view name) {
    auto const& kinds = generator_kinds();
    auto const kind = std::find_if(kinds.begin(), kinds.end(), [name](auto const& k) { return k.name == name; });
    if (kind != kinds.end()) return *kind;
    std::vector<std::string_view> names;
    for (auto const& known : kinds) names.push_back(known.name);
    throw InputError(fmt::format("{}: unknown generator '{}'; kinds are {}, e.g. {}", spec, name, joined(names, ", "),
                                 kinds.front().example));
}

std::uint64_t read_value(std::string const& spec, GeneratorKind const& kind, GeneratorParameter const& parameter,
                         std::string_view text) {
    auto const value = read_number(text, parameter.decimals);
    if (!value || *value < parameter.least || *value > parameter.most) {
        refuse_spec(
            spec,
            fmt::format("{}={} is not {} from {} to {}", parameter.name, text,
                        parameter.decimals == 0 ? std::string("a whole number")
                                                : fmt::format("a number with at most {} decimals", parameter.decimals),
                        parameter.show(parameter.least), parameter.show(parameter.most)),
            kind);
    }
    return *value;
}

void read_assignment(std::string const& spec, GeneratorKind const& kind, std::string_view assignment,
                     std::vector<std::optional<std::uint64_t>>& values) {
    std::size_t const equals = assignment.find('=');
    if (equals == std::string_view::npos) refuse_spec(spec, fmt::format("'{}' is not key=value", assignment), kind);
    std::string_view const key = assignment.substr(0, equals);
    auto const& known = kind.parameters;
    auto const parameter = std::find_if(known.begin(), known.end(), [key](auto const& p) { return p.name == key; });
    if (parameter == known.end()) refuse_spec(spec, fmt::format("unknown parameter '{}'", key), kind);
    auto& value = values[static_cast<std::size_t>(parameter - known.begin())];
    if (value) refuse_spec(spec, fmt::format("parameter '{}' is given twice", key), kind);
    value = read_value(spec, kind, *parameter, assignment.substr(equals + 1));
}

} // namespace

std::string GeneratorParameter::show(std::uint64_t value) const {
    if (decimals == 0) return std::to_string(value);
    std::uint64_t const unit = power_of_ten(decimals);
    std::string text = fmt::format("{}.{:0{}}", value / unit, value % unit, decimals);
    while (text.back() == '0' && text[text.size() - 2] != '.') text.pop_back();
    return text;
}

std::string GeneratorKind::usage() const {
    std::string text;
    for (auto const& parameter : parameters) {
        if (!text.empty()) text += ", ";
        text += parameter.name;
        if (!parameter.standard) continue;
        text += '=';
        text += parameter.show(*parameter.standard);
    }
    return text;
}

std::uint64_t GeneratorValues::operator[](std::string_view name) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        if (parameters_[i].name == name) return values_[i];
    }
    throw Error(fmt::format(
        "{}: the generator reads a parameter '{}' that its kind does not have; this is a bug, please report it", spec_,
        name));
}

void GeneratorValues::refuse(std::string_view key, std::string const& accepted) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        if (parameters_[i].name == key) {
            throw InputError(
                fmt::format("{}: {}={} is out of range; {}", spec_, key, parameters_[i].show(values_[i]), accepted));
        }
    }
    throw InputError(fmt::format("{}: {}", spec_, accepted));
}

GeneratorRequest parse_generator_spec(std::string const& spec) {
    std::string_view rest = std::string_view(spec).substr(prefix.size());
    std::size_t const colon = std::min(rest.find(':'), rest.size());
    GeneratorKind const& kind = find_kind(spec, rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    std::vector<std::optional<std::uint64_t>> given(kind.parameters.size());
    for (bool more = !rest.empty(); more;) {
        std::size_t const comma = std::min(rest.find(','), rest.size());
        read_assignment(spec, kind, rest.substr(0, comma), given);
        more = comma < rest.size();
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < given.size(); ++i) {
        auto const& parameter = kind.parameters[i];
        if (!given[i] && !parameter.standard)
            refuse_spec(spec, fmt::format("parameter '{}' is missing", parameter.name), kind);
        values.push_back(given[i] ? *given[i] : *parameter.standard);
    }
    return {kind, GeneratorValues(spec, kind.parameters, std::move(values))};
}

// The generators without randomness.

namespace {

Edge edge(std::uint64_t source, std::uint64_t target) {
    return {static_cast<VertexId>(source), static_cast<VertexId>(target)};
}

GeneratorParameter count_of(std::string_view name, std::uint64_t least = 0) {
    return {name, least, most_vertices, std::nullopt};
}

GeneratorKind complete() {
    return {"complete",
            "every pair of n vertices",
            "gen:complete:n=8",
            {count_of("n")},
            [](GeneratorValues const& values) {
                std::uint64_t const n = values["n"];
                return GeneratorSize{n, n == 0 ? 0 : n * (n - 1) / 2};
            },
            [](GeneratorValues const& values, Team&) {
                UnfilledVector<Edge> edges;
                for (std::uint64_t v = 0; v < values["n"]; ++v) {
                    for (std::uint64_t u = 0; u < v; ++u) edges.push_back(edge(u, v));
                }
                return edges;
            }};
}

GeneratorKind star() {
    return {"star",
            "vertex 0 joined to n-1 others",
            "gen:star:n=10",
            {count_of("n")},
            [](GeneratorValues const& values) {
                return GeneratorSize{values["n"], values["n"] == 0 ? 0 : values["n"] - 1};
            },
            [](GeneratorValues const& values, Team&) {
                UnfilledVector<Edge> edges;
                for (std::uint64_t v = 1; v < values["n"]; ++v) edges.push_back(edge(0, v));
                return edges;
            }};
}

GeneratorKind path() {
    return {"path",
            "0 - 1 - ... - n-1",
            "gen:path:n=10",
            {count_of("n")},
            [](GeneratorValues const& values) {
                return GeneratorSize{values["n"], values["n"] == 0 ? 0 : values["n"] - 1};
            },
            [](GeneratorValues const& values, Team&) {
                UnfilledVector<Edge> edges;
                for (std::uint64_t v = 1; v < values["n"]; ++v) edges.push_back(edge(v - 1, v));
                return edges;
            }};
}

GeneratorKind cycle() {
    return {"cycle",
            "a path of n vertices, closed",
            "gen:cycle:n=10",
            {count_of("n", 3)},
            [](GeneratorValues const& values) {
                return GeneratorSize{values["n"], values["n"]};
            },
            [](GeneratorValues const& values, Team&) {
                UnfilledVector<Edge> edges;
                for (std::uint64_t v = 0; v < values["n"]; ++v) edges.push_back(edge(v, (v + 1) % values["n"]));
                return edges;
            }};
}

GeneratorSize grid_size(GeneratorValues const& values) {
    std::uint64_t const rows = values["rows"], columns = values["columns"];
    if (rows * columns > most_vertices) {
        values.refuse("rows", "rows times columns may be at most " + std::to_string(most_vertices));
    }
    return {rows * columns, 2 * rows * columns};
}

UnfilledVector<Edge> grid_edges(GeneratorValues const& values, Team&) {
    std::uint64_t const rows = values["rows"], columns = values["columns"];
    UnfilledVector<Edge> edges;
    for (std::uint64_t row = 0; row < rows; ++row) {
        for (std::uint64_t column = 0; column < columns; ++column) {
            std::uint64_t const v = row * columns + column;
            if (column + 1 < columns) edges.push_back(edge(v, v + 1));
            if (row + 1 < rows) edges.push_back(edge(v, v + columns));
        }
    }
    return edges;
}

GeneratorSize bipartite_size(GeneratorValues const& values) {
    if (values["a"] + values["b"] > most_vertices) {
        values.refuse("a", "a plus b may be at most " + std::to_string(most_vertices));
    }
    return {values["a"] + values["b"], values["a"] * values["b"]};
}

UnfilledVector<Edge> bipartite_edges(GeneratorValues const& values, Team&) {
    std::uint64_t const a = values["a"], b = values["b"];
    UnfilledVector<Edge> edges;
    for (std::uint64_t u = 0; u < a; ++u) {
        for (std::uint64_t v = a; v < a + b; ++v) edges.push_back(edge(u, v));
    }
    return edges;
}

} // namespace

std::vector<GeneratorKind> plain_kinds() {
    return {complete(),
            star(),
            path(),
            cycle(),
            {"grid",
             "a rows x columns lattice",
             "gen:grid:rows=10,columns=20",
             {count_of("rows"), count_of("columns")},
             grid_size,
             grid_edges},
            {"bipartite",
             "complete, parts of a and b vertices",
             "gen:bipartite:a=3,b=4",
             {count_of("a"), count_of("b")},
             bipartite_size,
             bipartite_edges}};
}

namespace {

// Counts the numbers of a stream in blocks: the count of a block is the number of those that below() takes.
class TakenNumbers {
public:
    TakenNumbers(RandomSource const& random, std::uint64_t bound) : random_(random), bound_(bound) {}

    // Counts on until `wanted` numbers are taken.
    void count(std::uint64_t wanted, Team& team) {
        while (before_.back() < wanted) {
            std::size_t const known = before_.size() - 1;
            std::size_t const more = static_cast<std::size_t>((wanted - before_.back()) / block + 1);
            before_.resize(known + more + 1);
            team.run([&](Member member) {
                member.for_part_of(more, [&](std::size_t i) { before_[known + i + 1] = taken_in(known + i); });
            });
            std::partial_sum(before_.begin() + static_cast<std::ptrdiff_t>(known), before_.end(),
                             before_.begin() + static_cast<std::ptrdiff_t>(known));
        }
    }

    // Requires: more than `taken` were counted. Returns: the number of numbers up to the one with which this many are
    // taken.
    std::uint64_t place(std::uint64_t taken) const {
        if (taken == 0) return 0;
        auto const after = std::ranges::lower_bound(before_, taken) - before_.begin();
        std::uint64_t number = static_cast<std::uint64_t>(after - 1) * block;
        std::uint64_t left = taken - before_[static_cast<std::size_t>(after - 1)];
        RandomSource source = random_;
        source.skip(number);
        for (; left > 0; ++number) left -= source.next_is_refused(bound_) ? 0 : 1;
        return number;
    }

private:
    static constexpr std::uint64_t block = std::uint64_t{1} << 14;

    std::uint64_t taken_in(std::uint64_t index) const {
        RandomSource source = random_;
        source.skip(index * block);
        std::uint64_t taken = 0;
        for (std::uint64_t i = 0; i < block; ++i) taken += source.next_is_refused(bound_) ? 0 : 1;
        return taken;
    }

    RandomSource random_;
    std::uint64_t bound_;
    std::vector<std::uint64_t> before_{0}; // numbers taken before each block, and at the end
};

} // namespace

std::vector<std::uint64_t> begins_in_stream(RandomSource const& random, RandomItems const& items, Team& team) {
    int const members = team.size();
    std::vector<std::uint64_t> begins;
    TakenNumbers taken(random, items.bound);
    taken.count(Member{members - 1, members}.begin(items.count) * items.draws, team);
    for (int i = 0; i < members; ++i)
        begins.push_back(taken.place(Member{i, members}.begin(items.count) * items.draws));
    return begins;
}

namespace {

// Vertex v owns the stubs v * d to v * d + d - 1. An edge is a pair of stubs, and each is the mate of the other.
class Pairing {
public:
    Pairing(std::uint64_t n, std::uint64_t d) : degree_(d), mate_(n * d) {}

    // Draws a uniform pairing and makes it simple. Returns: false if switching found no way on. Then another draw is
    // needed. This happens only in tiny graphs.
    bool draw_simple(RandomSource& random) {
        std::vector<std::uint64_t> stubs(mate_.size());
        std::iota(stubs.begin(), stubs.end(), std::uint64_t{0});
        random.shuffle(stubs);
        for (std::size_t i = 0; i < stubs.size(); i += 2) join(stubs[i], stubs[i + 1]);
        std::vector<std::uint64_t> seen_by(mate_.size() / degree_, mate_.size());
        for (std::uint64_t stub = 0; stub < mate_.size(); ++stub) {
            std::uint64_t const v = owner(stub), u = owner(mate_[stub]);
            bool const suspect = u == v || seen_by[u] == v;
            seen_by[u] = v;
            if (suspect && bad(stub) && !switch_away(stub, random)) return false;
        }
        return true;
    }

    std::vector<Edge> edges() const {
        std::vector<Edge> result;
        result.reserve(mate_.size() / 2);
        for (std::uint64_t stub = 0; stub < mate_.size(); ++stub) {
            if (stub < mate_[stub])
                result.push_back({static_cast<VertexId>(owner(stub)), static_cast<VertexId>(owner(mate_[stub]))});
        }
        return result;
    }

private:
    std::uint64_t owner(std::uint64_t stub) const { return stub / degree_; }

    void join(std::uint64_t a, std::uint64_t b) {
        mate_[a] = b;
        mate_[b] = a;
    }

    std::uint64_t edges_between(std::uint64_t v, std::uint64_t u) const {
        auto const first = mate_.begin() + static_cast<std::ptrdiff_t>(v * degree_);
        std::uint64_t const base = u * degree_;
        return static_cast<std::uint64_t>(std::count_if(first, first + static_cast<std::ptrdiff_t>(degree_),
                                                        [&](std::uint64_t mate) { return mate - base < degree_; }));
    }

    bool bad(std::uint64_t stub) const {
        std::uint64_t const v = owner(stub), u = owner(mate_[stub]);
        return v == u || edges_between(v, u) > 1;
    }

    // Replaces the edges v-u and c-e by v-c and u-e. c-e is a random edge such that both new edges are not there yet.
    // So no switch makes another edge bad.
    bool switch_away(std::uint64_t stub, RandomSource& random) {
        std::uint64_t const v = owner(stub), u = owner(mate_[stub]);
        for (std::uint64_t attempt = 0; attempt < 100 + 2 * mate_.size(); ++attempt) {
            std::uint64_t const other = random.below(mate_.size());
            std::uint64_t const c = owner(other), e = owner(mate_[other]);
            bool const same_edge = (v == u && c == e) || (v == e && u == c);
            if (v == c || u == e || same_edge || edges_between(v, c) > 0 || edges_between(u, e) > 0) continue;
            std::uint64_t const mate = mate_[stub], other_mate = mate_[other];
            join(stub, other);
            join(mate, other_mate);
            return true;
        }
        return false;
    }

    std::uint64_t degree_;
    std::vector<std::uint64_t> mate_;
};

std::vector<Edge> complement(std::uint64_t n, std::vector<Edge> const& edges) {
    std::vector<std::uint64_t> keys;
    for (Edge const& edge : edges) {
        auto const [lower, higher] = std::minmax(edge.source, edge.target);
        keys.push_back(std::uint64_t{lower} << 32 | higher);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<Edge> result;
    auto next = keys.begin();
    for (std::uint64_t a = 0; a < n; ++a) {
        for (std::uint64_t b = a + 1; b < n; ++b) {
            if (next != keys.end() && *next == (a << 32 | b)) {
                ++next;
            } else {
                result.push_back({static_cast<VertexId>(a), static_cast<VertexId>(b)});
            }
        }
    }
    return result;
}

} // namespace

std::vector<Edge> random_regular_edges(std::uint64_t n, std::uint64_t d, RandomSource& random) {
    if (n == 0 || d == 0) return {};
    if (d > (n - 1) / 2) return complement(n, random_regular_edges(n, n - 1 - d, random));
    Pairing pairing(n, d);
    while (!pairing.draw_simple(random)) {
    }
    return pairing.edges();
}

// The random models. All numbers are drawn in integer arithmetic; see random_source.hpp and random_items.hpp.

namespace {

constexpr std::uint64_t no_pair = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
constexpr GeneratorParameter seed{"seed", 0, any, 1};

VertexId vertex(std::uint64_t v) { return static_cast<VertexId>(v); }

std::uint64_t pairs(std::uint64_t n) { return n == 0 ? 0 : n * (n - 1) / 2; }

// Sorts the keys and drops repeated ones. Keys are spread over all vertices, so buckets of equal ranges are about
// equally full.
UnfilledVector<std::uint64_t> sorted_keys(std::uint64_t n, UnfilledVector<std::uint64_t> const& keys, Team& team) {
    constexpr std::size_t keys_in_cache = std::size_t{1} << 15;
    std::size_t const buckets = std::clamp<std::size_t>(keys.size() / keys_in_cache, 1, std::min<std::size_t>(n, 2048));
    UnfilledVector<std::uint64_t> parted;
    BucketBegins const begins = partition<std::uint64_t>(
        team, keys.size(), buckets,
        [&](std::size_t i, auto const& put) { put((keys[i] >> 32) * buckets / n, keys[i]); },
        [&](std::size_t count) {
            parted.resize(count);
            return parted.data();
        });
    std::atomic<std::size_t> next = 0;
    team.run([&](Member) {
        for (std::size_t bucket; (bucket = next++) < buckets;) {
            std::sort(parted.data() + begins[bucket], parted.data() + begins[bucket + 1]);
        }
    });
    parted.erase(std::unique(parted.begin(), parted.end()), parted.end());
    return parted;
}

// Adds distinct pairs of distinct vertices, as keys (lower << 32 | higher), until there are `count`.
void draw_pairs(std::uint64_t n, std::uint64_t count, RandomSource& random, Team& team,
                UnfilledVector<std::uint64_t>& keys) {
    while (keys.size() < count) {
        std::size_t const kept = keys.size();
        keys.resize(count);
        draw_items(random, {count - kept, 2, n}, team, [&](std::size_t i, RandomSource& source) {
            std::uint64_t const a = source.below(n), b = source.below(n);
            keys[kept + i] = a != b ? std::min(a, b) << 32 | std::max(a, b) : no_pair;
        });
        keys.erase(std::remove(keys.begin() + static_cast<std::ptrdiff_t>(kept), keys.end(), no_pair), keys.end());
    }
}

// Draws `count` distinct pairs of distinct vertices uniformly, as sorted keys. Requires: count <= pairs(n) / 2.
UnfilledVector<std::uint64_t> distinct_pairs(std::uint64_t n, std::uint64_t count, RandomSource& random, Team& team) {
    UnfilledVector<std::uint64_t> keys;
    while (keys.size() < count) {
        UnfilledVector<std::uint64_t> drawn;
        draw_pairs(n, count - keys.size(), random, team, drawn);
        drawn = sorted_keys(n, drawn, team);
        if (keys.empty()) {
            keys.swap(drawn);
            continue;
        }
        auto const old = static_cast<std::ptrdiff_t>(keys.size());
        keys.insert(keys.end(), drawn.begin(), drawn.end());
        std::inplace_merge(keys.begin(), keys.begin() + old, keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    }
    return keys;
}

GeneratorSize erdos_renyi_size(GeneratorValues const& values) {
    if (values["m"] > pairs(values["n"])) {
        values.refuse("m", "a simple graph on " + std::to_string(values["n"]) + " vertices has at most " +
                               std::to_string(pairs(values["n"])) + " edges");
    }
    return {values["n"], values["m"]};
}

// G(n, m): every graph with m edges is equally likely. For a dense graph it draws the missing pairs.
UnfilledVector<Edge> erdos_renyi(GeneratorValues const& values, Team& team) {
    std::uint64_t const n = values["n"], m = values["m"];
    RandomSource random(values["seed"]);
    bool const dense = m > pairs(n) / 2;
    UnfilledVector<std::uint64_t> const keys = distinct_pairs(n, dense ? pairs(n) - m : m, random, team);
    UnfilledVector<Edge> edges;
    if (!dense) {
        edges.resize(m);
        team.run([&](Member member) {
            member.for_part_of(m, [&](std::size_t i) {
                edges[i] = {vertex(keys[i] >> 32), vertex(keys[i] & 0xffffffff)};
            });
        });
        return edges;
    }
    edges.reserve(m);
    auto absent = keys.begin();
    for (std::uint64_t a = 0; a < n; ++a) {
        for (std::uint64_t b = a + 1; b < n; ++b) {
            if (absent != keys.end() && *absent == (a << 32 | b)) {
                ++absent;
            } else {
                edges.push_back({vertex(a), vertex(b)});
            }
        }
    }
    return edges;
}

GeneratorSize barabasi_albert_size(GeneratorValues const& values) {
    std::uint64_t const n = values["n"], m = values["m"];
    if (m > 0 && m >= n) {
        values.refuse("m", "a new vertex needs m others to join, so m must be below n=" + std::to_string(n));
    }
    return {n, m * (n - m)};
}

// Starts from a star of m + 1 vertices. Each further vertex is joined to m distinct earlier ones, with probability
// proportional to their degrees. One thread draws, because the place of an edge depends on all edges before.
UnfilledVector<Edge> barabasi_albert(GeneratorValues const& values, Team&) {
    std::uint64_t const n = values["n"], m = values["m"];
    UnfilledVector<Edge> edges;
    if (m == 0) return edges;
    edges.reserve(m * (n - m));
    for (std::uint64_t v = 0; v < m; ++v) edges.push_back({vertex(v), vertex(m)});
    RandomSource random(values["seed"]);
    std::vector<std::uint64_t> joined_by(n, 0);
    for (std::uint64_t v = m + 1; v < n; ++v) {
        std::uint64_t const ends = 2 * edges.size();
        for (std::uint64_t found = 0; found < m;) {
            std::uint64_t const end = random.below(ends);
            VertexId const u = end % 2 == 0 ? edges[end / 2].source : edges[end / 2].target;
            if (joined_by[u] == v) continue;
            joined_by[u] = v;
            edges.push_back({u, vertex(v)});
            ++found;
        }
    }
    return edges;
}

void rename_at_random(std::uint64_t n, UnfilledVector<Edge>& edges, RandomSource& random, Team& team) {
    std::vector<VertexId> name(n);
    std::iota(name.begin(), name.end(), VertexId{0});
    random.shuffle(name);
    team.run([&](Member member) {
        member.for_part_of(edges.size(), [&](std::size_t i) {
            edges[i] = {name[edges[i].source], name[edges[i].target]};
        });
    });
}

GeneratorSize rmat_size(GeneratorValues const& values) {
    std::uint64_t const n = std::uint64_t{1} << values["scale"];
    return {n, n * values["degree"]};
}

// R-MAT (Chakrabarti, Zhan and Faloutsos 2004) with the quadrants of Graph500: .57 .19 .19 .05. The vertices are
// renamed at random.
UnfilledVector<Edge> rmat(GeneratorValues const& values, Team& team) {
    GeneratorSize const size = rmat_size(values);
    std::uint64_t const scale = values["scale"];
    RandomSource random(values["seed"]);
    UnfilledVector<Edge> edges(size.edges);
    draw_items(random, {size.edges, scale, 100}, team, [&](std::size_t i, RandomSource& source) {
        Edge edge{0, 0};
        for (std::uint64_t level = 0; level < scale; ++level) {
            std::uint64_t const percent = source.below(100);
            VertexId const lower_half = percent >= 76 ? 1 : 0;
            VertexId const upper_right = percent >= 57 ? 1 : 0;
            VertexId const lower_right = percent >= 95 ? 1 : 0;
            edge.source = edge.source << 1 | lower_half;
            edge.target = edge.target << 1 | ((upper_right ^ lower_half) | lower_right);
        }
        edges[i] = edge;
    });
    rename_at_random(size.vertices, edges, random, team);
    return edges;
}

GeneratorSize regular_size(GeneratorValues const& values) {
    std::uint64_t const n = values["n"], d = values["d"];
    if (d > 0 && d >= n) values.refuse("d", "the degree must be below n=" + std::to_string(n));
    if (n % 2 == 1 && d % 2 == 1) {
        values.refuse("d", "n times d must be even, so with n=" + std::to_string(n) + " d must be even");
    }
    return {n, n * d / 2};
}

// One thread draws, because each switch depends on those before.
UnfilledVector<Edge> regular(GeneratorValues const& values, Team&) {
    RandomSource random(values["seed"]);
    std::vector<Edge> const edges = random_regular_edges(values["n"], values["d"], random);
    return {edges.begin(), edges.end()};
}

GeneratorSize powerlaw_size(GeneratorValues const& values) {
    std::uint64_t const n = values["n"], degree = values["degree"];
    if (n > 0 && degree >= n) values.refuse("degree", "the mean degree must be below n=" + std::to_string(n));
    return {n, n * degree / 2};
}

// Chung and Lu (2002): n * degree / 2 edges whose ends fall on vertex i with probability proportional to
// (i+1)^(-1/(exponent-1)), so that expected degrees follow a power law with that exponent. The vertices are renamed at
// random.
UnfilledVector<Edge> powerlaw(GeneratorValues const& values, Team& team) {
    GeneratorSize const size = powerlaw_size(values);
    std::uint64_t const exponent = values["exponent"] - 1000;
    UnfilledVector<std::uint64_t> weight_up_to(size.vertices);
    team.run([&](Member member) {
        member.for_part_of(size.vertices, [&](std::size_t i) {
            weight_up_to[i] = fixed_point::inverse_power_q32(i + 1, 1000, exponent);
        });
    });
    std::uint64_t const total = add_up(team, std::span(weight_up_to));
    RandomSource random(values["seed"]);
    auto const draw = [&](RandomSource& source) {
        auto const end = std::upper_bound(weight_up_to.begin(), weight_up_to.end(), source.below(total));
        return vertex(static_cast<std::uint64_t>(end - weight_up_to.begin()));
    };
    UnfilledVector<Edge> edges(size.edges);
    draw_items(random, {size.edges, 2, total}, team, [&](std::size_t i, RandomSource& source) {
        VertexId const from = draw(source);
        edges[i] = {from, draw(source)};
    });
    rename_at_random(size.vertices, edges, random, team);
    return edges;
}

GeneratorParameter vertices() { return {"n", 0, most_vertices, std::nullopt}; }

} // namespace

std::vector<GeneratorKind> random_kinds() {
    return {
        {"er",
         "Erdos-Renyi: m edges, uniformly",
         "gen:er:n=1000,m=5000,seed=1",
         {vertices(), {"m", 0, any, std::nullopt}, seed},
         erdos_renyi_size,
         erdos_renyi},
        {"ba",
         "Barabasi-Albert: m edges per new vertex",
         "gen:ba:n=1000,m=5,seed=1",
         {vertices(), {"m", 0, most_vertices, std::nullopt}, seed},
         barabasi_albert_size,
         barabasi_albert},
        {"rmat",
         "R-MAT, Graph500: 2^scale vertices, about degree * 2^scale edges",
         "gen:rmat:scale=16,degree=16,seed=1",
         {{"scale", 0, 31, std::nullopt}, {"degree", 0, most_vertices, 16}, seed},
         rmat_size,
         rmat},
        {"regular",
         "every vertex has degree d",
         "gen:regular:n=1000,d=4,seed=1",
         {vertices(), {"d", 0, most_vertices, std::nullopt}, seed},
         regular_size,
         regular},
        {"powerlaw",
         "Chung-Lu: power-law degrees, mean about `degree`",
         "gen:powerlaw:n=10000,exponent=2.5,degree=10,seed=1",
         {vertices(), {"exponent", 2000, 10000, 2500, 3}, {"degree", 0, most_vertices, 10}, seed},
         powerlaw_size,
         powerlaw},
    };
}

// Arcs with times. All numbers are drawn by the counters of philox.hpp.

namespace {

// Draws vertices i with probability proportional to (i+10)^-0.7, from numbers of 64 bits.
class HeavyVertices {
public:
    HeavyVertices(std::uint64_t count, Team& team) : weight_up_to_(count) {
        team.run([&](Member member) {
            member.for_part_of(
                count, [&](std::size_t i) { weight_up_to_[i] = fixed_point::inverse_power_q32(i + 10, 7, 10); });
        });
        total_ = add_up(team, std::span(weight_up_to_));
        while (total_ >> shift_ > count) ++shift_;
        first_of_.resize((total_ >> shift_) + 2);
        team.run([&](Member member) {
            member.for_part_of(first_of_.size(),
                               [&](std::size_t slot) { first_of_[slot] = first_above(slot << shift_); });
        });
    }

    VertexId at(std::uint64_t number) const {
        auto const point = static_cast<std::uint64_t>(static_cast<WideCount>(number) * total_ >> 64);
        std::size_t const slot = point >> shift_;
        std::size_t const end = std::min<std::size_t>(first_of_[slot + 1] + std::size_t{1}, weight_up_to_.size());
        auto const some = std::span(weight_up_to_).subspan(first_of_[slot], end - first_of_[slot]);
        return first_of_[slot] +
               vertex(static_cast<std::uint64_t>(std::ranges::upper_bound(some, point) - some.begin()));
    }

private:
    VertexId first_above(std::uint64_t point) const {
        return vertex(
            static_cast<std::uint64_t>(std::ranges::upper_bound(weight_up_to_, point) - weight_up_to_.begin()));
    }

    UnfilledVector<std::uint64_t> weight_up_to_;
    std::uint64_t total_ = 0;
    int shift_ = 0;                     // vertices are looked up by their first bits: a slot has about one
    UnfilledVector<VertexId> first_of_; // by slot
};

// Contacts that answer each other. Half of the arcs answer one of the last 4,096: two in five go back, one in five goes the
// same way again, and two in five go on from its target, 2^(17 U) seconds later. The others join any two vertices, at even
// times over the span. So an arc depends on those before it, but the numbers drawn for it do not.
class Bursts {
public:
    Bursts(GeneratorValues const& values, Team& team)
        : vertices_(values["n"], team),
          arcs_(values["m"]),
          span_(values["span"]),
          seed_(values["seed"]),
          team_(team) {}

    TimedArcs draw() {
        TimedArcs drawn;
        drawn.arcs.resize(arcs_);
        drawn.times.resize(arcs_);
        std::vector<Draft> drafts;
        for (std::uint64_t begin = 0; begin < arcs_; begin += block) {
            drafts.resize(std::min(block, arcs_ - begin));
            team_.run([&](Member member) {
                member.for_part_of(drafts.size(), [&](std::size_t i) { drafts[i] = draft(begin + i); });
            });
            for (std::size_t i = 0; i < drafts.size(); ++i) {
                Last const arc = completed(begin + i, drafts[i]);
                last_[(begin + i) % window] = arc;
                drawn.arcs[begin + i] = arc.ends;
                drawn.times[begin + i] = static_cast<std::int64_t>(arc.time >> fraction_bits);
            }
        }
        return drawn;
    }

private:
    static constexpr std::uint64_t block = std::uint64_t{1} << 18;
    static constexpr std::uint64_t window = 4096;
    static constexpr int fraction_bits = 20; // of times

    enum class Kind : std::uint8_t { fresh, back, again, onward };

    // The part of an arc that can be drawn without knowing those before it.
    struct Draft {
        Kind kind = Kind::fresh;
        std::uint32_t answered = 0; // how many arcs before; 0: none
        Edge ends{};                // of a fresh arc, and the target of one that goes on
        std::uint64_t time = 0;     // since the beginning, or since the arc that it answers
    };
    struct Last {
        Edge ends{};
        std::uint64_t time = 0;
    };

    // Returns: the two vertices of an attempt, from 1.
    Edge two_vertices(std::uint64_t arc, std::uint32_t attempt) const {
        std::uint32_t counter[4] = {static_cast<std::uint32_t>(arc), static_cast<std::uint32_t>(arc >> 32), attempt, 0};
        philox(seed_, counter);
        return {vertices_.at(std::uint64_t{counter[1]} << 32 | counter[0]),
                vertices_.at(std::uint64_t{counter[3]} << 32 | counter[2])};
    }

    Draft draft(std::uint64_t arc) const {
        std::uint32_t counter[4] = {static_cast<std::uint32_t>(arc), static_cast<std::uint32_t>(arc >> 32), 0, 0};
        philox(seed_, counter);
        bool const answers = arc > 0 && counter[0] >> 31 == 0;
        Draft draft;
        if (!answers) {
            draft.time = span_ * arc / arcs_ << fraction_bits;
            std::uint32_t attempt = 0;
            do draft.ends = two_vertices(arc, ++attempt);
            while (draft.ends.source == draft.ends.target);
            return draft;
        }
        constexpr std::array<Kind, 5> kinds{Kind::back, Kind::back, Kind::again, Kind::onward, Kind::onward};
        draft.kind = kinds[std::uint64_t{counter[1]} * kinds.size() >> 32];
        draft.answered = static_cast<std::uint32_t>(std::uint64_t{counter[2]} * std::min(arc, window) >> 32) + 1;
        if (draft.kind == Kind::onward) draft.ends = two_vertices(arc, 1);
        constexpr int doublings = 17;
        draft.time = fixed_point::exp2_negative_q32(std::uint64_t{counter[3]} * doublings)
                     << (doublings + fraction_bits - 32);
        return draft;
    }

    Last completed(std::uint64_t arc, Draft const& draft) const {
        if (draft.kind == Kind::fresh) return {draft.ends, draft.time};
        Last const& answered = last_[(arc - draft.answered) % window];
        auto const [source, target] = answered.ends;
        std::uint64_t const time = answered.time + draft.time;
        if (draft.kind == Kind::back) return {{target, source}, time};
        if (draft.kind == Kind::again) return {{source, target}, time};
        VertexId next = draft.ends.target;
        for (std::uint32_t attempt = 2; next == target; ++attempt) next = two_vertices(arc, attempt).target;
        return {{target, next}, time};
    }

    HeavyVertices vertices_;
    std::uint64_t arcs_, span_, seed_;
    Team& team_;
    std::array<Last, window> last_{};
};

GeneratorSize bursts_size(GeneratorValues const& values) {
    if (values["m"] > 0 && values["n"] < 2) values.refuse("n", "arcs need two vertices");
    return {values["n"], values["m"]};
}

} // namespace

std::vector<GeneratorKind> timed_kinds() {
    constexpr std::uint64_t most_seconds = std::numeric_limits<std::uint32_t>::max();
    return {{"bursts",
             "m arcs with times in bursts: half of them answer others; directed, with a column `time` in seconds",
             "gen:bursts:n=1000,m=50000,span=1000000,seed=1",
             {vertices(), {"m", 0, GraphColumns::no_row - 1, std::nullopt}, {"span", 0, most_seconds, 1000000}, seed},
             bursts_size,
             nullptr,
             [](GeneratorValues const& values, Team& team) { return Bursts(values, team).draw(); }}};
}

namespace {

// An upper bound on the peak memory of drawing and building: the edge list, the buckets, the finished CSR, and the
// tables of some models. Arcs with times also have rows.
WideCount bytes_needed(GeneratorSize size, bool are_timed) {
    return static_cast<WideCount>(size.vertices) * 48 + static_cast<WideCount>(size.edges) * (are_timed ? 80 : 40);
}

double gigabytes(WideCount bytes) { return static_cast<double>(bytes) / 1e9; }

void require_memory(std::string const& spec, GeneratorSize size, bool are_timed) {
    WideCount const machine =
        static_cast<WideCount>(sysconf(_SC_PHYS_PAGES)) * static_cast<WideCount>(sysconf(_SC_PAGESIZE));
    WideCount const needed = bytes_needed(size, are_timed);
    if (needed > machine) {
        throw Error(
            fmt::format("{}: {} vertices and {} edges need about {:.1f} GB of memory, and this machine has {:.1f} GB; "
                        "ask for a smaller graph",
                        spec, size.vertices, size.edges, gigabytes(needed), gigabytes(machine)));
    }
}

Graph timed_graph(GeneratorRequest const& request, GeneratorSize size, Team& team) {
    TimedArcs drawn = request.kind.draw_arcs(request.values, team);
    Graph graph = graph_from_edges(static_cast<VertexId>(size.vertices), drawn.arcs, {}, team);
    graph = with_arcs(std::move(graph), drawn.arcs, team);
    std::vector<Column> columns;
    columns.push_back({.name = "time", .type = ColumnType::integer, .whole = std::move(drawn.times)});
    return detail::with_rows(std::move(graph), drawn.arcs, std::move(columns), team);
}

} // namespace

bool is_generator_spec(std::string_view spec) { return spec.starts_with("gen:"); }

std::vector<GeneratorKind> const& generator_kinds() {
    static std::vector<GeneratorKind> const kinds = [] {
        std::vector<GeneratorKind> all = random_kinds();
        std::ranges::copy(plain_kinds(), std::back_inserter(all));
        std::ranges::copy(timed_kinds(), std::back_inserter(all));
        return all;
    }();
    return kinds;
}

Graph generate_graph(std::string const& spec, int threads) {
    if (!is_generator_spec(spec))
        throw InputError(fmt::format("{}: this is not a generator spec; write gen:KIND:key=value,...", spec));
    GeneratorRequest const request = parse_generator_spec(spec);
    GeneratorSize const size = request.kind.size(request.values);
    bool const are_timed = request.kind.draw_arcs != nullptr;
    require_memory(spec, size, are_timed);
    Team team(team_size(size.vertices + size.edges, threads));
    Graph graph = are_timed ? timed_graph(request, size, team)
                            : graph_from_edges(static_cast<VertexId>(size.vertices),
                                               request.kind.draw(request.values, team), {}, team);
    graph.source = spec;
    return graph;
}

std::string generator_help() {
    std::size_t kind_width = 0, usage_width = 0, example_width = 0;
    for (auto const& kind : generator_kinds()) {
        kind_width = std::max(kind_width, kind.name.size());
        usage_width = std::max(usage_width, kind.usage().size());
        example_width = std::max(example_width, kind.example.size());
    }
    std::string text = fmt::format("{:{}}  {:{}}  {:{}}  graph\n", "kind", kind_width, "parameters", usage_width,
                                   "example", example_width);
    for (auto const& kind : generator_kinds()) {
        text += fmt::format("{:{}}  {:{}}  {:{}}  {}\n", kind.name, kind_width, kind.usage(), usage_width, kind.example,
                            example_width, kind.description);
    }
    return text;
}

} // namespace cerrado
