#include <cerrado/canonical/labelled_form.hpp>
#include <cerrado/canonical/nauty_workspace.hpp>
#include <cerrado/core/error.hpp>

#include <nauty/nauty.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

namespace cerrado {

namespace {

constexpr int most_copies = WORDSIZE; // a row of nauty's matrix is one word

// Copy `layer` of vertex v is layer * k + v. An arc joins the copies of the layers whose bit its number has, and the
// copies of a vertex are a path both ways.
class Layers {
public:
    Layers(LabelledGraph const& graph, int layers) : graph_(graph), copies_(layers * graph.k) {
        for (int from = 0; from < graph.k; ++from) {
            for (int to = 0; to < graph.k; ++to) add_arc(from, to, layers);
            for (int layer = 1; layer < layers; ++layer) {
                add(copy(layer - 1, from), copy(layer, from));
                add(copy(layer, from), copy(layer - 1, from));
            }
        }
    }

    // Returns: the vertices in canonical order. Copies of one layer and label are alike, the first layer's come first.
    std::array<int, most_copies> order() {
        std::array<int, most_copies> order{}, cells{}, orbits{};
        std::iota(order.begin(), order.begin() + copies_, 0);
        std::ranges::sort(std::span(order).first(static_cast<std::size_t>(copies_)), {},
                          [this](int of) { return colour(of); });
        for (int i = 0; i + 1 < copies_; ++i) cells[i] = colour(order[i]) == colour(order[i + 1]) ? 1 : 0;
        keep_nauty_workspace();
        DEFAULTOPTIONS_GRAPH(options);
        options.digraph = TRUE;
        options.getcanon = TRUE;
        options.defaultptn = FALSE;
        statsblk statistics;
        graph canonical[most_copies];
        densenauty(rows_, order.data(), cells.data(), orbits.data(), &options, &statistics, 1, copies_, canonical);
        return order;
    }

private:
    int copy(int layer, int v) const { return layer * graph_.k + v; }
    std::pair<int, std::uint32_t> colour(int copy) const {
        return {copy / graph_.k, graph_.labels[static_cast<std::size_t>(copy % graph_.k)]};
    }
    void add(int from, int to) { ADDONEARC(rows_, from, to, 1); }
    void add_arc(int from, int to, int layers) {
        std::uint32_t const number = graph_.arcs[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
        for (int layer = 0; layer < layers; ++layer) {
            if (from != to && (number >> layer & 1) != 0) add(copy(layer, from), copy(layer, to));
        }
    }

    LabelledGraph const& graph_;
    int copies_;
    graph rows_[most_copies] = {};
};

} // namespace

LabelledGraph canonical_labelled(LabelledGraph const& graph) {
    require_adjacency(graph.k, 0);
    std::uint32_t all = 1;
    for (auto const& row : graph.arcs) {
        for (std::uint32_t const number : row) all |= number;
    }
    int const layers = std::bit_width(all);
    if (layers * graph.k > most_copies) {
        throw InputError(
            fmt::format("a pattern of {} vertices with labels of arcs of {} bits: {} together are the most", graph.k,
                        layers, most_copies));
    }
    auto const order = Layers(graph, layers).order();
    LabelledGraph canonical{.k = graph.k};
    for (std::size_t p = 0; p < static_cast<std::size_t>(graph.k); ++p) {
        auto const v = static_cast<std::size_t>(order[p]);
        canonical.labels[p] = graph.labels[v];
        for (std::size_t q = 0; q < static_cast<std::size_t>(graph.k); ++q)
            canonical.arcs[p][q] = graph.arcs[v][static_cast<std::size_t>(order[q])];
    }
    return canonical;
}

} // namespace cerrado
