#include "clique/pivot/clique_polynomial.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace cerrado {

namespace {

constexpr std::uint32_t most_vertices = factoring_by_lane.most_vertices;

// A set of at most 128 vertices.
struct Set {
    std::uint64_t low = 0, high = 0;

    bool empty() const { return (low | high) == 0; }
    int size() const { return std::popcount(low) + std::popcount(high); }
    int first() const { return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high); }
    void add(int v) { (v < 64 ? low : high) |= std::uint64_t{1} << v % 64; }
    void remove(int v) { (v < 64 ? low : high) &= ~(std::uint64_t{1} << v % 64); }
    void drop_first() { low != 0 ? low &= low - 1 : high &= high - 1; }
};
Set operator&(Set a, Set b) { return {a.low & b.low, a.high & b.high}; }
Set operator|(Set a, Set b) { return {a.low | b.low, a.high | b.high}; }
Set without(Set a, Set b) { return {a.low & ~b.low, a.high & ~b.high}; }

// c[0] .. c[degree].
struct Polynomial {
    std::uint32_t degree = 0;
    std::array<WideCount, most_vertices + 1> c;

    explicit Polynomial(WideCount constant) { c[0] = constant; }
};

// Times 1 + factor x.
void multiply_by_one_and(Polynomial& p, WideCount factor) {
    p.c[++p.degree] = 0;
    for (std::uint32_t i = p.degree; i > 0; --i) p.c[i] += factor * p.c[i - 1];
}

// Of paths or cycles of up to most_vertices vertices; of 3 and more each is the one before plus x times the one before
// that: of the last
// vertex either none is taken, or it.
std::vector<Polynomial> chain(Polynomial const& of_one, Polynomial const& of_two) {
    std::vector<Polynomial> table{Polynomial(1), of_one, of_two};
    while (table.size() <= most_vertices) {
        Polynomial next(0);
        Polynomial const& last = table[table.size() - 1];
        Polynomial const& before = table[table.size() - 2];
        next.c.fill(0);
        next.degree = std::max(last.degree, before.degree + 1);
        for (std::uint32_t i = 0; i <= last.degree; ++i) next.c[i] += last.c[i];
        for (std::uint32_t i = 0; i <= before.degree; ++i) next.c[i + 1] += before.c[i];
        table.push_back(next);
    }
    return table;
}

Polynomial one_and(WideCount factor) {
    Polynomial p(1);
    multiply_by_one_and(p, factor);
    return p;
}

// By vertices, 3 or more.
std::vector<Polynomial> const& paths() {
    static std::vector<Polynomial> const table = chain(one_and(1), one_and(2));
    return table;
}
std::vector<Polynomial> const& cycles() {
    static std::vector<Polynomial> const table = chain(Polynomial(1), one_and(2));
    return table;
}

class Complement {
public:
    Complement(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words) {
        std::array<std::uint32_t, most_vertices> members;
        int count = 0;
        for (std::uint32_t word = 0; word < words; ++word) {
            for (std::uint32_t bits = row[word]; bits != 0; bits &= bits - 1) {
                members[static_cast<std::size_t>(count)] =
                    32 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
                all_.add(count++);
            }
        }
        for (int v = 0; v < count; ++v) {
            std::uint32_t const* const others = matrix + std::size_t{members[static_cast<std::size_t>(v)]} * words;
            for (int u = 0; u < count; ++u) {
                std::uint32_t const member = members[static_cast<std::size_t>(u)];
                if (u != v && (others[member / 32] >> member % 32 & 1) == 0) lists_[static_cast<std::size_t>(v)].add(u);
            }
        }
    }

    Polynomial independent_sets() const {
        Polynomial result(1);
        multiply_by(result, all_);
        return result;
    }

private:
    Set const& list(int v) const { return lists_[static_cast<std::size_t>(v)]; }

    // The vertices that `from` leads to within `left`.
    Set component(int from, Set left) const {
        Set reached;
        reached.add(from);
        for (Set open = reached; !open.empty();) {
            Set next;
            for (; !open.empty(); open.drop_first()) next = next | list(open.first());
            open = without(next & left, reached);
            reached = reached | open;
        }
        return reached;
    }

    // result times the polynomial of `vertices`.
    void multiply_by(Polynomial& result, Set vertices) const {
        while (!vertices.empty()) {
            int const v = vertices.first();
            if ((list(v) & vertices).empty()) {
                vertices.remove(v);
                multiply_by_one_and(result, 1);
                continue;
            }
            Set const part = component(v, vertices);
            vertices = without(vertices, part);
            auto const size = static_cast<std::size_t>(part.size());
            if (size == 2) {
                multiply_by_one_and(result, 2);
                continue;
            }
            Degrees const degrees = degrees_in(part);
            if (degrees.most == 2) {
                multiply(result, degrees.has_end ? paths()[size] : cycles()[size]);
            } else {
                multiply(result, branches(part, degrees.vertex));
            }
        }
    }

    struct Degrees {
        int most = 0;
        int vertex = 0; // the first that has most
        bool has_end = false;
    };

    Degrees degrees_in(Set vertices) const {
        Degrees degrees;
        for (Set left = vertices; !left.empty(); left.drop_first()) {
            int const v = left.first();
            int const degree = (list(v) & vertices).size();
            degrees.has_end = degrees.has_end || degree == 1;
            if (degree > degrees.most) {
                degrees.most = degree;
                degrees.vertex = v;
            }
        }
        return degrees;
    }

    // Of a component: without this vertex, and with it.
    Polynomial branches(Set vertices, int vertex) const {
        vertices.remove(vertex);
        Polynomial result(1);
        multiply_by(result, vertices);
        Polynomial taken(1);
        multiply_by(taken, without(vertices, list(vertex)));
        std::uint32_t const degree = std::max(result.degree, taken.degree + 1);
        std::fill(result.c.begin() + result.degree + 1, result.c.begin() + degree + 1, WideCount{0});
        for (std::uint32_t i = 0; i <= taken.degree; ++i) result.c[i + 1] += taken.c[i];
        result.degree = degree;
        return result;
    }

    static void multiply(Polynomial& p, Polynomial const& q) {
        std::uint32_t const degree = p.degree + q.degree;
        Polynomial product(0);
        std::fill_n(product.c.begin(), degree + 1, WideCount{0});
        for (std::uint32_t i = 0; i <= p.degree; ++i) {
            for (std::uint32_t j = 0; j <= q.degree; ++j) product.c[i + j] += p.c[i] * q.c[j];
        }
        product.degree = degree;
        std::copy_n(product.c.begin(), degree + 1, p.c.begin());
        p.degree = degree;
    }

    Set all_;
    std::array<Set, most_vertices> lists_{}; // neighbours in the complement
};

} // namespace

std::uint32_t clique_polynomial(std::uint32_t const* matrix, std::uint32_t const* row, std::uint32_t words,
                                CliquePolynomial& sizes) {
    Polynomial const found = Complement(matrix, row, words).independent_sets();
    std::copy_n(found.c.begin(), found.degree + 1, sizes.of_size);
    return found.degree;
}

} // namespace cerrado
