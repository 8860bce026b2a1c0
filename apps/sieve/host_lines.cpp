// Lines on the host, for the processors there are: one that multiplies in this field, one that looks 32 bytes up at once,
// and any.
#include "sieve/lines.hpp"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace cerrado::detail {

namespace {

using SumLines = void (*)(Byte*, int, LinesOfEdges const&, std::uint32_t);
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

// By factor: its products with 0 to 15, then with 16 times these.
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

// `n` sums at once, which stay in registers.
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
        for (int bit = 0; bit < 8; ++bit) { // from the highest of `right` on
            __m256i const carries = _mm256_cmpgt_epi8(zero, sum);
            sum = _mm256_xor_si256(_mm256_add_epi8(sum, sum), _mm256_and_si256(carries, modulus));
            sum = _mm256_xor_si256(sum, _mm256_and_si256(_mm256_cmpgt_epi8(zero, right), left));
            right = _mm256_add_epi8(right, right);
        }
        __m256i* const to = reinterpret_cast<__m256i*>(into + x);
        _mm256_storeu_si256(to, _mm256_xor_si256(_mm256_loadu_si256(to), sum));
    }
}

template <int n> [[gnu::target("gfni,avx512f,avx512bw")]] void sum_multiplied(Byte* sums, int first,
                                                                              LinesOfEdges const& edges,
                                                                              std::uint32_t points) {
    for (std::uint32_t x = 0; x < points; x += 64) {
        __m512i sum[n];
        for (int i = 0; i < n; ++i) sum[i] = _mm512_setzero_si512();
        for (std::uint32_t e = 0; e < edges.count; ++e) {
            __m512i const value = _mm512_loadu_si512(edges.line(e) + x);
            for (int i = 0; i < n; ++i) {
                __m512i const factor = _mm512_set1_epi8(static_cast<char>(edges.factor(e, first + i)));
                sum[i] = _mm512_xor_si512(sum[i], _mm512_gf2p8mul_epi8(value, factor));
            }
        }
        for (int i = 0; i < n; ++i) _mm512_storeu_si512(sums + std::size_t(first + i) * points + x, sum[i]);
    }
}

void sum_multiplied_lines(Byte* sums, int count, LinesOfEdges const& edges, std::uint32_t points) {
    constexpr int most = 16;
    int first = 0;
    for (; first + most <= count; first += most) sum_multiplied<most>(sums, first, edges, points);
    for (; first + 4 <= count; first += 4) sum_multiplied<4>(sums, first, edges, points);
    for (; first < count; ++first) sum_multiplied<1>(sums, first, edges, points);
}

[[gnu::target("gfni,avx512f,avx512bw")]] void add_multiplied(Byte* into, Byte const* a, Byte const* b,
                                                             std::uint32_t points) {
    for (std::uint32_t x = 0; x < points; x += 64) {
        __m512i const products = _mm512_gf2p8mul_epi8(_mm512_loadu_si512(a + x), _mm512_loadu_si512(b + x));
        _mm512_storeu_si512(into + x, _mm512_xor_si512(_mm512_loadu_si512(into + x), products));
    }
}

bool multiplies() { return __builtin_cpu_supports("gfni") && __builtin_cpu_supports("avx512bw"); }

SumLines const best_sum_lines = multiplies()                     ? sum_multiplied_lines
                                : __builtin_cpu_supports("avx2") ? sum_looked_up_lines
                                                                 : sum_words;
AddProduct const best_add_product = multiplies()                     ? add_multiplied
                                    : __builtin_cpu_supports("avx2") ? add_shifted_products
                                                                     : add_word_products;
#else
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

} // namespace cerrado::detail
