#include <cerrado/canonical/graphlets/small_graphs.hpp>

#include <cerrado/canonical/canonical_form.hpp>
#include <cerrado/canonical/graph6.hpp>

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace cerrado {

namespace {

// What canonical_form() says of a graph and of the listed one that it is isomorphic to, put together.
Located compose(int k, int index, CanonicalForm const& given, CanonicalForm const& listed) {
    Located located{index, {}};
    for (int i = 0; i < k; ++i)
        for (int v = 0; v < k; ++v)
            if (listed.position(v) == given.position(i))
                located.vertex[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(v);
    return located;
}

class SmallGraphs {
public:
    explicit SmallGraphs(int k) {
        std::uint64_t const words = std::uint64_t{1} << adjacency_bits(k);
        std::vector<CanonicalForm> forms;
        for (std::uint64_t adjacency = 0; adjacency < words; ++adjacency) forms.push_back(canonical_form(k, adjacency));
        for (Graphlet const& graphlet : graphlets_of(k)) list(graphlet.adjacency, forms);
        std::ptrdiff_t const connected = std::ssize(graphs);
        for (std::uint64_t adjacency = 0; adjacency < words; ++adjacency) list(adjacency, forms);
        std::stable_sort(graphs.begin() + connected, graphs.end(),
                         [](auto a, auto b) { return std::popcount(a) < std::popcount(b); });
        for (std::size_t i = 0; i < graphs.size(); ++i) index_of_[forms[graphs[i]].adjacency] = static_cast<int>(i);
        for (CanonicalForm const& form : forms) {
            int const index = index_of_.at(form.adjacency);
            located.push_back(compose(k, index, form, forms[graphs[static_cast<std::size_t>(index)]]));
        }
    }

    std::vector<std::uint64_t> graphs;
    std::vector<Located> located; // by adjacency

private:
    // Unless its pattern is listed.
    void list(std::uint64_t adjacency, std::vector<CanonicalForm> const& forms) {
        if (index_of_.emplace(forms[adjacency].adjacency, 0).second) graphs.push_back(adjacency);
    }

    std::unordered_map<std::uint64_t, int> index_of_; // by canonical adjacency
};

SmallGraphs const& tables_of(int k) {
    static std::array<SmallGraphs, 4> const tables = {SmallGraphs(2), SmallGraphs(3), SmallGraphs(4), SmallGraphs(5)};
    return tables[static_cast<std::size_t>(k - 2)];
}

} // namespace

std::vector<std::uint64_t> const& small_graphs(int k) { return tables_of(k).graphs; }

std::string small_graph_name(int k, int index) {
    auto const i = static_cast<std::size_t>(index);
    if (i < graphlets_of(k).size()) return std::string(graphlets_of(k)[i].name);
    return format_graph6(k, canonical_form(k, small_graphs(k)[i]).adjacency);
}

Located const& locate(int k, std::uint64_t adjacency) { return tables_of(k).located[adjacency]; }

} // namespace cerrado
