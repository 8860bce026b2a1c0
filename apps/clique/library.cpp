// The clique functions of Cerrado::apps: which form serves a query.
#include <cerrado/apps/clique.hpp>
#include <cerrado/output/store_input.hpp>

#include "clique/forms.hpp"
#include "clique/list_small.hpp"
#include "library/fastest.hpp"

#include <cerrado/core/error.hpp>

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace cerrado {
namespace {

constexpr int smallest_searched = 3; // in smaller cliques there is nothing to search

struct Sizes {
    int first, last;
    bool is_one() const { return first == last; }
};

Sizes sizes_of(CliqueQuery const& query) {
    CliqueQuery const unset;
    if (query.k != 0 && (query.min_k != unset.min_k || query.max_k != unset.max_k)) {
        throw InputError("CliqueQuery has k and min_k or max_k; set k for one size, the others for several");
    }
    Sizes const sizes = query.k != 0 ? Sizes{query.k, query.k} : Sizes{query.min_k, query.max_k};
    if (sizes.first < 1 || sizes.last < sizes.first) {
        throw InputError(fmt::format("cliques of {} to {} vertices: give sizes from 1 up, the smaller first",
                                     sizes.first, sizes.last));
    }
    return sizes;
}

bool counts(Algorithm algorithm, Sizes sizes) {
    if (algorithm == Algorithm::fast || algorithm == Algorithm::pivot) return true;
    return sizes.is_one() && sizes.first >= smallest_searched && sizes.first <= max_traversal_length;
}

// Pivoting, or bit rows where they count the sizes. Short runs take what was measured to be the quickest for most
// graphs (docs/performance.md): rows for the few small sizes that they reach before pivoting, by one more where tensor
// cores count the last levels.
BoundApplication fastest_form(Sizes sizes) {
    constexpr int largest_by_rows = 4;
    if (!counts(Algorithm::bitmap, sizes)) return clique_pivot_form(sizes.first, sizes.last);
    std::vector<Candidate> candidates = {{Algorithm::bitmap, clique_bitmap_form(sizes.first)}};
    if (sizes.first > 3) candidates.push_back({Algorithm::pivot, clique_pivot_form(sizes.first, sizes.last)});
    return fastest_of(std::move(candidates), [=](DeviceKind device) {
        int const largest = device == DeviceKind::cuda ? largest_by_rows + 1 : largest_by_rows;
        return sizes.first <= largest ? std::size_t{0} : std::size_t{1};
    });
}

void check_one_size(int k, char const* query) {
    if (k < 1) throw InputError(fmt::format("cliques of k = {} vertices: set {}::k to 1 or more", k, query));
}

} // namespace

bool can_count_cliques(CliqueQuery const& query) { return counts(query.algorithm, sizes_of(query)); }
bool can_count_local_cliques(Algorithm algorithm) {
    return algorithm == Algorithm::fast || algorithm == Algorithm::pivot;
}
bool can_list_cliques(Algorithm algorithm) { return algorithm == Algorithm::fast || algorithm == Algorithm::bitmap; }

BoundApplication bind_cliques(CliqueQuery const& query) {
    Sizes const sizes = sizes_of(query);
    if (!counts(query.algorithm, sizes)) {
        throw InputError(fmt::format("the algorithm {} counts cliques of one size, from {} to {}; take pivot or fast",
                                     name_of(query.algorithm), smallest_searched, max_traversal_length));
    }
    switch (query.algorithm) {
    case Algorithm::paper: return clique_paper_form(sizes.first);
    case Algorithm::oriented: return clique_oriented_form(sizes.first);
    case Algorithm::bitmap: return clique_bitmap_form(sizes.first);
    case Algorithm::pivot: return clique_pivot_form(sizes.first, sizes.last);
    default: return fastest_form(sizes);
    }
}

BoundApplication bind_local_cliques(LocalCliqueQuery const& query) {
    check_one_size(query.k, "LocalCliqueQuery");
    if (!can_count_local_cliques(query.algorithm)) {
        throw InputError(fmt::format("the algorithm {} has no counts per vertex or edge; take pivot or fast",
                                     name_of(query.algorithm)));
    }
    return clique_local_form(query.k, query.per_edge);
}

BoundApplication bind_clique_list(CliqueListQuery const& query) {
    check_one_size(query.k, "CliqueListQuery");
    if (!can_list_cliques(query.algorithm)) {
        throw InputError(
            fmt::format("the algorithm {} counts and does not list; take bitmap or fast", name_of(query.algorithm)));
    }
    return query.k < smallest_searched ? small_clique_list(query.k) : clique_list_form(query.k);
}

RunResult count_cliques(GraphOrResident const& graph, CliqueQuery const& query, RunOptions const& options) {
    return bind_cliques(query).run(graph, options);
}

RunResult count_local_cliques(GraphOrResident const& graph, LocalCliqueQuery const& query, RunOptions const& options) {
    return bind_local_cliques(query).run(graph, options);
}

RunResult list_cliques(GraphOrResident const& graph, CliqueListQuery const& query, RunOptions const& options) {
    return bind_clique_list(query).run(graph, options);
}

RunResult list_cliques(GraphOrResident const& graph, CliqueListQuery const& query,
                       std::function<void(std::span<OriginalId const>)> sink, RunOptions options) {
    options.of<StoreInput>().sink = std::move(sink);
    return list_cliques(graph, query, options);
}

} // namespace cerrado
