// Applications that call a method where it does not belong, or ask it for what is not there; and Right, which does not.
#pragma once

#include "support.hpp"

#include <cerrado/engine/exclusive.hpp>
#include <cerrado/engine/rows.hpp>
#include <cerrado/output/by_pattern.hpp>
#include <cerrado/output/store.hpp>
#include <cerrado/run/run.hpp>

namespace cerrado::test {

// Walks from vertex to vertex. `Wrong` is what it does at each traversal besides.
template <class Wrong, int lists = 1> struct Walk {
    int k = 5;
    static constexpr int extension_lists = lists;
    struct Accumulator {
        Count sum = 0;
    };
    static CERRADO_FN void merge(Accumulator& into, Accumulator const& from) { into.sum += from.sum; }

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        Wrong::visit(te);
        if (te.extend(te.size() - 1, te.size())) te.filter([](auto const& t, VertexId v) { return Wrong::keep(t, v); });
    }
};

struct Right {
    template <class T> static CERRADO_FN void visit(T&) {}
    template <class View> static CERRADO_FN bool keep(View const& t, VertexId v) { return v > t.last(); }
};

struct RangeBeyondTheEnd : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 2) te.extend(0, te.size() + 1);
    }
};
struct RangeOfNothing : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 3) te.extend(2, 2);
    }
};
struct RangeBelowZero : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 1) te.extend(-1, 1);
    }
};
struct MoreListsThanDeclared : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 3) te.extend(0, 3);
    }
};
struct CountedAtEachReturn : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 2) te.aggregate_counter();
    }
};
struct FoldedAtEachReturn : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 3) te.aggregate([](auto& own, auto const&, VertexId) { ++own.sum; });
    }
};
struct CommonOfAPositionTooFar : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 2) te.extend_common(0, 2);
    }
};
struct CommonCountOfAPositionBelowZero : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 4) te.count_common(1, -2);
    }
};
struct VertexTooFar : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 2 && te.vertex(7) != te.root()) te.counter().add_once(1);
    }
};
struct EdgeTooFar : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 3 && te.edge(0, 3)) te.counter().add_once(1);
    }
};
struct AdjacencyBelowZero : Right {
    template <class T> static CERRADO_FN void visit(T& te) {
        if (te.size() == 3 && te.adjacent(-1, te.last())) te.counter().add_once(1);
    }
};
struct PredicateOfAVertexTooFar : Right {
    template <class View> static CERRADO_FN bool keep(View const& t, VertexId v) {
        return v > t.last() && (t.size() != 3 || v > t.vertex(3));
    }
};
struct PredicateOfAnAdjacencyTooFar : Right {
    template <class View> static CERRADO_FN bool keep(View const& t, VertexId v) { return t.adjacent(5, v); }
};

// Complete subgraphs; finish() comes where `left` vertices are left to choose.
template <class EngineType, int counted> struct FinishedElsewhere {
    int k = 5;
    int left;
    using Engine = EngineType;
    static constexpr bool oriented = true;
    static constexpr int counted_levels = counted;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - left) {
            te.extend_common();
        } else {
            finish(te, te.counter());
        }
    }
};

// Connected subgraphs by pattern, likewise.
template <int counted> struct PatternsElsewhere {
    int k = 5;
    int left;
    using Engine = Exclusive;
    using Output = ByPattern;
    static constexpr int counted_levels = counted;

    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.size() < k - left) {
            te.extend_exclusive();
        } else {
            finish(te, te.by_pattern());
        }
    }
};

struct AggregatesPatternsElsewhere {
    int k = 5;
    int left;
    using Engine = Masks;
    using Output = ByPattern;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (te.extend(0, te.size())) te.filter([](auto const& t, VertexId v) { return is_canonical(t, v); });
        if (te.size() == k - left) te.aggregate_pattern();
    }
};

struct StoresElsewhere {
    int k = 5;
    int left;
    using Output = Store;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend(te.size() - 1, te.size());
        if (te.size() == k - left) te.aggregate_store();
    }
};

// Where the last two levels are counted, no extensions of the last but one are planned.
struct WalksTooFar {
    int k = 5;
    bool plain;
    static constexpr int counted_levels = 2;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        if (plain) {
            te.extend(0, 1);
        } else {
            te.extend_common(0);
        }
    }
};
struct WalksTooFarExclusively {
    int k = 5;
    using Engine = Exclusive;
    static constexpr int counted_levels = 2;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const { te.extend_exclusive(); }
};

} // namespace cerrado::test
