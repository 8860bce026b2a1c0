#include "sieve/host_lines.hpp"

#include <cerrado/run/run.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cerrado::detail {

// Operations on lines on the host, for three kinds of processors: those that multiply in this field, those that look 32
// bytes up at once, and all others.

namespace {

using SumLines = void (*)(Byte*, int, LinesOfEdges const&, std::uint32_t);
using Pull = void (*)(Byte*, int, LinesOfEdges const&, std::uint32_t);
using AddProduct = void (*)(Byte*, Byte const*, Byte const*, std::uint32_t);

void sum_words(Byte* sums, int count, LinesOfEdges const& edges, std::uint32_t points) {
    for (int i = 0; i < count; ++i) {
        for (std::uint32_t x = 0; x < points; x += 4) {
            std::uint32_t sum = 0;
            for (std::uint32_t e = 0; e < edges.count; ++e) {
                std::uint32_t four;
                std::memcpy(&four, edges.line(e) + x, sizeof four);
                sum ^= product_of_fours(four, four_of(edges.factor(e, i)));
            }
            std::memcpy(sums + std::size_t(i) * points + x, &sum, sizeof sum);
        }
    }
}

void pull_words(Byte* own, int s, LinesOfEdges const& edges, std::uint32_t points) {
    auto const four_at = [&](Byte const* lines, int size, std::uint32_t x) {
        std::uint32_t four;
        std::memcpy(&four, lines + std::size_t(size - 1) * points + x, sizeof four);
        return four;
    };
    for (std::uint32_t x = 0; x < points; x += 4) {
        std::uint32_t sum = 0;
        for (int t = 1; t < s; ++t) {
            std::uint32_t of_neighbours = 0;
            for (std::uint32_t e = 0; e < edges.count; ++e) {
                of_neighbours ^= product_of_fours(four_at(edges.line(e), t, x), four_of(edges.factor(e, 0)));
            }
            sum ^= product_of_fours(four_at(own, s - t, x), of_neighbours);
        }
        std::memcpy(own + std::size_t(s - 1) * points + x, &sum, sizeof sum);
    }
}

void add_word_products(Byte* into, Byte const* a, Byte const* b, std::uint32_t points) {
    for (std::uint32_t x = 0; x < points; x += 4) {
        std::uint32_t sum, left, right;
        std::memcpy(&sum, into + x, sizeof sum);
        std::memcpy(&left, a + x, sizeof left);
        std::memcpy(&right, b + x, sizeof right);
        sum ^= product_of_fours(left, right);
        std::memcpy(into + x, &sum, sizeof sum);
    }
}

#if defined(__x86_64__)

// The products of a factor with 0 to 15, then with 16 times these numbers.
struct alignas(32) Products {
    Byte of_low[16];
    Byte of_high[16];
};
constexpr std::array<Products, 256> products_of_factors() {
    std::array<Products, 256> all{};
    for (unsigned factor = 0; factor < 256; ++factor) {
        for (unsigned value = 0; value < 16; ++value) {
            all[factor].of_low[value] = product(static_cast<Byte>(factor), static_cast<Byte>(value));
            all[factor].of_high[value] = product(static_cast<Byte>(factor), static_cast<Byte>(value << 4));
        }
    }
    return all;
}
constexpr std::array<Products, 256> products = products_of_factors();

// Makes `n` sums at once, which stay in registers.
template <int n>
[[gnu::target("avx2")]] void sum_looked_up(Byte* sums, int first, LinesOfEdges const& edges, std::uint32_t points) {
    __m256i const low_half = _mm256_set1_epi8(15);
    for (std::uint32_t x = 0; x < points; x += 32) {
        __m256i sum[n];
        for (int i = 0; i < n; ++i) sum[i] = _mm256_setzero_si256();
        for (std::uint32_t e = 0; e < edges.count; ++e) {
            __m256i const value = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(edges.line(e) + x));
            __m256i const low = _mm256_and_si256(value, low_half);
            __m256i const high = _mm256_and_si256(_mm256_srli_epi16(value, 4), low_half);
            for (int i = 0; i < n; ++i) {
                Products const& known = products[edges.factor(e, first + i)];
                __m256i const of_low =
                    _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<__m128i const*>(known.of_low)));
                __m256i const of_high =
                    _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<__m128i const*>(known.of_high)));
                sum[i] = _mm256_xor_si256(sum[i], _mm256_shuffle_epi8(of_low, low));
                sum[i] = _mm256_xor_si256(sum[i], _mm256_shuffle_epi8(of_high, high));
            }
        }
        for (int i = 0; i < n; ++i) {
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + std::size_t(first + i) * points + x), sum[i]);
        }
    }
}

void sum_looked_up_lines(Byte* sums, int count, LinesOfEdges const& edges, std::uint32_t points) {
    constexpr int most = 8;
    int first = 0;
    for (; first + most <= count; first += most) sum_looked_up<most>(sums, first, edges, points);
    for (; first + 2 <= count; first += 2) sum_looked_up<2>(sums, first, edges, points);
    for (; first < count; ++first) sum_looked_up<1>(sums, first, edges, points);
}

[[gnu::target("avx2")]] void add_shifted_products(Byte* into, Byte const* a, Byte const* b, std::uint32_t points) {
    __m256i const zero = _mm256_setzero_si256();
    __m256i const modulus = _mm256_set1_epi8(0x1B);
    for (std::uint32_t x = 0; x < points; x += 32) {
        __m256i const left = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(a + x));
        __m256i right = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(b + x));
        __m256i sum = zero;
        for (int bit = 0; bit < 8; ++bit) { // from the highest bit of `right` on
            __m256i const carries = _mm256_cmpgt_epi8(zero, sum);
            sum = _mm256_xor_si256(_mm256_add_epi8(sum, sum), _mm256_and_si256(carries, modulus));
            sum = _mm256_xor_si256(sum, _mm256_and_si256(_mm256_cmpgt_epi8(zero, right), left));
            right = _mm256_add_epi8(right, right);
        }
        __m256i* const to = reinterpret_cast<__m256i*>(into + x);
        _mm256_storeu_si256(to, _mm256_xor_si256(_mm256_loadu_si256(to), sum));
    }
}

#define CERRADO_MULTIPLIES [[gnu::target("gfni,avx512f,avx512bw")]]

constexpr std::uint32_t points_at_once = 64;
constexpr int most_sums = 16; // sums that stay in registers

// Returns: the number of vectors of points to take at once for `sums` sums. Data that several vectors need is loaded
// once, and products of different vectors do not wait for each other.
constexpr std::uint32_t vectors_for(int sums) { return sums <= 3 ? 4 : sums <= 14 ? 2 : 1; }

CERRADO_MULTIPLIES inline __m512i load_points(Byte const* from) { return _mm512_loadu_si512(from); }
CERRADO_MULTIPLIES inline void add_product(__m512i& sum, __m512i a, __m512i b) {
    sum = _mm512_xor_si512(sum, _mm512_gf2p8mul_epi8(a, b));
}
CERRADO_MULTIPLIES inline __m512i in_every_byte(Byte factor) { return _mm512_set1_epi8(static_cast<char>(factor)); }

// Makes sums `first` to first + n - 1, at `vectors` vectors of points from x on.
template <int n, std::uint32_t vectors> CERRADO_MULTIPLIES void sum_multiplied(Byte* sums, int first,
                                                                               LinesOfEdges const& edges,
                                                                               std::uint32_t points, std::uint32_t x) {
    __m512i sum[n][vectors] = {};
    for (std::uint32_t e = 0; e < edges.count; ++e) {
        Byte const* const line = edges.line(e) + x;
        __m512i value[vectors];
        for (std::uint32_t v = 0; v < vectors; ++v) value[v] = load_points(line + v * points_at_once);
        for (int i = 0; i < n; ++i) {
            __m512i const factor = in_every_byte(edges.factor(e, first + i));
            for (std::uint32_t v = 0; v < vectors; ++v) add_product(sum[i][v], value[v], factor);
        }
    }
    for (int i = 0; i < n; ++i) {
        Byte* const to = sums + std::size_t(first + i) * points + x;
        for (std::uint32_t v = 0; v < vectors; ++v) _mm512_storeu_si512(to + v * points_at_once, sum[i][v]);
    }
}

// Adds to P(s) the terms of the neighbours' sizes `first` + 1 to first + n.
template <int n, std::uint32_t vectors> CERRADO_MULTIPLIES void pull_multiplied(Byte* own, int s, int first,
                                                                                LinesOfEdges const& edges,
                                                                                std::uint32_t points, std::uint32_t x) {
    __m512i sum[n][vectors] = {};
    for (std::uint32_t e = 0; e < edges.count; ++e) {
        Byte const* const lines = edges.line(e) + std::size_t(first) * points + x;
        __m512i const factor = in_every_byte(edges.factor(e, 0));
        for (int i = 0; i < n; ++i) {
            for (std::uint32_t v = 0; v < vectors; ++v) {
                add_product(sum[i][v], load_points(lines + std::size_t(i) * points + v * points_at_once), factor);
            }
        }
    }
    Byte* const to = own + std::size_t(s - 1) * points + x;
    for (std::uint32_t v = 0; v < vectors; ++v) {
        __m512i all = first == 0 ? _mm512_setzero_si512() : load_points(to + v * points_at_once);
        for (int i = 0; i < n; ++i) {
            add_product(all, load_points(own + std::size_t(s - first - i - 2) * points + x + v * points_at_once),
                        sum[i][v]);
        }
        _mm512_storeu_si512(to + v * points_at_once, all);
    }
}

// Calls work(number of sums, vectors) with both as constants, as often as a line of `points` points needs.
template <int n, class Work> void for_points(std::uint32_t points, Work const& work) {
    constexpr std::uint32_t vectors = vectors_for(n);
    std::uint32_t x = 0;
    for (; x + vectors * points_at_once <= points; x += vectors * points_at_once) {
        work(std::integral_constant<int, n>(), std::integral_constant<std::uint32_t, vectors>(), x);
    }
    for (; x < points; x += points_at_once) {
        work(std::integral_constant<int, n>(), std::integral_constant<std::uint32_t, 1>(), x);
    }
}
template <class Work, int... n>
void for_points_of(int sums, std::uint32_t points, Work const& work, std::integer_sequence<int, n...>) {
    ((sums == n + 1 ? for_points<n + 1>(points, work) : void()), ...);
}

// Cuts `count` sums and the points into parts, and calls work(first, number of sums, vectors, x) for each part. The
// number of sums and the vectors are constants.
template <class Work> void for_parts(int count, std::uint32_t points, Work const& work) {
    for (int first = 0; first < count; first += most_sums) {
        for_points_of(
            std::min(count - first, most_sums), points,
            [&](auto n, auto vectors, std::uint32_t x) { work(first, n, vectors, x); },
            std::make_integer_sequence<int, most_sums>());
    }
}

void sum_multiplied_lines(Byte* sums, int count, LinesOfEdges const& edges, std::uint32_t points) {
    for_parts(count, points, [&](int first, auto n, auto vectors, std::uint32_t x) {
        sum_multiplied<n.value, vectors.value>(sums, first, edges, points, x);
    });
}

void pull_multiplied_line(Byte* own, int s, LinesOfEdges const& edges, std::uint32_t points) {
    for_parts(s - 1, points, [&](int first, auto n, auto vectors, std::uint32_t x) {
        pull_multiplied<n.value, vectors.value>(own, s, first, edges, points, x);
    });
}

CERRADO_MULTIPLIES void add_multiplied(Byte* into, Byte const* a, Byte const* b, std::uint32_t points) {
    for (std::uint32_t x = 0; x < points; x += 64) {
        __m512i const products = _mm512_gf2p8mul_epi8(_mm512_loadu_si512(a + x), _mm512_loadu_si512(b + x));
        _mm512_storeu_si512(into + x, _mm512_xor_si512(_mm512_loadu_si512(into + x), products));
    }
}

bool const multiplies = __builtin_cpu_supports("gfni") && __builtin_cpu_supports("avx512bw");

SumLines const best_sum_lines = multiplies                       ? sum_multiplied_lines
                                : __builtin_cpu_supports("avx2") ? sum_looked_up_lines
                                                                 : sum_words;
AddProduct const best_add_product = multiplies                       ? add_multiplied
                                    : __builtin_cpu_supports("avx2") ? add_shifted_products
                                                                     : add_word_products;
Pull const best_pull = multiplies ? pull_multiplied_line : pull_words;
#else
bool const multiplies = false;
Pull const best_pull = pull_words;
SumLines const best_sum_lines = sum_words;
AddProduct const best_add_product = add_word_products;
#endif

} // namespace

void sum_lines(Byte* sums, int count, LinesOfEdges const& edges, std::uint32_t points) {
    best_sum_lines(sums, count, edges, points);
}

void add_line_product(Byte* into, Byte const* a, Byte const* b, std::uint32_t points) {
    best_add_product(into, a, b, points);
}

void pull_line(Byte* own, int s, LinesOfEdges const& edges, std::uint32_t points) { best_pull(own, s, edges, points); }

bool multiplies_at_once() { return multiplies; }

} // namespace cerrado::detail

namespace cerrado {

namespace {

// A job is a layer. P(i, s) is made from all P(j, t) with t < s at once, so that no R is kept.
struct LayerByLayer : HostLayers {
    using Engine = Neighbours;
    int layers() const { return static_cast<int>(range.end - range.first); }

    template <class Traversal> void visit(Traversal& te) const {
        if constexpr (Traversal::WarpType::width == 1) {
            GraphRef const& graph = te.graph();
            std::uint64_t const first_vertex = std::uint64_t{te.worker()} * graph.vertex_count;
            Layer const layer{*this, graph, lines.data + first_vertex * bytes_of_vertex()};
            std::uint64_t const number = range.first + static_cast<std::uint64_t>(te.layer());
            layer.begin(number * points);
            for (int s = 2; s <= factors.k; ++s) layer.pull(s);
            layer.add_totals(totals.data + first_vertex);
        }
    }

private:
    std::uint64_t bytes_of_vertex() const { return static_cast<std::uint64_t>(factors.k) * points; }

    struct Layer {
        LayerByLayer const& run;
        GraphRef const& graph;
        Byte* lines;

        Byte* line(VertexId v) const { return lines + v * run.bytes_of_vertex(); }

        // Makes P(i, 1) from `point` on. At each point it is the sum of the factors at the point's bits. Requires:
        // `point` is a multiple of 64.
        void begin(std::uint64_t point) const {
            for (VertexId v = 0; v < graph.vertex_count; ++v) {
                Byte const* const own = run.factors.of_vertices.data + std::uint64_t{v} * run.factors.vertex_stride();
                Byte low[fewest_points] = {0}; // sums of the factors at the six lowest bits
                for (std::uint32_t l = 0; l < 6; ++l) {
                    for (std::uint32_t x = 0; x < 1u << l; ++x) low[x + (1u << l)] = low[x] ^ own[l];
                }
                for (std::uint32_t first = 0; first < run.points; first += fewest_points) {
                    Byte high = 0;
                    for (int l = 6; l < run.factors.k; ++l) high ^= (point + first) >> l & 1 ? own[l] : Byte{0};
                    for (std::uint32_t x = 0; x < fewest_points; ++x) line(v)[first + x] = low[x] ^ high;
                }
            }
        }

        void pull(int s) const {
            for (VertexId v = 0; v < graph.vertex_count; ++v) {
                EdgeOffset const edge = graph.begin(v);
                LinesOfEdges const edges{
                    lines,
                    run.bytes_of_vertex(),
                    graph.neighbours + edge,
                    graph.degree(v),
                    run.factors.of_edges.data + edge * run.factors.edge_stride<ScalarWarp>() + (s - 2),
                    run.factors.edge_stride<ScalarWarp>()};
                detail::pull_line(line(v), s, edges, run.points);
            }
        }

        void add_totals(Byte* totals) const {
            for (VertexId v = 0; v < graph.vertex_count; ++v) {
                Byte const* const last = line(v) + static_cast<std::uint64_t>(run.factors.k - 1) * run.points;
                Byte sum = 0;
                for (std::uint32_t x = 0; x < run.points; ++x) sum ^= last[x];
                totals[run.places[v]] ^= sum;
            }
        }
    };
};

} // namespace

RunResult run_host_layers(HostLayers const& work, Resident const& resident, RunOptions const& options) {
    RunOptions of_one = options;
    of_one.roots = std::vector<VertexId>{0}; // a job takes all vertices
    return run(LayerByLayer{work}, resident, of_one);
}

} // namespace cerrado
