// The doors that look at an application's declarations.
#include <cerrado/run/run.hpp>

#if MISTAKES
#define AS(wrong, right) wrong
#else
#define AS(wrong, right) right
#endif

template <int> struct Walk {
    int k = 3;
    template <class Traversal> CERRADO_FN void visit(Traversal& te) const {
        te.extend(te.size() - 1, te.size());
        if (te.size() == k - 1) te.aggregate_counter();
    }
};

struct Run : Walk<1> {
    static constexpr bool AS(orient, oriented) = true; // expect: nothing called 'orient'
};
struct Estimated : Walk<2> {
    static constexpr int AS(extend_lists, extension_lists) = 1; // expect: nothing called 'extend_lists'
};
struct Prepared : Walk<3> {
    static constexpr bool AS(is_oriented, oriented) = true; // expect: nothing called 'is_oriented'
};
struct WarmedUp : Walk<4> {
    static constexpr auto AS(warp_sizes, warp_widths) = cerrado::all_warp_widths; // expect: nothing called 'warp_sizes'
};

cerrado::Count call_all(cerrado::Graph const& graph) {
    cerrado::warm_up(WarmedUp{});
    cerrado::Graph const prepared = cerrado::prepare(Prepared{}, graph);
    return cerrado::estimate(Estimated{}, prepared).roots + cerrado::run(Run{}, graph).roots.done;
}
