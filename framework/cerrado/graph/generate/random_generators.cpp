// The random models. Everything is drawn in integer arithmetic; see random_source.hpp and fixed_point.hpp.
#include <cerrado/graph/generate/fixed_point.hpp>
#include <cerrado/graph/generate/generator_spec.hpp>
#include <cerrado/graph/generate/random_items.hpp>
#include <cerrado/graph/generate/random_regular.hpp>
#include <cerrado/graph/generate/random_source.hpp>
#include <cerrado/graph/order/partition.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>

namespace cerrado {
namespace {

constexpr std::uint64_t no_pair = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
constexpr GeneratorParameter seed{"seed", 0, any, 1};

VertexId vertex(std::uint64_t v) { return static_cast<VertexId>(v); }

std::uint64_t pairs(std::uint64_t n) { return n == 0 ? 0 : n * (n - 1) / 2; }

// Sorted, each once. Keys are spread over all vertices, so buckets of equal ranges are about equally full.
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

// `count` distinct pairs of distinct vertices as sorted keys, uniformly. Requires count <= pairs(n) / 2.
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

// G(n, m): every graph with m edges is equally likely. A dense one is drawn by the pairs it lacks.
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

// A star of m + 1 vertices, then vertex by vertex, each joined to m distinct earlier ones with probability proportional
// to degree.
// One thread draws: where an edge goes depends on all edges before.
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

// R-MAT (Chakrabarti, Zhan and Faloutsos 2004) with the quadrants of Graph500: .57 .19 .19 .05, vertices renamed
// at random.
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

// One thread draws: each switch depends on those before.
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
// (i+1)^(-1/(exponent-1)), so that expected degrees follow a power law with that exponent; vertices renamed at random.
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

} // namespace cerrado
