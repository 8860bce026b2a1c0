// Canonical orders of labelled graphs, against all permutations.
#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/core/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <vector>

namespace cerrado::test {
namespace {

using Numbers = std::vector<std::uint32_t>;

LabelledGraph reordered(LabelledGraph const& graph, std::vector<std::size_t> const& order) {
    LabelledGraph made{.k = graph.k};
    for (std::size_t p = 0; p < order.size(); ++p) {
        made.labels[p] = graph.labels[order[p]];
        for (std::size_t q = 0; q < order.size(); ++q) made.arcs[p][q] = graph.arcs[order[p]][order[q]];
    }
    return made;
}

Numbers numbers_of(LabelledGraph const& graph) {
    Numbers numbers(graph.labels.begin(), graph.labels.begin() + graph.k);
    for (std::size_t u = 0; u < static_cast<std::size_t>(graph.k); ++u) {
        numbers.insert(numbers.end(), graph.arcs[u].begin(), graph.arcs[u].begin() + graph.k);
    }
    return numbers;
}

Numbers least_of_all_orders(LabelledGraph const& graph) {
    std::vector<std::size_t> order(static_cast<std::size_t>(graph.k));
    std::iota(order.begin(), order.end(), std::size_t{0});
    Numbers least = numbers_of(graph);
    do least = std::min(least, numbers_of(reordered(graph, order)));
    while (std::ranges::next_permutation(order).found);
    return least;
}

} // namespace

TEST(LabelledForm, IsTheSameForIsomorphicGraphsAlone) {
    std::mt19937 random(7);
    for (int k = 1; k <= 5; ++k) {
        std::map<Numbers, Numbers> form_of_least, least_of_form;
        for (int i = 0; i < 400; ++i) {
            LabelledGraph graph{.k = k};
            auto const size = static_cast<std::size_t>(k);
            for (std::size_t u = 0; u < size; ++u) {
                graph.labels[u] = random() % 2;
                for (std::size_t v = 0; v < size; ++v) graph.arcs[u][v] = u == v ? 0 : random() % 4;
            }
            std::vector<std::size_t> order(size);
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::ranges::shuffle(order, random);
            Numbers const least = least_of_all_orders(graph), form = numbers_of(canonical_labelled(graph));
            EXPECT_EQ(least_of_all_orders(canonical_labelled(graph)), least) << "another graph";
            EXPECT_EQ(numbers_of(canonical_labelled(reordered(graph, order))), form);
            EXPECT_EQ(form_of_least.try_emplace(least, form).first->second, form);
            EXPECT_EQ(least_of_form.try_emplace(form, least).first->second, least);
        }
    }
}

TEST(LabelledForm, RefusesWhatHasNoRoom) {
    LabelledGraph graph{.k = 9};
    graph.arcs[0][1] = 1 << 7;
    EXPECT_THROW(canonical_labelled(graph), InputError);
    EXPECT_THROW(canonical_labelled(LabelledGraph{.k = 12}), InputError);
}

} // namespace cerrado::test
