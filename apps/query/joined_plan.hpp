// Marked plans with conditions on several vertices and edges of a match at once. They are a program that all lanes run
// alike. In a JoinedPlan a match has one row for each arc; in a ChoicePlan it has a choice among parallel ones.
#pragma once

#include <cerrado/core/types.hpp>
#include <cerrado/pattern/detail/marked_plan.hpp>
#include <cerrado/warp/detail/warp.hpp>

#include <cstdint>

// A program reads only the held values, sums and cursors that were set before, which the compiler cannot see.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace cerrado::query {

// A number that a condition reads. An integer that is missing is INT64_MIN, a real that is missing NaN.
union Value {
    std::int64_t whole;
    double real;
};

enum class Format : std::uint8_t { int8, int16, int32, int64, float32, float64 };

// The place of a value: a constant, the result of a sum, or from an array by vertex, by entry of the lists or by row.
struct Operand {
    enum class Kind : std::uint8_t { constant, sum, vertex, arc };
    Kind kind = Kind::constant;
    Format format = Format::int64;
    std::uint8_t position = 0; // of the vertex; of an arc, the later one
    std::uint8_t owner = 0;    // of an arc: the position of its earlier end
    std::uint8_t arc = 0;      // its number in a ChoicePlan
    void const* data = nullptr;
    Value constant{};
};

struct Instruction {
    enum class Code : std::uint8_t {
        equal,
        less,
        at_most, // of two operands: puts the truth on the stack
        equal_reals,
        less_reals,
        at_most_reals,
        mixed_equal,
        mixed_less,
        mixed_at_most, // of an integer and a real
        mixed_more,
        mixed_at_least,
        truth, // of an operand that is 0, 1 or missing
        plus,
        minus,
        times,
        plus_reals,
        minus_reals,
        times_reals, // of two operands: the operand `to` gets the result
        as_real,     // of one operand
        is_missing,
        is_missing_real,
        both,
        either,
        negation, // of the stack
        unknown,  // of the stack: true if it is unknown
    };
    Code code = Code::truth;
    std::uint8_t a = 0, b = 0, to = 0;
};

// An arc of the query, for which a match chooses a row of the graph.
struct ArcChoice {
    std::uint8_t owner = 0, position = 0; // of its earlier and its later end; the same: a loop
    bool there = false, back = false;     // rows of the arc from the owner, or to it
    std::uint32_t needs = 0;              // bits of the row
    std::uint32_t differs = 0;            // arcs of the group before this one that must have another row
};

// The conditions of a group are evaluated for each choice of rows for its arcs.
struct ArcGroup {
    std::uint8_t first = 0, arcs = 0; // of ChoicePlan::arc
    std::uint8_t last = 0;            // position of the last vertex that it needs
    bool is_refused = false;          // there must be no choice
};

struct JoinedPlan : MarkedPlan {
    static constexpr bool has_joins = true;
    static constexpr int max_operands = 32, max_instructions = 96, max_images = 48;
    using Operands = std::uint32_t; // a bit each

    // The values of the operands. Each lane has its own.
    struct Held {
        Value of[max_operands];
    };

    Operand operand[max_operands];
    Instruction instruction[max_instructions];
    // The instructions of the conditions whose last vertex is at a position, and the operands that they read: those whose
    // values are known before the vertex is, and those that depend on it.
    std::uint8_t begin[max_vertices + 1] = {};
    Operands known[max_vertices] = {};
    Operands fresh[max_vertices] = {};

    // If the walk meets one image of a match under more symmetries than the conditions have: the instructions for each of
    // the images that may be rows of their own, which run at the last vertex. `begin` is not used.
    int images = 0;
    std::uint8_t image_begin[max_images + 1] = {};

    // Lanes: any. Finds the values that the conditions on the next vertex read and that do not depend on it.
    template <class T> CERRADO_FN void hold(T const& te, int position, Held& values) const {
        for (Operands left = known[position]; left != 0; left &= left - 1) {
            int const i = lowest_bit(left);
            Operand const& read = operand[i];
            if (read.kind == Operand::Kind::constant) {
                values.of[i] = read.constant;
            } else if (read.kind == Operand::Kind::vertex) {
                values.of[i] = load(read, te.level(read.position).vertex);
            } else {
                GraphRef const& graph = list(te.graph(), read.position, read.owner);
                values.of[i] = load(read, graph.find(te.level(read.owner).vertex, te.level(read.position).vertex));
            }
        }
    }

    // Lanes: any. Returns: true if u, the next vertex, meets the conditions that need it and no later one. entry_of(i): as
    // in allows().
    template <class T, class EntryOf>
    CERRADO_FN bool joins_allow(T const&, int position, VertexId u, Held& values, EntryOf const& entry_of) const {
        if (begin[position] == begin[position + 1]) return true;
        look_at(position, u, values, entry_of);
        return are_true(begin[position], begin[position + 1], values.of);
    }

    // Lanes: any. Returns: the images of a match, whose last vertex is u, that are rows of the answer.
    template <class T, class EntryOf>
    CERRADO_FN Count rows(T const&, int position, VertexId u, Held& values, EntryOf const& entry_of) const {
        if (images == 0) return 1;
        look_at(position, u, values, entry_of);
        Count found = 0;
        for (int i = 0; i < images; ++i) found += are_true(image_begin[i], image_begin[i + 1], values.of) ? 1 : 0;
        return found;
    }

protected:
    CERRADO_FN static Value load(Operand const& from, std::uint64_t i) {
        Value value{};
        switch (from.format) {
        case Format::int8: value.whole = widened<std::int8_t>(from.data, i); break;
        case Format::int16: value.whole = widened<std::int16_t>(from.data, i); break;
        case Format::int32: value.whole = widened<std::int32_t>(from.data, i); break;
        case Format::int64: value.whole = static_cast<std::int64_t const*>(from.data)[i]; break;
        case Format::float32: value.real = static_cast<float const*>(from.data)[i]; break;
        case Format::float64: value.real = static_cast<double const*>(from.data)[i]; break;
        }
        return value;
    }
    // The least number of a narrow type stands for a missing value, too.
    template <class T> CERRADO_FN static std::int64_t widened(void const* data, std::uint64_t i) {
        T const value = static_cast<T const*>(data)[i];
        constexpr T least = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
        return value == least ? INT64_MIN : value;
    }

    // Returns: -1, 0 or 1, as a is less than b, equal or greater. Requires: b is a number.
    CERRADO_FN static int compared(std::int64_t a, double b) {
        constexpr double beyond = 9223372036854775808.0; // 2^63
        if (b >= beyond) return -1;
        if (b < -beyond) return 1;
        auto const whole = static_cast<std::int64_t>(b);
        if (a != whole) return a < whole ? -1 : 1;
        double const rest = b - static_cast<double>(whole);
        return rest > 0 ? -1 : rest < 0 ? 1 : 0;
    }

    // Runs the instructions. The stack is two words of bits: true ones, and unknown ones. Returns: whether all that is left
    // on the stack is true.
    CERRADO_FN bool are_true(int from, int to, Value* values) const {
        using Code = Instruction::Code;
        std::uint32_t truth = 0, unknown = 0;
        for (int i = from; i < to; ++i) {
            Instruction const at = instruction[i];
            bool is = false, lacks = false;
            switch (at.code) {
            case Code::both:
            case Code::either: {
                bool const a = (truth & 1) != 0, b = (truth & 2) != 0, no_a = (unknown & 1) != 0,
                           no_b = (unknown & 2) != 0;
                truth >>= 2, unknown >>= 2;
                if (at.code == Code::both) {
                    is = a && b;
                    lacks = (no_a && (b || no_b)) || (no_b && a);
                } else {
                    is = a || b;
                    lacks = !is && (no_a || no_b);
                }
                break;
            }
            case Code::negation:
                lacks = (unknown & 1) != 0;
                is = !lacks && (truth & 1) == 0;
                truth >>= 1, unknown >>= 1;
                break;
            case Code::unknown:
                is = (unknown & 1) != 0;
                truth >>= 1, unknown >>= 1;
                break;
            case Code::plus:
            case Code::minus:
            case Code::times: {
                std::int64_t const a = values[at.a].whole, b = values[at.b].whole;
                bool const is_missing = a == INT64_MIN || b == INT64_MIN;
                values[at.to].whole = is_missing               ? INT64_MIN
                                      : at.code == Code::plus  ? a + b
                                      : at.code == Code::minus ? a - b
                                                               : a * b;
                continue;
            }
            case Code::plus_reals:
            case Code::minus_reals:
            case Code::times_reals: {
                double const a = values[at.a].real, b = values[at.b].real;
                values[at.to].real = at.code == Code::plus_reals ? a + b : at.code == Code::minus_reals ? a - b : a * b;
                continue;
            }
            case Code::as_real: {
                std::int64_t const a = values[at.a].whole;
                Value missing;
                missing.whole = 0x7ff8000000000000; // NaN
                if (a != INT64_MIN) missing.real = static_cast<double>(a);
                values[at.to] = missing;
                continue;
            }
            case Code::truth: {
                std::int64_t const a = values[at.a].whole;
                lacks = a == INT64_MIN;
                is = a == 1;
                break;
            }
            case Code::is_missing: is = values[at.a].whole == INT64_MIN; break;
            case Code::is_missing_real: {
                double const a = values[at.a].real;
                is = a != a;
                break;
            }
            case Code::equal_reals:
            case Code::less_reals:
            case Code::at_most_reals: {
                double const a = values[at.a].real, b = values[at.b].real;
                lacks = a != a || b != b;
                is = at.code == Code::equal_reals ? a == b : at.code == Code::less_reals ? a < b : a <= b;
                break;
            }
            case Code::mixed_equal:
            case Code::mixed_less:
            case Code::mixed_at_most:
            case Code::mixed_more:
            case Code::mixed_at_least: {
                std::int64_t const a = values[at.a].whole;
                double const b = values[at.b].real;
                lacks = a == INT64_MIN || b != b;
                int const order = lacks ? 0 : compared(a, b);
                is = at.code == Code::mixed_equal     ? order == 0
                     : at.code == Code::mixed_less    ? order < 0
                     : at.code == Code::mixed_at_most ? order <= 0
                     : at.code == Code::mixed_more    ? order > 0
                                                      : order >= 0;
                break;
            }
            default: {
                std::int64_t const a = values[at.a].whole, b = values[at.b].whole;
                lacks = a == INT64_MIN || b == INT64_MIN;
                is = at.code == Code::equal ? a == b : at.code == Code::less ? a < b : a <= b;
                break;
            }
            }
            truth = truth << 1 | (is && !lacks ? 1u : 0u);
            unknown = unknown << 1 | (lacks ? 1u : 0u);
        }
        // Instructions leave one condition each, and all of them must be true.
        int conditions = 0;
        for (int i = from; i < to; ++i) conditions += pushes(instruction[i].code);
        return truth == (conditions == 32 ? ~0u : (1u << conditions) - 1);
    }
    CERRADO_FN static int pushes(Instruction::Code code) {
        using Code = Instruction::Code;
        if (code == Code::both || code == Code::either) return -1;
        if (code == Code::negation || code == Code::unknown || (code >= Code::plus && code <= Code::as_real)) return 0;
        return 1;
    }

private:
    // Finds the values that depend on u.
    template <class EntryOf>
    CERRADO_FN void look_at(int position, VertexId u, Held& values, EntryOf const& entry_of) const {
        for (Operands left = fresh[position]; left != 0; left &= left - 1) {
            int const i = lowest_bit(left);
            Operand const& read = operand[i];
            values.of[i] = load(read, read.kind == Operand::Kind::vertex ? u : entry_of(read.owner));
        }
    }
};

// A plan for parallel arcs, or for arcs that may go either way: the conditions of a group are tested for each choice of
// rows for its arcs. `begin` and `images` are not used.
struct ChoicePlan : JoinedPlan {
    static constexpr int max_arcs = 24, max_groups = 24;
    static constexpr std::uint32_t no_row = ~std::uint32_t{0};
    using Held = MatchingPlan::Held;

    bool counts_choices = false; // each is a row of the answer; else a match is one if there is a choice
    int groups = 0;
    ArcGroup group[max_groups];
    std::uint8_t group_begin[max_groups + 1] = {};
    Operands group_reads[max_groups] = {};
    ArcChoice arc[max_arcs];
    std::uint32_t const* first_there = nullptr; // by entry: the first row of the arc to the neighbour
    std::uint32_t const* first_back = nullptr;  // of the arc from it
    std::uint32_t const* first_loop = nullptr;  // by vertex
    std::uint8_t const* goes_on = nullptr;      // by row; null: no rows are parallel
    std::uint32_t const* row_bits = nullptr;    // by row; null: no row has conditions

    template <class T> CERRADO_FN void hold(T const&, int, Held&) const {}

    template <class T, class EntryOf>
    CERRADO_FN bool joins_allow(T const& te, int position, VertexId u, Held const&, EntryOf const& entry_of) const {
        for (int i = 0; i < groups; ++i) {
            if (group[i].last != position) continue;
            if ((choices(te, position, u, i, true, entry_of) == 0) != group[i].is_refused) return false;
        }
        return true;
    }

    // Lanes: any. Returns: the rows of the answer that a match is, whose last vertex is u.
    template <class T, class EntryOf>
    CERRADO_FN Count rows(T const& te, int position, VertexId u, Held const&, EntryOf const& entry_of) const {
        Count product = 1;
        if (!counts_choices) return product;
        for (int i = 0; i < groups && product != 0; ++i) {
            if (!group[i].is_refused)
                product *= choices(te, position, u, i, false, entry_of); // joins_allow() tests others
        }
        return product;
    }

    // One arc's rows, in turn: those of the arc from the owner and those to it, the lesser ones first.
    struct Cursor {
        std::uint32_t row;
        bool is_second;
    };

    // Lanes: any. Calls visit(cursors) for each choice of rows for the arcs of a group that meets its conditions, until it
    // returns false. The cursors are by arc.
    template <class T, class EntryOf, class Visit>
    CERRADO_FN void for_each_choice(T const& te, int position, VertexId u, int number, EntryOf const& entry_of,
                                    Visit const& visit) const {
        ArcGroup const& of = group[number];
        Cursor at[max_arcs];
        at[0] = {no_row, true};
        Value values[max_operands];
        for (Operands left = group_reads[number]; left != 0; left &= left - 1) {
            int const i = lowest_bit(left);
            Operand const& read = operand[i];
            if (read.kind == Operand::Kind::constant) values[i] = read.constant;
            if (read.kind == Operand::Kind::vertex)
                values[i] = load(read, read.position == position ? u : te.level(read.position).vertex);
        }
        auto const meets = [&] {
            for (Operands left = group_reads[number]; left != 0; left &= left - 1) {
                int const i = lowest_bit(left);
                if (operand[i].kind == Operand::Kind::arc) values[i] = load(operand[i], at[operand[i].arc].row);
            }
            return are_true(group_begin[number], group_begin[number + 1], values);
        };
        int const first = of.first, last = of.first + of.arcs - 1;
        if (of.arcs == 0) {
            if (meets()) visit(at);
            return;
        }
        int depth = first;
        at[depth] = {first_row(te, position, u, arc[depth], false, entry_of), false};
        while (depth >= first) {
            Cursor& own = at[depth];
            if (own.row == no_row) {
                if (!own.is_second) {
                    own = {first_row(te, position, u, arc[depth], true, entry_of), true};
                    continue;
                }
                if (--depth >= first) advance(at[depth]);
                continue;
            }
            bool is_one = arc[depth].needs == 0 || (row_bits[own.row] & arc[depth].needs) == arc[depth].needs;
            for (unsigned left = arc[depth].differs; is_one && left != 0; left &= left - 1)
                is_one = at[lowest_bit(left)].row != own.row;
            if (is_one && depth < last) {
                ++depth;
                at[depth] = {first_row(te, position, u, arc[depth], false, entry_of), false};
                continue;
            }
            if (is_one && meets() && !visit(at)) return;
            advance(own);
        }
    }

    // Returns: the number of choices of rows for the arcs of a group that meet its conditions; with `any`, at most 1.
    template <class T, class EntryOf> CERRADO_FN Count choices(T const& te, int position, VertexId u, int number,
                                                               bool any, EntryOf const& entry_of) const {
        Count found = 0;
        for_each_choice(te, position, u, number, entry_of, [&](Cursor const*) {
            ++found;
            return !any;
        });
        return found;
    }

private:
    template <class T, class EntryOf> CERRADO_FN std::uint32_t first_row(T const& te, int position, VertexId u,
                                                                         ArcChoice const& of, bool second,
                                                                         EntryOf const& entry_of) const {
        VertexId const owner = of.owner == position ? u : te.level(of.owner).vertex;
        if (of.owner == of.position) return first_loop != nullptr && !second ? first_loop[owner] : no_row;
        EdgeOffset const entry =
            of.position == position ? entry_of(of.owner) : te.graph().find(owner, te.level(of.position).vertex);
        if (entry >= te.graph().end(owner)) return no_row;
        std::uint32_t const there = of.there ? first_there[entry] : no_row, back = of.back ? first_back[entry] : no_row;
        return (there < back) == second ? back : there;
    }

    CERRADO_FN void advance(Cursor& at) const {
        at.row = goes_on != nullptr && goes_on[at.row] != 0 ? at.row + 1 : no_row;
    }
};

} // namespace cerrado::query

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
