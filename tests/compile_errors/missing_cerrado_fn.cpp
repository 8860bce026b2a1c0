// Functions that a GPU cannot call, one for each number of MISTAKES; 0: none. For nvcc alone, which knows.
// expect: __host__ function
// expect: __host__ function
// expect: __host__ function
// expect: constexpr __host__ function
#include <cerrado/run/run.hpp>

#if MISTAKES == 1
#define FN_OF_VISIT
#else
#define FN_OF_VISIT CERRADO_FN
#endif
#if MISTAKES == 2
#define FN_OF_PREDICATE
#else
#define FN_OF_PREDICATE CERRADO_FN
#endif
#if MISTAKES == 3
#define FN_OF_HELPER
#else
#define FN_OF_HELPER CERRADO_FN
#endif
#if MISTAKES == 4
#define FN_OF_CONSTANT_HELPER constexpr
#else
#define FN_OF_CONSTANT_HELPER CERRADO_FN constexpr
#endif

FN_OF_HELPER bool is_even(cerrado::VertexId u) { return u % 2 == 0; }
FN_OF_CONSTANT_HELPER bool is_third(cerrado::VertexId u) { return u % 3 == 0; }

struct IsAboveRoot {
    template <class View> FN_OF_PREDICATE bool operator()(View const& t, cerrado::VertexId u) const {
        return u > t.root();
    }
};

struct Walk {
    int k = 3;
    template <class Traversal> FN_OF_VISIT void visit(Traversal& te) const {
        if (te.extend(te.size() - 1, te.size())) {
            te.filter(IsAboveRoot{});
            te.filter([](auto const&, cerrado::VertexId u) { return is_even(u) || is_third(u); });
        }
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

void call(cerrado::RunOptions const& options) { cerrado::warm_up(Walk{}, options); }
